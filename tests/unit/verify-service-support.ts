import { vi } from "vitest";
import type { Finding } from "#scripts/deploy/findings.ts";
import { verifyService } from "#scripts/verify/verify-service.ts";
import { apiKey } from "#tests/support/api-key.ts";

export const ORIGIN = "https://keys.test";
export const SETTINGS = {
  HEALTH_TOKEN: "health-token",
  MAIL_API_KEY: "re_mail",
  MAIL_FROM: "notices@keys.test",
  STRIPE_SECRET_KEY: "sk_test_stripe",
  STRIPE_WEBHOOK_SECRET: "whsec_right",
  UPSTREAM_API_KEY: "sk-upstream",
  UPSTREAM_URL: "https://provider.test/v1",
  VERIFY_TOKEN: "lkp_operator",
};
export const PLACED = { "cf-placement": "remote-FRA" };
export const AT = "2026-11-28T12:00:00.000Z";
export const BUILD = { version: "0.1.0", commit: "3f2a91c07be4", built_at: AT };
export const RUN = { request_id: "r", at: AT, duration_ms: 1, failed: [] as string[], build: BUILD };

const KEY = apiKey({ key: "lk_test_secret", created_at: AT, expires_at: AT });

type Respond = (request: Request) => Response | Promise<Response>;
export const json = (body: object, status = 200) => Response.json(body, { status });
export const returns = (status: number) => () => new Response(null, { status });

/** A service of which every part works. */
export function workingService(): { routes: Record<string, Respond>; keys: Record<string, unknown>[] } {
  const keys: Record<string, unknown>[] = [];
  let signed = 0;
  const page = () => new Response('<script src="/assets/login.js"></script>');
  const pages = Object.fromEntries(
    ["/login", "/signup", "/pricing", "/documentation", "/assets/login.js"].map((path) => [
      `GET ${path}`,
      page,
    ]),
  );
  const routes: Record<string, Respond> = {
    ...pages,
    "GET /version.json": () => json(BUILD),
    "GET /api/health": () => Response.json(BUILD, { headers: PLACED }),
    "GET /api/health?verbose": () => json({ as_of: "2026-11-28T12:00:40.000Z", last_run: RUN }),
    "GET /v1/models": returns(401),
    "GET /v1/key": returns(200),
    "POST /v1/chat/completions": returns(200),
    "GET /api/keys": () => json(keys),
    async "POST /api/keys"(request) {
      const { name } = (await request.json()) as { name: string };
      const key = { ...KEY, name };
      keys.push(key);
      return json(key, 201);
    },
    "POST /api/keys/key_1/revoke"() {
      for (const key of keys) key.status = "revoked";
      return json({});
    },
    // The first event has a wrong signature.
    "POST /api/stripe/webhook"() {
      signed += 1;
      return new Response(null, { status: signed === 1 ? 400 : 200 });
    },
    "GET /v1/models at provider.test": returns(200),
    "POST /v1/checkout/sessions at api.stripe.com": () => json({ id: "cs_test_1" }),
    "POST /v1/checkout/sessions/cs_test_1/expire at api.stripe.com": () => json({ id: "cs_test_1" }),
    "POST /emails at api.resend.com": () => json({ id: "1" }),
  };
  return { routes, keys };
}

export interface Changes {
  routes?: Record<string, Respond>;
  settings?: Record<string, string>;
}

export async function verify({ routes = {}, settings = {} }: Changes = {}) {
  const service = workingService();
  const all = { ...service.routes, ...routes };
  const requested: string[] = [];
  vi.stubGlobal("fetch", async (...sent: ConstructorParameters<typeof Request>) => {
    const request = new Request(...sent);
    const { origin, host, pathname, search } = new URL(request.url);
    const name = `${request.method} ${pathname}${search}${origin === ORIGIN ? "" : ` at ${host}`}`;
    requested.push(name);
    const respond = all[name];
    if (respond === undefined) throw new Error(`unexpected request: ${name}`);
    return respond(request);
  });
  const lines: string[] = [];
  const target = { origin: ORIGIN, isLocal: false, settings: { ...SETTINGS, ...settings } };
  const findings = await verifyService(target, (line) => lines.push(line));
  return { findings, requested, output: lines.join("\n"), keys: service.keys };
}

export const notOk = (findings: Finding[]) => findings.filter(({ level }) => level !== "ok");
