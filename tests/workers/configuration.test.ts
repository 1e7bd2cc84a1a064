import { createExecutionContext } from "cloudflare:test";
import { env as bindings } from "cloudflare:workers";
import { expect, inject, it } from "vitest";
import type { ErrorBody } from "#core/contract/errors.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import api from "#worker/api/index.ts";
import gateway from "#worker/gateway/index.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { PROJECT_KEYS } from "./support/project-keys.ts";
import { mint, newUser } from "./support/test-api.ts";

const secretText = btoa("0123456789abcdef0123456789abcdef");
const complete = () => ({
  METER: bindings.METER,
  POSTER: bindings.POSTER,
  ACCOUNT_RATE: bindings.ACCOUNT_RATE,
  ADDRESS_RATE: bindings.ADDRESS_RATE,
  APP_ORIGIN: "https://latchkey.test",
  LIBSQL_URL: inject("libsqlUrl"),
  LIBSQL_AUTH_TOKEN: "",
  SUPABASE_URL: inject("supabaseUrl"),
  SUPABASE_PUBLISHABLE_KEY: PROJECT_KEYS.publishable,
  SUPABASE_SECRET_KEY: PROJECT_KEYS.secret,
  SUPABASE_JWT_SECRET: "",
  STRIPE_SECRET_KEY: "sk_test_configuration",
  STRIPE_WEBHOOK_SECRET: "whsec_configuration",
  STRIPE_API_URL: "",
  KEY_PEPPER: secretText,
  KEY_PEPPER_PREVIOUS: "",
  KEY_SEALING_SECRET: secretText,
  KEY_SEALING_SECRET_PREVIOUS: "",
  UPSTREAM_URL: "http://upstream.test/v1",
  UPSTREAM_API_KEY: "",
});

type WorkerRequest = Parameters<typeof api.fetch>[0];
interface Worker {
  fetch: (
    request: WorkerRequest,
    env: Cloudflare.Env,
    context: ExecutionContext,
  ) => Response | Promise<Response>;
}

async function ask(worker: Worker, env: Cloudflare.Env, path: string, init: RequestInit = {}) {
  // Real requests carry Cloudflare's properties, which the workers do not read.
  const request = new Request(`https://latchkey.test${path}`, init) as WorkerRequest;
  return worker.fetch(request, env, createExecutionContext());
}

let copies = 0;
/** Another worker, because each isolate is composed only once: a copy of its entry, which shares everything else. */
async function freshWorker(name: "api" | "gateway", env: Cloudflare.Env) {
  copies += 1;
  const entry = `../../worker/${name}/index.ts?copy=${copies}`;
  const { default: fresh }: { default: Worker } = await import(/* @vite-ignore */ entry);
  return (path: string, init: RequestInit) => ask(fresh, env, path, init);
}

it("the gateway logs what is wrong with its configuration, and works once it is fixed", async () => {
  const wrong = { ...complete(), KEY_PEPPER: "s3cret", UPSTREAM_URL: "" };
  const errors = expectErrors();
  const failed = await ask(gateway, wrong, "/v1/models");
  expect(failed.status).toBe(500);
  const id = failed.headers.get("x-request-id");
  expect(await failed.json()).toMatchObject({ error: { code: "internal_error", type: "api_error" } });
  const [line] = errors().map((text) => JSON.parse(text));
  expect(line).toMatchObject({ event: "gateway_failed", request_id: id });
  expect(line.causes[0].message).toBe(
    "Wrong configuration of latchkey-gateway: KEY_PEPPER must be base64 of at least 32 random bytes; UPSTREAM_URL is missing.",
  );
  expect((await ask(gateway, complete(), "/v1/models")).status).toBe(401);
});

it("the API with a wrong configuration fails requests by name, and works once it is fixed", async () => {
  const wrong = { ...complete(), STRIPE_SECRET_KEY: "" };
  await expect((await freshWorker("api", wrong))("/api/health", {})).rejects.toThrow(
    "Wrong configuration of latchkey-api: STRIPE_SECRET_KEY is missing.",
  );
  expect((await ask(api, complete(), "/api/health")).status).toBe(200);
});

it("the worker as composed for production verifies tokens and webhook signatures", async () => {
  const authorization = `Bearer ${await mint({ claims: { sub: crypto.randomUUID() } })}`;
  const balance = await ask(api, complete(), "/api/account/balance", { headers: { authorization } });
  expect(await balance.json()).toEqual({
    balance: 0,
    held: 0,
    currency: "USD",
    ever_funded: false,
    low_balance_threshold: 5,
    pending: [],
  });

  const headers = { "stripe-signature": "t=1,v1=00" };
  const unsigned = await ask(api, complete(), "/api/stripe/webhook", { method: "POST", body: "{}", headers });
  expect(unsigned.status).toBe(400);
  expect((await unsigned.json<ErrorBody>()).code).toBe("invalid_signature");
});

it("the worker as composed for production takes the tokens for its report and its metrics", async () => {
  const tokens = { HEALTH_TOKEN: "h".repeat(32), METRICS_TOKEN: "m".repeat(32) };
  const fresh = await freshWorker("api", { ...complete(), ...tokens });
  const statusOf = async (path: string, token: string) =>
    (await fresh(path, { headers: { authorization: `Bearer ${token}` } })).status;
  const { HEALTH_TOKEN, METRICS_TOKEN } = tokens;
  const [report, metrics] = ["/api/health?verbose", "/api/metrics"];
  expect([await statusOf(report, HEALTH_TOKEN), await statusOf(report, METRICS_TOKEN)]).toEqual([200, 401]);
  expect([await statusOf(metrics, HEALTH_TOKEN), await statusOf(metrics, METRICS_TOKEN)]).toEqual([401, 200]);
});

it("the worker as composed for production knows keys made before its secrets were changed", async () => {
  const user = await newUser();
  const authorization = `Bearer ${user.token}`;
  const json = { authorization, "content-type": "application/json" };
  const created = await ask(api, complete(), "/api/keys", {
    method: "POST",
    body: '{"name":"Old"}',
    headers: json,
  });
  const { id, key } = await created.json<ApiKey>();
  const secretsOf = (fill: string, previous: string) => ({
    KEY_PEPPER: btoa(fill.repeat(32)),
    KEY_PEPPER_PREVIOUS: previous,
    KEY_SEALING_SECRET: btoa(fill.repeat(32)),
    KEY_SEALING_SECRET_PREVIOUS: previous,
  });
  const between = btoa("b".repeat(32));
  const changed = await freshWorker("api", { ...complete(), ...secretsOf("c", `${between},${secretText}`) });
  const revealed = await changed(`/api/keys/${id}/reveal`, { method: "POST", headers: json });
  expect(await revealed.json()).toEqual({ key });
  const held = { method: "POST", headers: { authorization: `Bearer ${key}` } };
  const forgotten = await freshWorker("gateway", { ...complete(), ...secretsOf("c", between) });
  expect((await forgotten("/v1/keys/self/revoke", held)).status).toBe(401);
  const known = await freshWorker("gateway", {
    ...complete(),
    ...secretsOf("c", `${between},${secretText}`),
  });
  expect((await known("/v1/keys/self/revoke", held)).status).toBe(200);
});
