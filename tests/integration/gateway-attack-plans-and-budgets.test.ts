import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rotateKey } from "#core/services/keys/rotate-key.ts";
import { until } from "#tests/support/limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { type RealGateway, startRealGateway, waitingProvider } from "./attacks/real-gateway.ts";
import { CHAT, DEAR, EMBEDDINGS, post, RESPONSE, responseWith, usageOf } from "./attacks/targets.ts";
import { type Customer, drained, expectExact } from "./gateway/customers.ts";
import { json } from "./gateway-http/scripted-upstream.ts";
import { clock } from "./keys/key-shop.ts";

let gateway: RealGateway;
beforeAll(async () => {
  gateway = await startRealGateway();
});
afterAll(() => gateway.stop());

/** 96 bytes as forwarded, and at most 10 tokens of output. */
const BODY = { ...CHAT.body, stop: "x".repeat(8) };
const HOLD = 2 * JSON.stringify(BODY).length + 8 * 10 + 5;
const COST = CHAT.cost;

const send = ({ keys }: Customer, body: unknown = BODY, turn = 0) =>
  gateway.send(CHAT.path, keys[turn % keys.length] ?? "", post(body));

async function outcomesOf(responses: readonly Response[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const response of responses) {
    const text = await response.text();
    const name = response.ok ? "ok" : `${response.status} ${JSON.parse(text).error.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Sends so many requests at once to a provider that responds once all others are refused. */
async function rush(
  customer: Customer,
  { requests, admitted, body = BODY }: { requests: number; admitted: number; body?: unknown },
) {
  const provider = waitingProvider();
  gateway.upstream.respondWith(provider.script);
  const done: Response[] = [];
  const sent = Array.from({ length: requests }, async (_, turn) => {
    const response = await send(customer, body, turn);
    done.push(response);
    return response;
  });
  await until(() => done.length + provider.count === requests);
  expect(provider.count, "requests that reached the provider").toBe(admitted);
  provider.release();
  return outcomesOf(await Promise.all(sent));
}

const subscribe = (
  { accountId }: Customer,
  {
    type = "Premium",
    requests = 10_000,
    micros,
    draws = 0,
  }: { type?: string; requests?: number | null; micros: number | null; draws?: number },
) =>
  gateway.sql(
    `INSERT INTO subscriptions (account_id, type, requests_per_month, micros_per_month, draws_on_balance)
     VALUES (?, ?, ?, ?, ?)`,
    accountId,
    type,
    requests,
    micros,
    draws,
  );
const limitKeys = ({ accountId }: Customer, micros: number) =>
  gateway.sql(
    "INSERT INTO key_budgets (key_id, period, micros) SELECT id, 'month', ? FROM api_keys WHERE account_id = ?",
    micros,
    accountId,
  );
const usageOfAccount = async ({ accountId }: Customer) => {
  const sql = "SELECT cost_micros, plan_micros, status_code FROM api_usage WHERE account_id = ? ORDER BY id";
  const { rows } = await gateway.sql(sql, accountId);
  return rows.map((row) => ({ cost: Number(row.cost_micros), plan: Number(row.plan_micros) }));
};

describe("G3: a plan", () => {
  test("does not pay for a request that may cost more than its value", async () => {
    const customer = await gateway.newCustomer();
    await subscribe(customer, { micros: 100_000 });
    gateway.upstream.respondWith(json(RESPONSE));
    const body = {
      ...CHAT.body,
      model: DEAR,
      max_tokens: 100,
      n: 128,
      messages: [{ role: "user", content: "x".repeat(900) }],
    };
    const response = await send(customer, body);
    expect(await outcomesOf([response])).toEqual({ "429 quota_exceeded": 1 });
    expect(response.headers.get("x-should-retry")).toBe("false");
    expect(gateway.upstream.received).toEqual([]);
  });

  test("pays no more than its value, however many requests are sent at once", async () => {
    const customer = await gateway.newCustomer();
    await subscribe(customer, { micros: 10 * HOLD + HOLD - 1 });
    const outcomes = await rush(customer, { requests: 40, admitted: 10 });
    expect(outcomes).toEqual({ ok: 10, "429 quota_exceeded": 30 });
    await drained(gateway.origin, customer);
    expect(await usageOfAccount(customer)).toEqual(
      Array.from({ length: 10 }, () => ({ cost: 0, plan: COST })),
    );
    // What was held and not spent is there again: 11 holds less one micro-dollar, less ten charges.
    const left = Math.floor((11 * HOLD - 1 - 10 * COST) / HOLD);
    expect(await rush(customer, { requests: 20, admitted: left })).toEqual({
      ok: left,
      "429 quota_exceeded": 20 - left,
    });
    await expectExact(gateway, customer, []);
  });

  test("charges the balance beyond its value, where its owner lets it", async () => {
    const customer = await gateway.newCustomer({ micros: 3 * HOLD });
    await subscribe(customer, { micros: 2 * HOLD, draws: 1 });
    const outcomes = await rush(customer, { requests: 20, admitted: 5 });
    expect(outcomes).toEqual({ ok: 5, "402 insufficient_balance": 15 });
    await drained(gateway.origin, customer);
    const usage = await usageOfAccount(customer);
    expect(usage.reduce((sum, { cost }) => sum + cost, 0)).toBe(3 * COST);
    expect(usage.reduce((sum, { plan }) => sum + plan, 0)).toBe(2 * COST);
    await expectExact(gateway, customer, []);
  });

  test("pays for no more requests than it has", async () => {
    const customer = await gateway.newCustomer();
    await subscribe(customer, { micros: null, requests: 7 });
    expect(await rush(customer, { requests: 20, admitted: 7 })).toEqual({ ok: 7, "429 quota_exceeded": 13 });
  });

  test("is not charged more than was held, whatever the provider counts", async () => {
    const customer = await gateway.newCustomer();
    await subscribe(customer, { micros: HOLD });
    gateway.upstream.respondWith(json(responseWith(usageOf(1_000_000, 1_000_000))));
    expect(await outcomesOf([await send(customer)])).toEqual({ ok: 1 });
    await drained(gateway.origin, customer);
    expect(await usageOfAccount(customer)).toEqual([{ cost: 0, plan: HOLD }]);
  });

  test("names who has paid, and free endpoints name nobody", async () => {
    const customer = await gateway.newCustomer();
    await subscribe(customer, { micros: HOLD, draws: 1 });
    gateway.upstream.respondWith(json(RESPONSE));
    const [first, second] = [await send(customer), await send(customer)];
    expect(
      [first, second].map(({ headers }) => [
        headers.get("x-latchkey-paid-by"),
        headers.get("x-latchkey-cost"),
      ]),
    ).toEqual([
      ["plan", "0.000000"],
      ["balance", "0.000043"],
    ]);
  });
});

describe("G10: a balance", () => {
  test("is never spent beyond its last micro-dollar, however many requests are sent at once", async () => {
    const customer = await gateway.newCustomer({ micros: 9 * HOLD + HOLD - 1 });
    expect(await rush(customer, { requests: 60, admitted: 9 })).toEqual({
      ok: 9,
      "402 insufficient_balance": 51,
    });
    await drained(gateway.origin, customer);
    const costs = await expectExact(gateway, customer, []);
    expect([...costs.values()]).toEqual(Array.from({ length: 9 }, () => COST));
  });

  test("is not taken by a provider's wrong counts", async () => {
    const customer = await gateway.newCustomer({ micros: 1_000_000 });
    gateway.upstream.respondWith(json(responseWith(usageOf(1_000_000_000, 1_000_000_000))));
    const response = await send(customer);
    expect(response.headers.get("x-latchkey-cost")).toBe((HOLD / 1e6).toFixed(6));
    expect(response.headers.get("x-latchkey-balance")).toBe(((1_000_000 - HOLD) / 1e6).toFixed(6));
    await expectExact(gateway, customer, []);
  });

  test("that covers no request is refused before anything is forwarded, at every endpoint that costs", async () => {
    const customer = await gateway.newCustomer({ micros: 10 });
    gateway.upstream.respondWith(json(RESPONSE));
    for (const { path, body } of [CHAT, EMBEDDINGS]) {
      const response = await gateway.send(path, customer.keys[0] ?? "", post(body));
      expect(await outcomesOf([response])).toEqual({ "402 insufficient_balance": 1 });
    }
    expect(gateway.upstream.received).toEqual([]);
  });

  test("is not spent by a request that holds more than any account has", async () => {
    const customer = await gateway.newCustomer({ micros: 1_000_000 });
    gateway.upstream.respondWith(json(RESPONSE));
    const prompt = Array.from({ length: 2_048 }, () => "x");
    const body = { model: "demo-absurd", prompt, n: 128 };
    const response = await gateway.send("/v1/completions", customer.keys[0] ?? "", post(body));
    expect(await outcomesOf([response])).toEqual({ "402 insufficient_balance": 1 });
    expect(gateway.upstream.received).toEqual([]);
  });
});

describe("G12: a budget", () => {
  test("has room for no more than it allows, however many requests are sent at once", async () => {
    const customer = await gateway.newCustomer();
    await limitKeys(customer, 4 * HOLD + HOLD - 1);
    expect(await rush(customer, { requests: 30, admitted: 4 })).toEqual({ ok: 4, "402 budget_exceeded": 26 });
    await drained(gateway.origin, customer);
    const costs = await expectExact(gateway, customer, []);
    expect([...costs.values()].reduce((sum, cost) => sum + cost, 0)).toBe(4 * COST);
  });

  test("is not exceeded by a provider's wrong counts", async () => {
    const customer = await gateway.newCustomer();
    await limitKeys(customer, HOLD);
    gateway.upstream.respondWith(json(responseWith(usageOf(1_000_000_000, 1_000_000_000))));
    expect(await outcomesOf([await send(customer), await send(customer)])).toEqual({
      ok: 1,
      "402 budget_exceeded": 1,
    });
    const costs = await expectExact(gateway, customer, []);
    expect([...costs.values()]).toEqual([HOLD]);
  });

  test("stays spent when its key is rotated, again and again, and both keys are used at once", async () => {
    const customer = await gateway.newCustomer();
    await limitKeys(customer, 3 * HOLD);
    const keys = [...customer.keys];
    gateway.upstream.respondWith(json(responseWith(usageOf(1_000_000, 1_000_000))));
    expect(await outcomesOf([await send(customer)])).toEqual({ ok: 1 });
    for (let i = 0; i < 3; i += 1) {
      const { rows } = await gateway.sql(
        "SELECT public_id FROM api_keys WHERE account_id = ? ORDER BY id DESC",
        customer.accountId,
      );
      const ctx = {
        db: gateway.db,
        clock,
        requestId: crypto.randomUUID(),
        metering: noMetering,
        account: { id: customer.accountId, email: "x@example.com", userId: crypto.randomUUID() },
        keySecrets: gateway.keySecrets,
      };
      const rotated = await rotateKey(ctx as never, {
        id: String(rows[0]?.public_id),
        overlapHours: 1,
      });
      keys.push(String(rotated.key));
      await gateway.refresh(customer);
    }
    const all = { ...customer, keys };
    const outcomes = await outcomesOf(
      await Promise.all(Array.from({ length: 16 }, (_, turn) => send(all, BODY, turn))),
    );
    expect(outcomes).toEqual({ ok: 2, "402 budget_exceeded": 14 });
    await drained(gateway.origin, customer);
    const costs = await expectExact(gateway, customer, []);
    expect([...costs.values()]).toEqual([HOLD, HOLD, HOLD]);
  });

  test("of an account counts all of its keys", async () => {
    const customer = await gateway.newCustomer({ keys: 5 });
    const sql = "INSERT INTO account_limits (account_id, period, micros) VALUES (?, 'day', ?)";
    await gateway.sql(sql, customer.accountId, 6 * HOLD);
    expect(await rush(customer, { requests: 30, admitted: 6 })).toEqual({
      ok: 6,
      "402 spending_limit_exceeded": 24,
    });
    await expectExact(gateway, customer, []);
  });
});
