import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#core/storage/database.ts";
import { revokeReplacedKeys, rotateKeyOf } from "#core/storage/key-rotation.ts";
import { findKeyByLookup, insertKey, listKeysOf } from "#core/storage/keys.ts";
import { readSealedKeys } from "#core/storage/reseal.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

/** The plans of every statement that `work` sends over its connection. */
async function plansOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const db = openPatientDatabase(server.url);
  const single = vi.spyOn(db.$client, "execute");
  const batch = vi.spyOn(db.$client, "batch");
  await work(db);
  // Drizzle and `writeBatch` pass objects with these two fields, never bare SQL.
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

test("creating a key counts only the active keys", async () => {
  await server.db.$client.execute(
    "INSERT INTO accounts (id, user_id, email, created_at) VALUES (1, 'u', 'e', 0)",
  );
  const key = { publicId: "key_1", name: "n", lookup: "l", mask: "m", sealed: "s" };
  const audit = { accountId: 1, action: "key.created", subject: "key_1", requestId: "r", at: 0 } as const;
  expect(
    await plansOf((db) => insertKey(db, key, { audit, route: "r", maxActive: 100, needsBalance: true })),
  ).toContain("SEARCH api_keys USING COVERING INDEX api_keys_account (account_id=? AND status=?)");
});

test("a presented key is found with one index lookup, even under earlier peppers", async () => {
  expect(await plansOf((db) => findKeyByLookup(db, ["a", "b"]))).toEqual([
    "SEARCH api_keys USING INDEX api_keys_lookup_unique (lookup=?)",
  ]);
});

test("retiring reads only keys that were replaced and have expired", async () => {
  const plans = await plansOf((db) => revokeReplacedKeys(db, { at: 1, limit: 500, requestId: "r" }));
  const reads = plans.filter((plan) => /^(SCAN|SEARCH) api_keys/.test(plan));
  expect(new Set(reads)).toEqual(
    new Set([
      "SEARCH api_keys USING INDEX api_keys_replaced (expires_at<?)",
      "SEARCH api_keys USING INTEGER PRIMARY KEY (rowid=?)",
    ]),
  );
});

test("a rotation reads its two keys, and counts the account's active ones in the index", async () => {
  const audit = { accountId: 1, action: "key.rotated", subject: "key_1", requestId: "r", at: 1 } as const;
  const fresh = { publicId: "key_2", name: "n", lookup: "l2", mask: "m", sealed: "s" };
  const plans = await plansOf((db) =>
    rotateKeyOf(db, audit, { old: { planKey: false }, fresh, endsAt: 2, maxActive: 200 }),
  );
  const reads = new Set(plans.filter((plan) => /^(SCAN|SEARCH) api_keys/.test(plan)));
  expect(reads).toEqual(
    new Set([
      "SEARCH api_keys USING INDEX api_keys_public_id_unique (public_id=?)",
      "SEARCH api_keys USING COVERING INDEX api_keys_public_id_unique (public_id=?)",
      "SEARCH api_keys USING COVERING INDEX api_keys_account (account_id=? AND status=?)",
      "SEARCH api_keys USING COVERING INDEX api_keys_playground (account_id=?)",
    ]),
  );
});

test("resealing reads each chunk by row ID, without the rows before it", async () => {
  const plans = await plansOf((db) => readSealedKeys(db, { after: 1000, limit: 200 }));
  expect(plans).toEqual(["SEARCH api_keys USING INTEGER PRIMARY KEY (rowid>?)"]);
});
