import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { decodeJwt, type JSONWebKeySet } from "jose";
import { freePorts } from "#scripts/local/free-port.ts";
import { listenOnLoopback } from "#scripts/local/loopback-server.ts";
import { PROJECT_KEYS } from "./project-keys.ts";
// Only types: a global setup cannot import what imports Vitest.
import type { ProviderCall, ProviderResponse } from "./provider.ts";

/** Responses that replace the defaults for one user or address, by `METHOD path`. */
type Overrides = Map<string, Record<string, ProviderResponse>>;

/**
 * A fake Supabase project over HTTP: it publishes keys, and has an active session without a second factor for every
 * valid token. Tests can override its responses and read the calls it received.
 */
export async function startProviderServer(
  keys: JSONWebKeySet,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const overrides: Overrides = new Map();
  const calls: ProviderCall[] = [];
  const app = new Hono()
    .get("/auth/v1/.well-known/jwks.json", (c) => c.json(keys))
    .put("/test/overrides/:about", async (c) => {
      overrides.set(c.req.param("about"), await c.req.json());
      return c.body(null, 204);
    })
    .get("/test/calls/:about", (c) => c.json(calls.filter(({ about }) => about === c.req.param("about"))))
    .all("/:service{(auth|rest)}/v1/*", async (c) => {
      const call = await readCall(c.req.raw);
      calls.push(call);
      const replaced = overrides.get(call.about)?.[call.name];
      const { status = 200, body, delayMs = 0 } = replaced ?? defaultResponse(call);
      await sleep(delayMs, undefined, { ref: false });
      return Response.json(body ?? {}, { status });
    })
    .notFound((c) => c.json({}, 503));
  const [port = 0] = await freePorts(1);
  const server = await listenOnLoopback(port, app.fetch);
  return { url: `http://127.0.0.1:${port}`, stop: () => server.stop() };
}

/** The subject of a call: the address in its body, the user in its path, or the user of its token. */
async function readCall(request: Request): Promise<ProviderCall> {
  const { pathname, searchParams } = new URL(request.url);
  const body: Record<string, unknown> = Object(JSON.parse((await request.text()) || "{}"));
  const named = /^\/auth\/v1\/admin\/users\/(.+)$/.exec(pathname)?.[1];
  const token = request.headers.get("authorization")?.slice("Bearer ".length) ?? "";
  const about = String(body.email ?? named ?? subjectOf(token));
  const name = `${request.method} ${named ? "/auth/v1/admin/users" : pathname}`;
  const key = request.headers.get("apikey") ?? "";
  return { name, about, key, redirectTo: searchParams.get("redirect_to"), body };
}

function subjectOf(token: string): string {
  try {
    return decodeJwt(token).sub ?? "";
  } catch {
    return "";
  }
}

const KEY_OF: Record<string, string> = {
  "GET /auth/v1/user": PROJECT_KEYS.publishable,
  "POST /auth/v1/otp": PROJECT_KEYS.publishable,
  "POST /rest/v1/rpc/active_sessions": PROJECT_KEYS.publishable,
  "POST /rest/v1/rpc/end_session": PROJECT_KEYS.publishable,
  "POST /auth/v1/logout": PROJECT_KEYS.publishable,
  "POST /auth/v1/invite": PROJECT_KEYS.secret,
  "GET /auth/v1/admin/users": PROJECT_KEYS.secret,
  "DELETE /auth/v1/admin/users": PROJECT_KEYS.secret,
};
const UUID = /^[0-9a-f-]{36}$/;
const USUAL: Record<string, unknown> = {
  "POST /rest/v1/rpc/active_sessions": [],
  "POST /rest/v1/rpc/end_session": false,
};

function defaultResponse({ name, key, about }: ProviderCall): ProviderResponse {
  if (key !== KEY_OF[name]) return { status: 401, body: { message: "Invalid API key" } };
  const isUser = name === "GET /auth/v1/user" || (name === "GET /auth/v1/admin/users" && UUID.test(about));
  return { body: isUser ? { id: about, factors: [] } : (USUAL[name] ?? {}) };
}
