import { describe, expect, it } from "vitest";
import type { ApiKey } from "#core/contract/keys.ts";
import { generateApiKey } from "#core/domain/api-key.ts";
import { keyOf, patchKey, rotate } from "./support/key-life.ts";
import { admit, type MeteredKey, meteredKey, meterOf, restart } from "./support/meter.ts";
import { type Call, call, createKeyAs, newUser, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();
const SHOP = "https://shop.example";
const OTHERS = ["https://shop.example:8443", "http://shop.example", "https://a.shop.example", "null", ""];

async function userWithKey(origins: string[] = []): Promise<{ user: TestUser; key: MeteredKey }> {
  const user = await newUser();
  const { id, key } = await createKeyAs(api, user);
  if (origins.length > 0) await allow(user, id, origins);
  return { user, key: await meteredKey(id, key) };
}

async function allow(user: TestUser, id: string, allowed_origins: string[]): Promise<ApiKey> {
  return keyOf(await patchKey(api, user, id, { allowed_origins }));
}

/** A browser's request from this origin. */
const fromPage = (
  origin: string,
  key: string | null,
  { path = "/v1/models", ...options }: Call & { path?: string } = {},
) => call(api, key, path, { ...options, headers: { origin, ...options.headers } });

/** The origin that may read a response, according to its headers. */
const readerOf = ({ headers }: Response) => headers.get("access-control-allow-origin");

async function outcomeOf(response: Response) {
  const body = await response.json<{ error?: { code: string } }>();
  return [response.status, body.error?.code ?? null, readerOf(response)];
}

const preflight = (path: string, headers: Record<string, string> = {}) =>
  call(api, null, path, {
    method: "OPTIONS",
    headers: { origin: SHOP, "access-control-request-method": "POST", ...headers },
  });

describe("a preflight", () => {
  it("is granted to any origin, with the methods and headers that OpenAI's and Anthropic's clients need", async () => {
    const requested = [
      "authorization",
      "x-api-key",
      "content-type",
      "x-latchkey-test",
      "x-stainless-retry-count",
      "openai-organization",
      "anthropic-version",
      "anthropic-beta",
      "anthropic-dangerous-direct-browser-access",
      "http-referer",
      "x-title",
      "x-client-request-id",
      "helicone-auth",
    ].join(",");
    const response = await preflight("/v1/chat/completions", { "access-control-request-headers": requested });
    expect([response.status, await response.text(), readerOf(response)]).toEqual([204, "", SHOP]);
    expect(response.headers.get("access-control-allow-methods")?.split(",")).toContain("POST");
    const granted = response.headers.get("access-control-allow-headers")?.split(",") ?? [];
    expect(granted).toEqual(expect.arrayContaining(requested.split(",")));
    expect(Number(response.headers.get("access-control-max-age"))).toBeGreaterThan(0);
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    expect(response.headers.get("vary")?.toLowerCase()).toContain("origin");
  });

  it("grants no names that headers can't have, and not as many as anyone may ask for", async () => {
    const odd = ["x-é", "x y", "x:y", "x(y)", "x/y", "", `x-${"a".repeat(63)}`];
    const many = Array.from({ length: 1_000 }, (_, index) => `x-${index}-${"a".repeat(56)}`);
    const granted = async (requested: readonly string[]) => {
      const headers = { "access-control-request-headers": encodeURI(requested.join(",")) };
      const response = await preflight("/v1/chat/completions", headers);
      return response.headers.get("access-control-allow-headers")?.split(",") ?? [];
    };
    const base = await granted([]);
    expect((await granted(odd)).filter((name) => !base.includes(name))).toEqual(["x-%c3%a9", "x%20y"]);
    expect(await granted(many)).toEqual([...base, ...many.slice(0, 40)]);
  });

  it("has the same response whatever key it carries, and admits nothing", async () => {
    const { key } = await userWithKey();
    const [none, some] = await Promise.all([
      preflight("/v1/models"),
      preflight("/v1/models", { authorization: `Bearer ${key.key}` }),
    ]);
    const grantOf = ({ headers }: Response) =>
      [...headers].filter(([name]) => name.startsWith("access-control") || name.startsWith("x-latchkey"));
    expect(grantOf(some)).toEqual(grantOf(none));
    expect(some.headers.get("x-latchkey-balance")).toBeNull();
    expect((await meterOf(key).standing())?.pending ?? 0).toBe(0);
  });

  it("is refused on the route that revokes a key, which browsers never call", async () => {
    expect(readerOf(await preflight("/v1/keys/self/revoke"))).toBeNull();
    const { key } = await userWithKey([SHOP]);
    const response = await fromPage(SHOP, key.key, { path: "/v1/keys/self/revoke", method: "POST" });
    expect([response.status, readerOf(response)]).toEqual([200, null]);
  });
});

describe("a browser's request", () => {
  it("is refused unless its key allows the origin, and nothing is admitted for it", async () => {
    const { key } = await userWithKey();
    expect(await outcomeOf(await fromPage(SHOP, key.key))).toEqual([403, "origin_not_allowed", null]);
    expect(await meterOf(key).standing()).toMatchObject({ pending: 0, unposted: 0 });
    expect((await call(api, key.key, "/v1/models")).status).toBe(200);
  });

  it("succeeds once the key allows exactly its origin, and exposes the documented headers", async () => {
    const { key } = await userWithKey([SHOP]);
    const response = await fromPage(SHOP, key.key);
    expect([response.status, readerOf(response)]).toEqual([200, SHOP]);
    expect(response.headers.get("vary")?.toLowerCase()).toContain("origin");
    const shown = response.headers.get("access-control-expose-headers")?.split(", ");
    expect(shown).toEqual(
      expect.arrayContaining([
        "x-request-id",
        "request-id",
        "retry-after",
        "x-latchkey-balance",
        "x-latchkey-cost",
        "x-latchkey-dropped",
        "x-latchkey-paid-by",
        "x-ratelimit-remaining-requests",
      ]),
    );
    for (const origin of OTHERS)
      expect(await outcomeOf(await fromPage(origin, key.key))).toEqual([403, "origin_not_allowed", null]);
  });

  it.each(["app://obsidian.md", "chrome-extension://cjpalhdlnbpafiamejdnhcphjbkeiagm", "tauri://localhost"])(
    "succeeds in an app or an extension whose origin the key allows: %s",
    async (origin) => {
      const { key } = await userWithKey([origin]);
      const response = await fromPage(origin, key.key);
      expect([response.status, readerOf(response)]).toEqual([200, origin]);
      expect((await fromPage(`${origin}.evil`, key.key)).status).toBe(403);
    },
  );

  it("without an origin gets a response without CORS headers", async () => {
    const { key } = await userWithKey([SHOP]);
    const response = await call(api, key.key, "/v1/models");
    expect([response.status, readerOf(response)]).toEqual([200, null]);
    expect(response.headers.get("access-control-expose-headers")).toBeNull();
  });

  it("is checked against the latest list as soon as the change returns", async () => {
    const { user, key } = await userWithKey([SHOP]);
    const ask = async (origin: string) => (await fromPage(origin, key.key)).status;
    expect(await ask(SHOP)).toBe(200);
    await allow(user, key.publicId, ["https://new.example"]);
    expect([await ask(SHOP), await ask("https://new.example")]).toEqual([403, 200]);
    await restart(key);
    expect([await ask(SHOP), await ask("https://new.example")]).toEqual([403, 200]);
    await allow(user, key.publicId, []);
    expect(await ask("https://new.example")).toBe(403);
  });

  it("is checked against its own key's list, which a rotation passes on", async () => {
    const { user, key } = await userWithKey([SHOP]);
    const other = await createKeyAs(api, user, "Server");
    expect((await fromPage(SHOP, other.key)).status).toBe(403);
    const fresh = await keyOf(await rotate(api, user, key.publicId, 1), 201);
    expect(fresh.allowed_origins).toEqual([SHOP]);
    expect((await fromPage(SHOP, fresh.key)).status).toBe(200);
    expect((await fromPage(OTHERS[0] ?? "", fresh.key)).status).toBe(403);
  });

  it("is neither admitted twice nor refused when it is repeated", async () => {
    const { key } = await userWithKey([SHOP]);
    const requestId = crypto.randomUUID();
    for (const _ of [1, 2])
      expect(await admit(key, { requestId, origin: SHOP })).toMatchObject({ admitted: true, page: SHOP });
    expect(await meterOf(key).standing()).toMatchObject({ pending: 1 });
  });
});

const chat = (body: unknown) => ({ path: "/v1/chat/completions", body });

describe("an error", () => {
  it("can be read by an origin that may use the key", async () => {
    const { user, key } = await userWithKey([SHOP]);
    const resultOf = async (options?: Parameters<typeof fromPage>[2]) =>
      outcomeOf(await fromPage(SHOP, key.key, options));
    expect(await resultOf({ path: "/v1/models/none" })).toEqual([404, "model_not_found", SHOP]);
    expect(await resultOf(chat({ model: "none" }))).toEqual([404, "model_not_found", SHOP]);
    expect(await resultOf(chat({ model: 7 }))).toEqual([400, "invalid_request", SHOP]);
    expect(await admit(key, { origin: SHOP, hold: 2 ** 40 })).toMatchObject({
      code: "insufficient_balance",
      page: SHOP,
    });
    await patchKey(api, user, key.publicId, { disabled: true });
    expect(await resultOf()).toEqual([403, "key_disabled", SHOP]);
  });

  it("can be read by it whatever is wrong with the request, in the form of its API", async () => {
    const { key } = await userWithKey([SHOP]);
    const resultOf = async (path: string, options: Call) => {
      const [status, , reader] = await outcomeOf(await fromPage(SHOP, key.key, { path, ...options }));
      return [status, reader];
    };
    expect(await resultOf("/v1/files", { method: "GET" })).toEqual([404, SHOP]);
    expect(await resultOf("/v1/chat/completions?debug=1", { body: {} })).toEqual([400, SHOP]);
    expect(await resultOf("/v1/messages", { body: {} })).toEqual([400, SHOP]);
  });

  it("can be read by it from the account's first request on", async () => {
    const { key } = await userWithKey([SHOP]);
    expect(await outcomeOf(await fromPage(SHOP, key.key, chat({ model: 7 })))).toEqual([
      400,
      "invalid_request",
      SHOP,
    ]);
  });

  it("cannot be read by another origin, nor with an unknown key", async () => {
    const { key } = await userWithKey([SHOP]);
    const [other = ""] = OTHERS;
    for (const options of [chat({ model: 7 }), chat({ model: "none" }), { path: "/v1/models/none" }])
      expect(readerOf(await fromPage(other, key.key, options))).toBeNull();
    expect(await outcomeOf(await fromPage(SHOP, null))).toEqual([401, "invalid_api_key", null]);
    const unknown = generateApiKey(key.route);
    expect(await outcomeOf(await fromPage(SHOP, unknown))).toEqual([401, "invalid_api_key", null]);
    expect(readerOf(await fromPage(SHOP, unknown, chat({ model: 7 })))).toBeNull();
  });

  it("simulated by a test key can be read too", async () => {
    const user = await newUser({ micros: 0 });
    const body = { name: "Test", test: true };
    const { id, key } = await keyOf(await call(api, user.token, "/api/keys", { body }), 201);
    await allow(user, id, [SHOP]);
    for (const [status, code] of [
      [402, "insufficient_balance"],
      [429, "rate_limit_exceeded"],
      [503, "service_unavailable"],
    ]) {
      const response = await fromPage(
        SHOP,
        key,
        chat({ model: `test-${status}`, messages: [{ role: "user", content: "Hi" }] }),
      );
      expect(await outcomeOf(response)).toEqual([status, code, SHOP]);
    }
  });
});
