import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, it } from "vitest";
import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import type { Settlement } from "#worker/gateway/metering.ts";
import { admit, meteredUser, restart, settlement } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { openTestDatabase, type TestUser, writeDirectly } from "./support/test-api.ts";

/** Later than any test runs, so that no alarm rings by itself. */
const NOON = Date.parse("2100-02-02T12:00Z");
const LINES = '{"tier":"default","lines":[{"dimension":"input","quantity":9}]}';

const ROWS = `SELECT m.name AS model, u.price_list_id, u.price_lines, u.status_code, u.response_time, u.cost_micros,
    u.billed_micros, u.tokens_in, u.tokens_cached, u.tokens_out, u.first_byte, u.outcome, u.estimated, u.hold_micros, u.plan_micros
  FROM api_usage AS u JOIN models AS m ON m.id = u.model_id WHERE u.account_id = ? ORDER BY u.id`;

async function rowsOf({ account }: TestUser) {
  const { rows } = await openTestDatabase().$client.execute({ sql: ROWS, args: [account.id] });
  return rows.map((row) => ({ ...row }));
}

const full = (requestId: string, changes: Partial<Settlement> = {}): Settlement => ({
  requestId,
  statusCode: 200,
  responseTimeMs: 340,
  costMicros: 80,
  tokensIn: 9,
  tokensCached: 4,
  tokensOut: 5,
  firstByteMs: 120,
  outcome: OUTCOMES.client_left,
  estimated: true,
  priceLines: LINES,
  ...changes,
});
const STORED = {
  model: "demo-large",
  price_list_id: 7,
  price_lines: LINES,
  status_code: 200,
  response_time: 340,
  cost_micros: 80,
  billed_micros: 80,
  tokens_in: 9,
  tokens_cached: 4,
  tokens_out: 5,
  first_byte: 120,
  outcome: OUTCOMES.client_left,
  estimated: 1,
  hold_micros: 100,
  plan_micros: 0,
};
const MODEL = { model: "demo-large", priceListId: 7 };

it("stores every figure of a request, through restarts and a repeated settlement", async () => {
  const { user, key, meter } = await meteredUser();
  const { requestId } = await admit(key, MODEL);
  await restart(key);
  await meter().settle([full(requestId)]);
  await restart(key);
  await meter().settle([full(requestId, { costMicros: 1, outcome: OUTCOMES.completed })]);
  await runDurableObjectAlarm(meter());
  expect(await rowsOf(user)).toEqual([STORED]);
});

it("stores what the plan paid as its value, and the request's hold", async () => {
  const { user, key, meter } = await meteredUser();
  const plan = { type: "Business", validUntil: null, requestsPerMonth: null } as const;
  await writeDirectly((db) => db.insert(subscriptions).values({ accountId: user.account.id, ...plan }));
  const [kept, dear] = [await admit(key, MODEL), await admit(key, MODEL)];
  await meter().settle([full(kept.requestId), full(dear.requestId, { costMicros: 101 })]);
  await runDurableObjectAlarm(meter());
  expect(await rowsOf(user)).toEqual([
    { ...STORED, cost_micros: 0, billed_micros: 0, plan_micros: 80 },
    { ...STORED, cost_micros: 0, billed_micros: 0, plan_micros: 100 },
  ]);
});

it.each(["a balance", "a plan"])(
  "an orphaned request of %s costs what was last reported, marked as such",
  async (payer) => {
    const clock = stopClock(NOON);
    const { user, key, meter } = await meteredUser();
    const plan = { type: "Business", validUntil: null, requestsPerMonth: null } as const;
    if (payer === "a plan")
      await writeDirectly((db) => db.insert(subscriptions).values({ accountId: user.account.id, ...plan }));
    const { requestId } = await admit(key, MODEL);
    await meter().progress(full(requestId, { costMicros: 20 }));
    await meter().progress(full(requestId, { costMicros: 60 }));
    await restart(key);
    clock.move(13 * 60_000);
    await runDurableObjectAlarm(meter());
    await meter().settle([full(requestId)]);
    await runDurableObjectAlarm(meter());
    const paid =
      payer === "a plan"
        ? { cost_micros: 0, billed_micros: 0, plan_micros: 60 }
        : { cost_micros: 60, billed_micros: 60, plan_micros: 0 };
    expect(await rowsOf(user)).toEqual([
      { ...STORED, ...paid, status_code: 503, outcome: OUTCOMES.orphaned },
    ]);
  },
);

it("is not held up by a clock that steps back: what was never settled is closed all the same", async () => {
  const clock = stopClock(NOON);
  const { key, meter } = await meteredUser();
  await admit(key);
  clock.move(-24 * 3_600_000);
  await runDurableObjectAlarm(meter());
  expect(await meter().standing()).toMatchObject({ pending: 1 });
  clock.move(13 * 60_000);
  await runDurableObjectAlarm(meter());
  expect(await meter().standing()).toMatchObject({ pending: 0, heldMicros: 0 });
});

it("accepts an edge that knows none of the newer figures, and figures that no request can have", async () => {
  const { user, key, meter } = await meteredUser();
  const [older, odd] = [await admit(key), await admit(key, { model: "m".repeat(200) })];
  await meter().settle([
    settlement(older.requestId),
    full(odd.requestId, {
      tokensCached: -1,
      firstByteMs: Number.NaN,
      estimated: "yes" as never,
      outcome: 99 as never,
      priceLines: "x".repeat(8193),
    }),
  ]);
  await runDurableObjectAlarm(meter());
  const unknown = {
    model: "",
    price_list_id: null,
    price_lines: null,
    tokens_cached: 0,
    outcome: 0,
    estimated: 0,
  };
  expect(await rowsOf(user)).toMatchObject([
    { ...unknown, first_byte: null },
    { ...unknown, model: "m".repeat(200), first_byte: 0 },
  ]);
  for (const [changes, message] of [
    [{ model: "" }, "model's name"],
    [{ model: "m".repeat(201) }, "model's name"],
    [{ priceListId: 0 }, "price list"],
    [{ priceListId: 1.5 }, "price list"],
  ] as const)
    await expect(admit(key, changes)).rejects.toThrow(message);
});
