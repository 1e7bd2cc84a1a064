import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { usageSource } from "#core/domain/ledger.ts";
import { postAndRead } from "#core/storage/gateway-flush.ts";
import { MIGRATIONS, storedVersion } from "#worker/api/gateway/meter/meter-migrations.ts";
import { EPOCH, type FirstEdition, leaveFirstEdition } from "./support/first-edition.ts";
import { budgetKey } from "./support/key-budgets.ts";
import { admit, meteredUser, recordsOf, restart, settlement } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { openTestDatabase } from "./support/test-api.ts";

/** Later than any test runs, so that no alarm rings by itself. */
const NOON = Date.parse("2100-02-02T12:00Z");
const MICROS = 1_000_000;
const BUDGET = 2_000;
const REQUESTS: FirstEdition["requests"] = [
  { state: "posted", hold: 150, cost: 100, batch: 0 },
  { state: "posted", hold: 150, cost: 100, batch: 0 },
  // libSQL has it, but its acknowledgement was lost.
  { state: "unposted", hold: 150, cost: 90, batch: 1 },
  { state: "unposted", hold: 150, cost: 80, batch: 1 },
  { state: "unposted", hold: 150, cost: 70, batch: 2 },
  { state: "open", hold: 300 },
  { state: "open", hold: 400 },
];
const [POSTED, UNPOSTED, HELD] = [200, 240, 700];

/** What the first edition sent to libSQL as one batch. */
async function post({ accountId, keyId, requests, now }: FirstEdition, ids: string[], batch: number) {
  const rows = requests.flatMap(({ cost: costMicros = 0, ...one }, index) => {
    if (one.batch !== batch) return [];
    const facts = { endpoint: "/v1/chat/completions", statusCode: 200, responseTime: 12 };
    const usage = { costMicros, tokensIn: 3, tokensOut: 4 };
    const timestamp = now - requests.length + index;
    return [{ requestId: ids[index] ?? "", accountId, keyId, timestamp, ...facts, ...usage }];
  });
  const micros = rows.reduce((sum, { costMicros }) => sum + costMicros, 0);
  const lineages = new Set([keyId]);
  const posted = { source: usageSource(accountId, EPOCH, batch), micros, rows, lineages };
  await postAndRead(openTestDatabase(), accountId, { batch: posted, at: now });
}

interface Left {
  /** What differs in the stored terms. */
  terms?: object;
  requests?: FirstEdition["requests"];
  /** All requests are those of a key that replaced this one. */
  rotated?: boolean;
}

/** An account in the middle of its day, in libSQL and in the object that the first edition left. */
async function leftByFirstEdition({ terms: changed = {}, requests = REQUESTS, rotated = false }: Left = {}) {
  const now = NOON;
  const clock = stopClock(now);
  const { user, keys, key, meter } = await meteredUser({ micros: MICROS, keys: 2 });
  const db = openTestDatabase();
  await budgetKey(user, key, [{ period: "day", micros: BUDGET }]);
  const account = await postAndRead(db, user.account.id, { batch: null, at: now });
  const idOf = ({ lookup = "" } = {}) => account.keys.find((each) => each.lookup === lookup)?.id ?? 0;
  const [keyId, other] = [idOf(key), idOf(keys[1])];
  const lineage = { sql: "UPDATE api_keys SET lineage = ? WHERE id = ?", args: [keyId, other] };
  if (rotated) await db.$client.execute(lineage);
  const from = Date.parse("2100-02-02T00:00Z");
  const terms = {
    ...account,
    balanceMicros: MICROS - POSTED,
    counted: { from: Date.parse("2100-02-01T00:00Z"), requests: 2 },
    budgets: [{ keyId, period: "day", micros: BUDGET, from, spentMicros: POSTED }],
    ...changed,
  };
  const whose = rotated ? { keyId: other } : {};
  const stored = requests.map((request) => ({ ...request, ...whose }));
  const left = { accountId: user.account.id, keyId, terms, requests: stored, now };
  const ids = await leaveFirstEdition(key, left);
  if (requests === REQUESTS) for (const batch of [0, 1]) await post(left, ids, batch);
  await restart(key);
  return { user, key, meter, ids, clock };
}

it("opens what the first edition left: its sums, its holds and its version", async () => {
  const { meter } = await leftByFirstEdition();
  expect(await meter().standing()).toEqual({
    balanceMicros: MICROS - POSTED - UNPOSTED - HELD,
    heldMicros: HELD,
    pending: 2,
    unposted: 3,
  });
  const version = await runInDurableObject(meter(), (_, { storage }) => storedVersion(storage.sql));
  expect(version).toBe(MIGRATIONS.length);
});

const tablesOf = ({ meter }: Pick<Awaited<ReturnType<typeof meteredUser>>, "meter">) =>
  runInDurableObject(meter(), (_, { storage: { sql } }) =>
    ["account", "request", "refusal"].map((table) => sql.exec(`PRAGMA table_info(${table})`).toArray()),
  );

it("has the tables of a new object then", async () => {
  const left = await leftByFirstEdition();
  const fresh = await meteredUser();
  await admit(fresh.key);
  expect(await tablesOf(left)).toEqual(await tablesOf(fresh));
});

it("posts what the first edition stored, and nothing that it did not know", async () => {
  const { user, meter } = await leftByFirstEdition();
  await runDurableObjectAlarm(meter());
  const { rows } = await openTestDatabase().$client.execute({
    sql: `SELECT cost_micros, hold_micros, plan_micros, model_id, price_list_id, price_lines, tokens_in, tokens_cached,
        first_byte, outcome, estimated
      FROM api_usage WHERE account_id = ? AND cost_micros = 70`,
    args: [user.account.id],
  });
  expect(rows).toMatchObject([
    {
      cost_micros: 70,
      hold_micros: 150,
      plan_micros: 0,
      model_id: 0,
      price_list_id: null,
      price_lines: null,
      tokens_in: 3,
      tokens_cached: 0,
      first_byte: null,
      outcome: 0,
      estimated: 0,
    },
  ]);
});

it("a plan's requests and reports of the first edition end as they would have", async () => {
  const { user, meter, clock } = await leftByFirstEdition({
    requests: [
      { state: "open", hold: 0, covered: true },
      { state: "open", hold: 300, cost: 120 },
    ],
  });
  clock.move(13 * 60_000);
  await runDurableObjectAlarm(meter());
  const { rows, ...sums } = await recordsOf(user);
  expect(rows.map(({ status, cost }) => [status, cost])).toEqual([
    [503, 0],
    [503, 120],
  ]);
  expect(sums).toMatchObject({ cost: 120, debits: 120, balance: MICROS - 120, planMicros: 0 });
});

it("counts requests of the first edition to their key's rotation once it knows it", async () => {
  const { key, meter } = await leftByFirstEdition({
    rotated: true,
    requests: [
      { state: "unposted", hold: 500, cost: 400, batch: 0 },
      { state: "open", hold: 600 },
    ],
  });
  await meter().refresh();
  expect(await admit(key, { hold: BUDGET - 999 })).toMatchObject({ code: "budget_exceeded" });
  expect(await admit(key, { hold: BUDGET - 1000 })).toMatchObject({ admitted: true });
});

it("keeps the rate window and the budget that the first edition counted", async () => {
  const { key } = await leftByFirstEdition();
  const room = BUDGET - POSTED - UNPOSTED - HELD;
  const { admitted, ...standing } = await admit(key, { hold: room });
  expect([admitted, standing]).toMatchObject([true, { limit: 100, remaining: 100 - REQUESTS.length - 1 }]);
  expect(await admit(key, { hold: 1 })).toMatchObject({ admitted: false, code: "budget_exceeded" });
});

it.each([
  ["as they were", {}],
  ["in a form that nobody reads any more", { terms: { balanceMicros: "0.99 USD" } }],
])("posts each request of the first edition exactly once, with its terms %s", async (_, changes) => {
  const { user, key, meter, ids } = await leftByFirstEdition(changes);
  await meter().settle([settlement(ids[5] ?? "", 250), settlement(ids[6] ?? "", 400)]);
  expect(await meter().standing()).toMatchObject({ heldMicros: 0, pending: 0, unposted: 5 });
  await runDurableObjectAlarm(meter());
  await restart(key);
  await meter().settle([settlement(ids[5] ?? "", 250)]);
  await runDurableObjectAlarm(meter());
  const { rows, ...sums } = await recordsOf(user);
  expect(rows.map(({ requestId }) => requestId)).toEqual(ids);
  const cost = POSTED + UNPOSTED + 250 + 400;
  expect(sums).toMatchObject({ cost, debits: cost, balance: MICROS - cost });
  expect(await meter().standing()).toEqual({
    balanceMicros: MICROS - cost,
    heldMicros: 0,
    pending: 0,
    unposted: 0,
  });
});
