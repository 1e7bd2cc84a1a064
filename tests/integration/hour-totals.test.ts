import { afterAll, beforeAll, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#core/domain/time.ts";
import { totalHours } from "#core/services/rollup/total-hours.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const HOUR = 494_424;
/** As many rows in an hour don't need totals. */
const FEW = 24;
const WIDE = 1;
const NARROW = 2;

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

const atMinute = (minute: number) => ({
  db: server.db,
  clock: { now: () => (HOUR + 1) * HOUR_MS + minute * MINUTE_MS },
  requestId: "test",
});

async function use(accountId: number, hour: number, keys: number): Promise<void> {
  const sums = { statusCode: 200, responseTime: 9, costMicros: 1, tokensIn: 1, tokensOut: 1 };
  const rows = Array.from({ length: keys }, (_, key) => ({
    ...sums,
    requestId: crypto.randomUUID(),
    accountId,
    keyId: key + 1,
    endpoint: "/v1/models",
    timestamp: hour * HOUR_MS + key,
  }));
  await insertUsage(server.db, rows);
  await rollChunk(server.db, 100);
}

/** Accounts and hours whose totals count, with the requests by key, by endpoint and by model. */
async function totals() {
  const { rows } = await server.db.$client.execute(
    `SELECT t.account_id, t.hour, sum(t.requests) AS requests FROM hourly_totals AS t
     JOIN hourly_series AS s USING (hour, account_id) WHERE s.totalled = 1
     GROUP BY t.account_id, t.hour, t.kind ORDER BY t.account_id, t.hour, t.kind`,
  );
  return rows.map((row) => [row.account_id, row.hour, row.requests]);
}
const each = (account: number, hour: number, requests: number) =>
  Array.from({ length: 3 }, () => [account, hour, requests]);

it("totals hours with many rows once they are over, and again after late rows", async () => {
  await use(WIDE, HOUR, FEW + 1);
  await use(WIDE, HOUR - 30, FEW + 1);
  await use(NARROW, HOUR, FEW);
  await totalHours(atMinute(14));
  expect(await totals()).toEqual(each(WIDE, HOUR - 30, FEW + 1));
  expect(await totalHours(atMinute(15))).toMatchObject({ totalled: 1, caughtUp: true });
  expect(await totals()).toEqual([...each(WIDE, HOUR - 30, FEW + 1), ...each(WIDE, HOUR, FEW + 1)]);

  await use(WIDE, HOUR, 2);
  expect(await totals()).toEqual(each(WIDE, HOUR - 30, FEW + 1));
  await totalHours(atMinute(16));
  expect(await totals()).toEqual([...each(WIDE, HOUR - 30, FEW + 1), ...each(WIDE, HOUR, FEW + 3)]);
});
