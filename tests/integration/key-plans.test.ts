import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { insertKey, listKeysOf } from "#core/storage/keys.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

/** The plans of every statement that `work` sends over its connection. */
async function plansOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const db = openDatabase({ url: server.url });
  const single = vi.spyOn(db.$client, "execute");
  const batch = vi.spyOn(db.$client, "batch");
  await work(db);
  // Drizzle and `writeBatch` hand over objects of these two fields, never bare SQL.
  const sent = [...single.mock.calls, ...batch.mock.calls].flatMap(
    ([statements]) => statements,
  ) as unknown as {
    sql: string;
    args: (string | number)[];
  }[];
  const plans = await Promise.all(
    sent.map(({ sql, args }) => server.db.$client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })),
  );
  return plans.flatMap(({ rows }) => rows.map((row) => String(row.detail)));
}

test("listing an account's keys reads no more than it lists, however many were revoked", async () => {
  expect(await plansOf((db) => listKeysOf(db, 1, 500))).toEqual([
    "SEARCH api_keys USING INDEX api_keys_account (account_id=?)",
  ]);
});

test("a new key counts the active keys alone", async () => {
  await server.db.$client.execute(
    "INSERT INTO accounts (id, user_id, email, created_at) VALUES (1, 'u', 'e', 0)",
  );
  const key = { publicId: "key_1", name: "n", lookup: "l", mask: "m", sealed: "s" };
  const audit = { accountId: 1, action: "key.created", subject: "key_1", requestId: "r", at: 0 } as const;
  expect(await plansOf((db) => insertKey(db, key, { audit, maxActive: 100 }))).toContain(
    "SEARCH api_keys USING COVERING INDEX api_keys_account (account_id=? AND status=?)",
  );
});
