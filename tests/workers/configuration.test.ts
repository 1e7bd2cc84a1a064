import { createExecutionContext } from "cloudflare:test";
import { expect, inject, it } from "vitest";
import type { ErrorBody } from "#core/contract/errors.ts";
import worker from "#worker/api/index.ts";
import { mint } from "./support/test-api.ts";

const secretText = btoa("0123456789abcdef0123456789abcdef");
const complete = () => ({
  APP_ORIGIN: "https://latchkey.test",
  LIBSQL_URL: inject("libsqlUrl"),
  LIBSQL_AUTH_TOKEN: "",
  SUPABASE_URL: inject("supabaseUrl"),
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_configuration",
  SUPABASE_SECRET_KEY: "sb_secret_configuration",
  SUPABASE_JWT_SECRET: "",
  STRIPE_SECRET_KEY: "sk_test_configuration",
  STRIPE_WEBHOOK_SECRET: "whsec_configuration",
  STRIPE_API_URL: "",
  KEY_PEPPER: secretText,
  KEY_SEALING_SECRET: secretText,
});

type WorkerRequest = Parameters<typeof worker.fetch>[0];

async function ask(env: object, path: string, init: RequestInit = {}) {
  // A request of the network carries Cloudflare's own properties, of which the worker reads none.
  const request = new Request(`https://latchkey.test${path}`, init) as WorkerRequest;
  return worker.fetch(request, env, createExecutionContext());
}

it("the worker says what is wrong with its configuration, and works once that is mended", async () => {
  const wrong = { ...complete(), KEY_PEPPER: "s3cret", STRIPE_SECRET_KEY: "" };
  await expect(ask(wrong, "/api/health")).rejects.toThrow(
    "Wrong configuration of latchkey-api: STRIPE_SECRET_KEY is missing; KEY_PEPPER must be base64 of at least 32 random bytes.",
  );
  expect((await ask(complete(), "/api/health")).status).toBe(200);
});

it("the worker as composed for production verifies tokens and webhook signatures", async () => {
  const authorization = `Bearer ${await mint({ claims: { sub: crypto.randomUUID() } })}`;
  const balance = await ask(complete(), "/api/account/balance", { headers: { authorization } });
  expect(await balance.json()).toEqual({ balance: 0, held: 0, currency: "USD" });

  const headers = { "stripe-signature": "t=1,v1=00" };
  const unsigned = await ask(complete(), "/api/stripe/webhook", { method: "POST", body: "{}", headers });
  expect(unsigned.status).toBe(400);
  expect((await unsigned.json<ErrorBody>()).code).toBe("invalid_signature");
});
