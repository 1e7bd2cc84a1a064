import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#core/storage/database.ts";
import { beginImport, countWaitingRows, findDueRows, storeImportedPage } from "#core/storage/usage-import.ts";
import { findAccountIds, findNamedKeys, makeAccounts } from "#core/storage/usage-import-owners.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

/** The parts of the plans of `work`'s statements that read without an index. */
async function scansOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const db = openPatientDatabase(server.url);
  const single = vi.spyOn(db.$client, "execute");
  const batch = vi.spyOn(db.$client, "batch");
  await work(db);
  // Both are only called with objects of these two fields here.
  const sent = [...single.mock.calls, ...batch.mock.calls].flatMap(([first]) => first) as unknown as {
    sql: string;
    args: (string | number)[];
  }[];
  expect(sent.length).toBeGreaterThan(0);
  const plans = await Promise.all(
    sent.map(({ sql, args }) => server.db.$client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })),
  );
  const details = plans.flatMap(({ rows }) => rows.map((row) => String(row.detail)));
  return details.filter((detail) => /^SCAN/.test(detail) && !/VIRTUAL TABLE|CONSTANT ROW/.test(detail));
}

const row = { requestId: "r", accountId: 1, timestamp: 1, endpoint: "/v1/models", statusCode: 200 };
const figures = { responseTime: 1, costMicros: 1, tokensIn: 0, tokensOut: 0 };
const page = { source: "s", now: 1, settled: [2], head: 9, tail: 3 };

test("each statement of the import looks up only what it names, however large the tables are", async () => {
  const moments = { now: 1, settled: 0, recent: 0 };
  expect(await scansOf((db) => beginImport(db, "s", moments))).toEqual([]);
  const rows = [{ ...row, ...figures, keyId: 5 }];
  expect(await scansOf((db) => storeImportedPage(db, { ...page, rows, setAside: [[1, "cost"]] }))).toEqual(
    [],
  );
  expect(await scansOf((db) => findDueRows(db, "s", { before: 1, limit: 200 }))).toEqual([]);
  expect(await scansOf((db) => countWaitingRows(db, "s"))).toEqual([]);
  expect(await scansOf((db) => makeAccounts(db, ["u"], 1))).toEqual([]);
  expect(await scansOf((db) => findAccountIds(db, ["u"]))).toEqual([]);
  expect(await scansOf((db) => findNamedKeys(db, ["key_1"], ['[1,"lk_abcdewxyz"]']))).toEqual([]);
});
