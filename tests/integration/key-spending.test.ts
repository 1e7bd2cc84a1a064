import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  ACCOUNT_LIMIT_PERIODS,
  BUDGET_PERIODS,
  type BudgetPeriod,
  budgetWindow,
} from "#core/domain/gateway/budgets.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { openDatabase } from "#core/storage/database.ts";
import {
  readKeyDays,
  readMonthByKey,
  withAccountSpending,
  withSpending,
} from "#core/storage/key-spending.ts";
import { readTrialRequests } from "#core/storage/key-trial.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { buildDaysBefore } from "#core/storage/rollup-days.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { giveMembers, newUsageAccount, type UsageAccount } from "./rollup/usage-account.ts";

/** The first day of a month, and a Sunday: the three periods start on three different days. */
const NOW = Date.parse("2026-11-01T15:30Z");

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

interface StoryRequest {
  /** Hours before now; a few are in the future, as after a clock was set back. */
  ago: number;
  owner: "mine" | "stranger";
  key: number;
  cost: number;
  failed: boolean;
  imported: boolean;
  hold: number | null;
  lasts: number;
  planned: boolean;
}
const story: fc.Arbitrary<StoryRequest[]> = fc.array(
  fc.record({
    ago: fc.double({ min: -60, max: 24 * 45, noNaN: true }),
    owner: fc.constantFrom("mine", "mine", "stranger"),
    key: fc.nat(2),
    cost: fc.nat(1_000_000),
    failed: fc.boolean(),
    imported: fc.constantFrom(false, false, false, true),
    /** Older and imported rows have no hold. */
    hold: fc.option(fc.nat(500_000)),
    lasts: fc.nat(90_000),
    planned: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
);

type Request = UsageRow & { mine: boolean };

function requestsOf(story: readonly StoryRequest[], me: UsageAccount, stranger: UsageAccount): Request[] {
  return story.map(({ ago, owner, key, cost, failed, imported, hold, lasts, planned }) => {
    const { id, keys } = owner === "mine" ? me : stranger;
    const costMicros = failed || planned ? 0 : cost;
    return {
      requestId: crypto.randomUUID(),
      accountId: id,
      keyId: keys[key]?.id ?? 0,
      mine: owner === "mine",
      timestamp: Math.round(NOW - ago * 3_600_000),
      endpoint: "/v1/models",
      responseTime: lasts,
      statusCode: failed ? 500 : 200,
      costMicros,
      billedMicros: imported ? 0 : costMicros,
      tokensIn: 1,
      tokensOut: 1,
      holdMicros: imported || hold === null ? null : failed ? hold : hold + cost,
      planMicros: planned && !failed ? cost : 0,
    };
  });
}

/** Every budget that any of the keys could have. */
const budgetsOf = (...accounts: UsageAccount[]) =>
  accounts.flatMap(({ keys }) =>
    keys.flatMap(({ id }) => BUDGET_PERIODS.map((period) => ({ keyId: id, period }))),
  );

const billedOf = ({ billedMicros = 0 }: Request) => billedMicros;
const sumOf = (rows: readonly Request[]) => rows.reduce((sum, row) => sum + billedOf(row), 0);

/** Which keys replaced the account's first key, by their place among its keys. */
const ROTATIONS = [[], [1], [2], [1, 2]];

/** @returns the keys that spend together with a key, itself included. */
async function rotate({ keys }: UsageAccount, replaced: readonly number[]) {
  const [first] = keys;
  const chain = new Set([first?.id, ...replaced.map((index) => keys[index]?.id)]);
  for (const index of replaced) {
    const args = [first?.id ?? 0, keys[index]?.id ?? 0];
    await writeBatch(server.db, [{ sql: "UPDATE api_keys SET lineage = ? WHERE id = ?", args }]);
  }
  return (keyId: number) => (chain.has(keyId) ? chain : new Set([keyId]));
}

const inPeriod = (rows: readonly Request[], period: BudgetPeriod) => {
  const { from, to } = budgetWindow(period, NOW);
  return rows.filter(({ mine, timestamp }) => mine && from <= timestamp && timestamp < to);
};

type Together = Awaited<ReturnType<typeof rotate>>;

function expectedDays(rows: readonly Request[], keys: ReturnType<Together>, [from, to]: [number, number]) {
  const dayOf = ({ timestamp }: Request) => Math.floor(timestamp / DAY_MS);
  const own = rows.filter((row) => row.mine && keys.has(row.keyId));
  return [...new Set(own.map(dayOf))]
    .filter((day) => from <= day && day < to)
    .sort((left, right) => left - right)
    .map((day) => {
      const those = own.filter((row) => dayOf(row) === day);
      return { day, costMicros: sumOf(those) };
    });
}

interface Scope {
  from: number;
  to: number;
  most: number;
}

/** Of the account's newest rows, those of these keys that the balance paid or held something for, and no plan. */
function expectedRequests(rows: readonly Request[], keys: ReturnType<Together>, { from, to, most }: Scope) {
  const mine = rows
    .filter(({ mine, timestamp }) => mine && from * DAY_MS <= timestamp && timestamp < to * DAY_MS)
    .sort((left, right) => left.timestamp - right.timestamp);
  const [oldest] = mine.slice(-most);
  const start = mine.length < most || !oldest ? from * DAY_MS : oldest.timestamp + 1;
  return {
    from: start,
    requests: mine
      .filter(({ timestamp, keyId, planMicros }) => timestamp >= start && keys.has(keyId) && !planMicros)
      .map((row) => ({
        at: row.timestamp,
        endsAt: row.timestamp + row.responseTime,
        costMicros: billedOf(row),
        holdMicros: Math.max(row.holdMicros ?? 0, billedOf(row)),
      }))
      .filter(({ holdMicros }) => holdMicros > 0),
  };
}

it("the spend of keys in a period, and on each day, is the sum of their rows and those of their rotations, however far the roll-up has got", async () => {
  await fc.assert(
    fc.asyncProperty(
      story,
      fc.nat(60),
      fc.nat(60),
      fc.constantFrom(...ROTATIONS),
      fc.record({ builds: fc.boolean(), late: fc.nat(60) }),
      async (story, before, chunk, rotation, { builds, late }) => {
        const [me, stranger] = await Promise.all([newUsageAccount(server.db), newUsageAccount(server.db)]);
        const together = await rotate(me, rotation);
        const rows = requestsOf(story, me, stranger);
        await insertUsage(server.db, rows.slice(0, before));
        await giveMembers(server.db, me.id);
        await rollChunk(server.db, chunk + 1);
        const days = { before: Math.ceil(NOW / DAY_MS) + 1, limit: 10_000 };
        if (builds) await buildDaysBefore(server.db, days);
        await insertUsage(server.db, rows.slice(before));
        if (late > 0) await rollChunk(server.db, late);
        const budgets = budgetsOf(me, stranger);
        const read = await withSpending(server.db, me.id, { budgets, at: NOW });
        for (const { keyId, period, from, spentMicros } of read) {
          const those = inPeriod(rows, period).filter((row) => together(keyId).has(row.keyId));
          expect({ from, spentMicros }).toEqual({
            from: budgetWindow(period, NOW).from,
            spentMicros: sumOf(those),
          });
        }
        const limits = ACCOUNT_LIMIT_PERIODS.map((period) => ({ period }));
        expect(await withAccountSpending(server.db, me.id, { limits, at: NOW })).toEqual(
          limits.map(({ period }) => ({
            period,
            from: budgetWindow(period, NOW).from,
            spentMicros: sumOf(inPeriod(rows, period)),
          })),
        );
        expect(read.map(({ keyId, period }) => ({ keyId, period }))).toEqual(budgets);
        const months = await readMonthByKey(server.db, me.id, NOW);
        for (const { id } of [...me.keys, ...stranger.keys]) {
          const own = inPeriod(rows, "month").filter(({ keyId }) => keyId === id);
          expect(months.get(id) ?? 0).toBe(sumOf(own));
        }
        const span: [number, number] = [Math.floor(NOW / DAY_MS) - 40, Math.floor(NOW / DAY_MS) + 1];
        for (const { id } of me.keys) {
          const days = await readKeyDays(server.db, me.id, { keyId: id, from: span[0], to: span[1] });
          expect(days).toEqual(expectedDays(rows, together(id), span));
          for (const most of [1000, 7]) {
            const scope = { keyId: id, from: span[0], to: span[1], most };
            const trial = await readTrialRequests(server.db, me.id, scope);
            expect(trial).toEqual(expectedRequests(rows, together(id), scope));
          }
        }
      },
    ),
    { numRuns: runs(60) },
  );
});

it("reads nothing when there is no budget and no limit", async () => {
  const away = openDatabase({ url: "http://127.0.0.1:1" });
  expect(await withSpending(away, 1, { budgets: [], at: NOW })).toEqual([]);
  expect(await withAccountSpending(away, 1, { limits: [], at: NOW })).toEqual([]);
  const [some] = budgetsOf(await newUsageAccount(server.db, 1));
  await expect(withSpending(away, 1, { budgets: some ? [some] : [], at: NOW })).rejects.toThrow();
});
