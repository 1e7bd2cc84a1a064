import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiKey } from "#core/contract/keys.ts";
import { paymentLinkResponse } from "#core/contract/payments.ts";
import { type AllWorkers, signInNewUser, startAllWorkers } from "#tests/support/all-workers.ts";
import { payOnHostedPage } from "#tests/support/hosted-page.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { inTier } from "#tests/support/tier.ts";
import { STRICT_TRANSPORT } from "#worker/http-headers.ts";

const FAILING = { model: "demo-small", messages: [{ role: "user", content: "/fail 503" }] };

/** The runtime's own location, whatever the client's headers say. */
const PLACE = {
  country: expect.stringMatching(/^(?!AQ)[A-Z]{2}$/),
  city: expect.stringMatching(/./),
  device: "Firefox on Linux",
};
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0";
const SAFE = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "strict-transport-security": STRICT_TRANSPORT,
  "x-content-type-options": "nosniff",
};

/** With a domain, requests to `/v1` have a route of their own; at a `workers.dev` address web forwards them. */
const WAYS = [
  { way: "through web", routed: false, logging: ["gateway", "web"] },
  { way: "directly", routed: true, logging: ["gateway"] },
];

describe.each(WAYS.slice(0, inTier({ fast: 1, full: WAYS.length })))(
  "a request that reaches the gateway $way",
  ({ routed, logging }) => {
    let workers: AllWorkers;
    let user: Awaited<ReturnType<typeof signInNewUser>>;
    beforeAll(async () => {
      workers = await startAllWorkers({ routed });
      user = await signInNewUser(workers, "traced@example.com");
      const link = await user.call("/payment/create-payment-link", { amount: 25, product: "balance" });
      const landing = await payOnHostedPage(paymentLinkResponse.parse(await link.json()).paymentLinkUrl);
      const session_id = new URL(landing).searchParams.get("session_id");
      await user.call("/account/payment-link-completion", { session_id });
    });
    afterAll(() => workers.stop());

    const newKey = async () =>
      apiKey.parse(await (await user.call("/keys", { name: "Traced" })).json()).key ?? "";
    const send = (path: string, key: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${workers.origin}/v1${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const linesOf = (id: string) =>
      workers.logs().flatMap(({ message }) => (message.includes(id) ? [JSON.parse(message)] : []));

    test("and fails has one ID, never the client's, in its response, its log lines and its usage row", async () => {
      const chosen = crypto.randomUUID();
      const key = await newKey();
      const response = await send("/chat/completions", key, FAILING, { "x-latchkey-request-id": chosen });
      const id = response.headers.get("x-request-id") ?? "";
      expect(response.status).toBe(503);
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      const usageOf = (requestId: string) =>
        workers.database.db.all(sql`SELECT status_code FROM api_usage WHERE request_id = ${requestId}`);
      await expect.poll(() => usageOf(id), { timeout: PATIENCE_MS }).toEqual([{ status_code: 503 }]);
      expect([await usageOf(chosen), linesOf(chosen)]).toEqual([[], []]);
      const lines = linesOf(id);
      const failed = { event: "response_failed", request_id: id, status: 503 };
      expect(lines).toEqual(logging.map((worker) => expect.objectContaining({ ...failed, worker })));
      for (const secret of [key, "/fail"]) expect(JSON.stringify(lines)).not.toContain(secret);
    });

    test("is recorded with the place that the platform reports", async () => {
      const headers = { "user-agent": FIREFOX, "cf-ipcountry": "AQ" };
      const response = await send("/keys/self/revoke", await newKey(), {}, headers);
      expect(response.status).toBe(200);
      const id = response.headers.get("x-request-id");
      const [entry] = await workers.database.db.all<{ place: string }>(
        sql`SELECT place FROM audit_log WHERE request_id = ${id}`,
      );
      expect(JSON.parse(entry?.place ?? "null")).toEqual(PLACE);
    });

    test("gets the gateway's own headers, and none of web's", async () => {
      const { status, headers } = await fetch(`${workers.origin}/v1/models`);
      expect(status).toBe(401);
      expect(Object.fromEntries(headers)).toMatchObject(SAFE);
      expect(headers.get("x-latchkey-build")).toBeNull();
    });
  },
);
