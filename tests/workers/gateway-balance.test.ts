import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, it } from "vitest";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { inTier } from "#tests/support/tier.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import {
  admit,
  COST,
  grant,
  type MeteredKey,
  meteredUser,
  recordsOf,
  restart,
  settlement,
  tally,
} from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { storedRefusals } from "./support/refusals.ts";
import { writeDirectly } from "./support/test-api.ts";

const times = <Result>(count: number, work: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => work(index));
const pick = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
};

it("serves exactly 50 of 1,000 concurrent requests with money for 50, and ends at a balance of 0", async () => {
  const { user, keys, meter } = await meteredUser({ micros: 50 * COST, keys: 20 });
  const responses = await Promise.all(times(1000, (index) => admit(pick(keys, index))));
  expect(tally(responses)).toEqual({ admitted: 50, insufficient_balance: 950 });
  expect(await meter().standing()).toMatchObject({ balanceMicros: 0, heldMicros: 50 * COST });
  const served = responses.filter(({ admitted }) => admitted);
  await meter().settle(served.map(({ requestId }) => settlement(requestId)));
  await runDurableObjectAlarm(meter());
  expect(await meter().standing()).toEqual({ balanceMicros: 0, heldMicros: 0, pending: 0, unposted: 0 });
  const books = await recordsOf(user);
  expect(books.rows.map(({ requestId }) => requestId).sort()).toEqual(
    served.map(({ requestId }) => requestId).sort(),
  );
  expect(books).toMatchObject({ cost: 50 * COST, debits: 50 * COST, balance: 0 });
});

it("frees what was held beyond the cost, and charges nothing for a request that failed", async () => {
  const { user, key, meter } = await meteredUser({ micros: 1000 });
  const [first, second] = [await admit(key, { hold: 600 }), await admit(key, { hold: 400 })];
  expect(await admit(key, { hold: 1 })).toMatchObject({ code: "insufficient_balance", balanceMicros: 0 });
  await meter().settle([
    settlement(first.requestId, 250),
    { ...settlement(second.requestId, 0), statusCode: 500 },
  ]);
  expect(await admit(key, { hold: 700 })).toMatchObject({ admitted: true, balanceMicros: 50 });
  await runDurableObjectAlarm(meter());
  expect(await recordsOf(user)).toMatchObject({ cost: 250, debits: 250, balance: 750 });
});

it("never takes more than was held, whatever a request is said to cost", async () => {
  const { user, key, meter } = await meteredUser({ micros: 1000 });
  const [dear, other] = [await admit(key, { hold: 300 }), await admit(key, { hold: 500 })];
  await meter().settle([settlement(dear.requestId, 5000)]);
  expect(await meter().standing()).toMatchObject({ balanceMicros: 200, heldMicros: 500 });
  await meter().settle([settlement(other.requestId, 500)]);
  await runDurableObjectAlarm(meter());
  expect(await recordsOf(user)).toMatchObject({ cost: 800, debits: 800, balance: 200 });
});

it("stores each request once, however often it is settled, flushed and admitted again", async () => {
  const { user, key, meter } = await meteredUser();
  const { requestId } = await admit(key);
  expect(await admit(key, { requestId })).toMatchObject({ admitted: true });
  const settled = [settlement(requestId), settlement(requestId, 7), settlement(crypto.randomUUID())];
  const second = await admit(key, { settled });
  await runDurableObjectAlarm(meter());
  await meter().settle([settlement(requestId, 9), settlement(second.requestId)]);
  for (const _ of times(3, () => null)) {
    await runDurableObjectAlarm(meter());
    await restart(key);
    await meter().refresh();
  }
  const { rows, ...sums } = await recordsOf(user);
  expect(rows.map((row) => row.requestId).sort()).toEqual([requestId, second.requestId].sort());
  expect(sums).toMatchObject({ cost: 2 * COST, debits: 2 * COST, balance: 1_000_000 - 2 * COST });
});

it("accepts figures that no response can have without holding up later requests", async () => {
  const { user, key, meter } = await meteredUser();
  const figures = {
    statusCode: 0,
    responseTimeMs: -1.5,
    costMicros: Number.NaN,
    tokensIn: 0.2,
    tokensOut: -3,
  };
  const [odd, huge] = [await admit(key), await admit(key)];
  await meter().settle([
    { requestId: odd.requestId, ...figures },
    { ...settlement(huge.requestId, Number.POSITIVE_INFINITY), responseTimeMs: Number.MAX_VALUE },
  ]);
  await runDurableObjectAlarm(meter());
  const { rows, balance } = await recordsOf(user);
  expect(rows.map(({ status, cost }) => [status, cost])).toEqual([
    [502, 0],
    [200, COST],
  ]);
  expect(balance).toBe(1_000_000 - COST);
  for (const hold of [-1, 0.5, Number.NaN, Number.MAX_VALUE])
    await expect(admit(key, { hold })).rejects.toThrow("The hold must be");
  await expect(admit(key, { requestId: "x".repeat(65) })).rejects.toThrow("request id");
});

it("reads the balance again before it refuses for lack of money, so a credit counts immediately", async () => {
  const { user, key, meter } = await meteredUser({ micros: 0 });
  const clock = stopClock();
  expect(await admit(key)).toMatchObject({ code: "insufficient_balance" });
  await grant(user, COST);
  clock.move(1_000);
  expect(await admit(key)).toMatchObject({ admitted: true, balanceMicros: 0 });
  expect(await admit(key)).toMatchObject({ code: "insufficient_balance" });
  await grant(user, COST);
  expect(await meter().refresh()).toBe(true);
  expect(await admit(key)).toMatchObject({ admitted: true });
});

it("spends nothing while a dispute has taken the balance below 0", async () => {
  const { user, key, meter } = await meteredUser({ micros: 1000 });
  await admit(key);
  await grant(user, -2000);
  await meter().refresh();
  expect(await admit(key, { hold: 0 })).toMatchObject({ code: "insufficient_balance", balanceMicros: -1100 });
});

it("closes what was never settled by an alarm: it costs nothing, and what it held is free", async () => {
  const { user, key, meter } = await meteredUser({ micros: 1000 });
  const clock = stopClock();
  const cut = await admit(key, { hold: 900 });
  clock.move(11 * 60_000);
  const young = await admit(key, { hold: 100 });
  await runDurableObjectAlarm(meter());
  expect(await meter().standing()).toMatchObject({ heldMicros: 1000, pending: 2 });
  clock.move(2 * 60_000);
  await restart(key);
  await runDurableObjectAlarm(meter());
  expect(await meter().standing()).toMatchObject({ balanceMicros: 900, heldMicros: 100, pending: 1 });
  await meter().settle([settlement(cut.requestId, 900), settlement(young.requestId, 40)]);
  await runDurableObjectAlarm(meter());
  const { rows, ...sums } = await recordsOf(user);
  expect(rows).toMatchObject([
    { requestId: cut.requestId, status: 503, cost: 0 },
    { requestId: young.requestId, status: 200, cost: 40 },
  ]);
  expect(sums).toMatchObject({ cost: 40, debits: 40, balance: 960 });
});

it("charges what was reported last of a request that was never settled, at most its hold, also after a crash", async () => {
  const { user, key, meter } = await meteredUser({ micros: 1000 });
  const clock = stopClock();
  const [cut, dear, done] = [
    await admit(key, { hold: 300 }),
    await admit(key, { hold: 200 }),
    await admit(key, { hold: 100 }),
  ];
  for (const cost of [10, 70]) await meter().progress(settlement(cut.requestId, cost));
  await meter().progress(settlement(dear.requestId, 5000));
  await meter().progress(settlement(done.requestId, 90));
  expect(await meter().standing()).toMatchObject({ balanceMicros: 400, heldMicros: 600 });
  await meter().settle([settlement(done.requestId, 40)]);
  await meter().progress(settlement(done.requestId, 100));
  await restart(key);
  clock.move(12 * 60_000 + 1);
  await runDurableObjectAlarm(meter());
  await runDurableObjectAlarm(meter());
  const { rows, ...sums } = await recordsOf(user);
  expect(rows.map(({ requestId, cost }) => [requestId, cost]).sort()).toEqual(
    [
      [cut.requestId, 70],
      [dear.requestId, 200],
      [done.requestId, 40],
    ].sort(),
  );
  expect(sums).toMatchObject({ cost: 310, debits: 310, balance: 690 });
});

type Act =
  | { kind: "admit"; hold: number }
  | { kind: "settle"; nth: number; cost: number }
  | { kind: "flush" | "evict" | "refresh" }
  | { kind: "move"; micros: number };
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("admit" as const), hold: fc.nat(400) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("settle" as const), nth: fc.nat(30), cost: fc.nat(600) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("flush" as const, "evict" as const, "refresh" as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("move" as const), micros: fc.integer({ min: 1, max: 900 }) }),
  },
);

it("keeps the books of a simple model through any order of admissions, settlements, flushes, credits and restarts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
      const { user, key, meter } = await meteredUser({ micros: 1000 });
      await meter().refresh();
      const model = {
        free: 1000,
        granted: 1000,
        known: new Map<string, number>(),
        costs: new Map<string, number>(),
      };
      for (const next of acts) {
        if (next.kind === "admit") {
          const { admitted, requestId, balanceMicros } = await admit(key, { hold: next.hold });
          expect(admitted).toBe(model.free >= next.hold);
          if (admitted) {
            model.free -= next.hold;
            model.known.set(requestId, next.hold);
          }
          expect(balanceMicros).toBe(model.free);
        } else if (next.kind === "settle") {
          const requestId = [...model.known.keys()][next.nth % Math.max(1, model.known.size)] ?? "unknown";
          await meter().settle([settlement(requestId, next.cost)]);
          const hold = model.known.get(requestId);
          if (hold === undefined || model.costs.has(requestId)) continue;
          const cost = Math.min(next.cost, hold);
          model.free += hold - cost;
          model.costs.set(requestId, cost);
        } else if (next.kind === "move") {
          await grant(user, next.micros);
          await meter().refresh();
          model.free += next.micros;
          model.granted += next.micros;
        } else if (next.kind === "flush") await runDurableObjectAlarm(meter());
        else if (next.kind === "refresh") await meter().refresh();
        else await restart(key);
      }
      await runDurableObjectAlarm(meter());
      await meter().refresh();
      const { rows, debits, balance } = await recordsOf(user);
      expect(new Map(rows.map(({ requestId, cost }) => [requestId, cost]))).toEqual(model.costs);
      const spent = [...model.costs.values()].reduce((sum, cost) => sum + cost, 0);
      expect({ debits, balance }).toEqual({ debits: spent, balance: model.granted - spent });
    }),
    { numRuns: inTier({ fast: 5, full: 25 }) },
  );
});

const preview = ({ route, lookup }: MeteredKey, needsFunds: boolean, requestId = crypto.randomUUID()) =>
  metersOf(env.METER)(route).preview({ keyHashes: [lookup], requestId, origin: null, needsFunds });

it("says before a body is read that there is no money, and holds and counts nothing for one that may pass", async () => {
  const { user, key, meter } = await meteredUser({ micros: 0 });
  expect(await preview(key, true)).toMatchObject({ admitted: false, code: "insufficient_balance" });
  expect(await preview(key, false)).toMatchObject({ admitted: true });
  await grant(user, 1);
  await meter().refresh();
  for (const _ of times(3, () => null))
    expect(await preview(key, true)).toMatchObject({ admitted: true, remaining: 100, balanceMicros: 1 });
  expect(await meter().standing()).toMatchObject({ heldMicros: 0, pending: 0 });
  await runDurableObjectAlarm(meter());
  const [[refused, count] = []] = Object.entries(await storedRefusals(user));
  expect([refused, count]).toEqual([expect.stringContaining("insufficient_balance"), 1]);
});

it("admits what is free but costs the operator something only with money or a plan", async () => {
  const { user, key, meter } = await meteredUser({ micros: 0 });
  expect(await admit(key, { hold: 0 })).toMatchObject({ admitted: true });
  expect(await admit(key, { hold: 0, needsFunds: true })).toMatchObject({ code: "insufficient_balance" });
  await writeDirectly((db) =>
    db
      .insert(subscriptions)
      .values({ accountId: user.account.id, type: "Premium", validUntil: null, requestsPerMonth: 10 }),
  );
  await meter().refresh();
  expect(await admit(key, { hold: 0, needsFunds: true })).toMatchObject({ admitted: true, covered: true });
});
