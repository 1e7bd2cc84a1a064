import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import { RETENTION_DAYS } from "#core/domain/usage.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { retireHours } from "#core/services/rollup/retire-hours.ts";
import { readDailySpend } from "#core/storage/operator-account-figures.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { newUsageAccount } from "./rollup/usage-account.ts";

const TODAY = 20_601;
const OLD = TODAY - RETENTION_DAYS - 3;
const RECENT = TODAY - 2;

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

const ctx = () => ({ db: server.db, clock: { now: () => TODAY * DAY_MS + DAY_MS / 2 }, requestId: "test" });
const retire = () => retireHours(ctx(), { days: RETENTION_DAYS, span: 1 });

async function use(accountId: number, day: number, costMicros: number): Promise<void> {
  const sums = {
    statusCode: 200,
    responseTime: 9,
    costMicros,
    billedMicros: costMicros,
    tokensIn: 1,
    tokensOut: 1,
  };
  const row = { accountId, keyId: 7, timestamp: day * DAY_MS + 1, endpoint: "/v1/models", ...sums };
  await insertUsage(server.db, [{ ...row, requestId: crypto.randomUUID() }]);
  await rollChunk(server.db, 10);
}

/** Days that have hours, by account. */
async function daysWithHours() {
  const { rows } = await server.db.$client.execute(
    `SELECT account_id, hour / ${HOURS_PER_DAY} AS day FROM hourly_usage
     INTERSECT SELECT account_id, hour / ${HOURS_PER_DAY} FROM hourly_series ORDER BY 1, 2`,
  );
  return rows.map((row) => [row.account_id, row.day]);
}

const spendOn = async (account: number, day: number) =>
  (await readDailySpend(server.db, account, { from: day, to: day + 1 }))[0]?.cost;

it("waits for days that aren't built, keeps the others' figures, and adds what comes later", async () => {
  const accounts = [await newUsageAccount(server.db, 1), await newUsageAccount(server.db, 1)];
  const [first, second] = accounts.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error("no accounts");
  for (const account of [first, second]) {
    await use(account, OLD, 5);
    await use(account, RECENT, 3);
  }
  const all = [first, second].flatMap((account) => [OLD, RECENT].map((day) => [account, day]));
  expect(await retire()).toMatchObject({ done: false });
  expect(await daysWithHours()).toEqual(all);

  await buildDays(ctx());
  expect(await retire()).toMatchObject({ done: true });
  expect(await daysWithHours()).toEqual([
    [first, RECENT],
    [second, RECENT],
  ]);
  expect(await spendOn(first, OLD)).toBe(5);

  await use(first, OLD, 2);
  expect(await daysWithHours()).toContainEqual([first, OLD]);
  expect(await spendOn(first, OLD)).toBe(7);
  await buildDays(ctx());
  expect(await daysWithHours()).not.toContainEqual([first, OLD]);
  expect(await spendOn(first, OLD)).toBe(7);
  expect(await spendOn(second, OLD)).toBe(5);
});
