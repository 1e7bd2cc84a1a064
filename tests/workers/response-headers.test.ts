import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { noGateway } from "#tests/support/no-gateway.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import { STRICT_TRANSPORT } from "#worker/http-headers.ts";
import { type Call, call, createKeyAs, newUser, testApi } from "./support/test-api.ts";

const api = testApi({ gateway: noGateway(metersOf(env.METER)) });
const SAFE = {
  "strict-transport-security": STRICT_TRANSPORT,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
};

it("every kind of response of /api and /v1 forbids caching, framing and plain HTTP", async () => {
  const user = await newUser();
  const { key } = await createKeyAs(api, user);
  const requests: [number, string | null, string, Call?][] = [
    [200, null, "/api/health"],
    [200, null, "/api/openapi.json"],
    [200, user.token, "/api/account/balance"],
    [200, user.token, "/api/ledger.csv"],
    [401, null, "/api/keys"],
    [404, user.token, "/api/receipts/none"],
    [404, null, "/api/nowhere"],
    [422, user.token, "/api/keys", { body: { name: "" } }],
    [400, null, "/api/stripe/webhook", { body: {} }],
    [200, key, "/v1/models"],
    [401, null, "/v1/models"],
    [404, key, "/v1/files"],
    [204, null, "/v1/models", { method: "OPTIONS", headers: { origin: "https://page.test" } }],
  ];
  for (const [status, token, path, options] of requests) {
    const response = await call(api, token, path, options);
    expect([path, response.status]).toEqual([path, status]);
    expect(Object.fromEntries(response.headers), path).toMatchObject(SAFE);
    await response.text();
  }
});
