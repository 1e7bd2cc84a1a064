import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { displayMask } from "#core/domain/api-key.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { NO_KEY_ID } from "#core/domain/usage.ts";
import type { SourceRow, UsageSource } from "#core/ports.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { beginImport, countWaitingRows, findDueRows, storeImportedPage } from "#core/storage/usage-import.ts";
import { findAccountIds, findNamedKeys, makeAccounts } from "#core/storage/usage-import-owners.ts";
import { openPatientDatabase } from "#tests/support/patient-database.ts";
import { expectRolledEqualsRaw } from "./rollup/rolled-equals-raw.ts";
import { analyticsAt } from "./rollup/usage-account.ts";
import { type ImportWorld, NOW, newUserId, startImportWorld } from "./usage-import/import-world.ts";

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.clock.time = NOW;
  await world.clear();
});

const MASK = "lk_abcdewxyz";
const iso = (at: number) => new Date(at).toISOString();
const accountIdOf = async (userId: string) =>
  Number((await world.query("SELECT id FROM accounts WHERE user_id = ?", userId))[0]?.id);

/** A user with an account and a key for each mask. */
async function newOwner(...masks: string[]) {
  const userId = newUserId();
  await world.query(
    "INSERT INTO accounts (user_id, email, created_at) VALUES (?, 'a@example.com', 0)",
    userId,
  );
  const accountId = await accountIdOf(userId);
  const keys = [];
  for (const mask of masks) {
    const publicId = `key_${crypto.randomUUID()}`;
    const [row] = await world.query(
      `INSERT INTO api_keys (public_id, account_id, name, lookup, sealed, mask, status, created_at)
       VALUES (?, ?, 'key', ?, 'x', ?, 'active', 0) RETURNING id`,
      publicId,
      accountId,
      publicId,
      mask,
    );
    keys.push({ id: Number(row?.id), publicId });
  }
  return { userId, accountId, keys };
}

const keyOf = async (requestId: string) =>
  (await world.query("SELECT account_id, key_id FROM api_usage WHERE request_id = ?", requestId))[0];

it("copies a row's values in our units, and names one without a request ID by its position", async () => {
  const user_id = newUserId();
  const said = { endpoint: "/v1/Models/?page=2", status_code: 429, response_time: 12.6, cost: 0.000012 };
  world.write({ id: 7, user_id: user_id.toUpperCase(), timestamp: "2026-05-28T20:00:00.5+05:30", ...said });
  world.write({
    id: 8,
    user_id,
    request_id: "own",
    tokens_in: 3,
    tokens_out: 4,
    timestamp: "2026-05-28 14:30:00",
  });
  expect(await world.run()).toMatchObject({ rows: 2, unknownKeys: 0, waiting: [], caughtUp: true });
  const name = `${new URL(world.supabase.url).host}:7`;
  const [first, second] = await world.query(
    "SELECT * FROM api_usage JOIN endpoints AS e ON e.id = endpoint_id ORDER BY api_usage.id",
  );
  const account_id = await accountIdOf(user_id);
  const copied = {
    path: "/v1/models",
    status_code: 429,
    response_time: 13,
    cost_micros: 12,
    key_id: NO_KEY_ID,
  };
  const timestamp = Date.parse("2026-05-28T14:30:00.500Z");
  expect(first).toMatchObject({ request_id: name, account_id, timestamp, ...copied });
  expect(second).toMatchObject({ request_id: "own", account_id, timestamp: timestamp - 500, tokens_in: 3 });
});

it("creates the account of a user seen for the first time, and uses the key's account when no user is given", async () => {
  const known = await newOwner(MASK);
  world.write({ id: 1, request_id: "new", user_id: newUserId() });
  world.write({ id: 2, request_id: "known", user_id: known.userId });
  world.write({ id: 3, request_id: "by key", key_id: known.keys[0]?.publicId ?? null });
  await world.run();
  expect(Number((await keyOf("new"))?.account_id)).toBeGreaterThan(0);
  expect((await keyOf("known"))?.account_id).toBe(known.accountId);
  expect(await keyOf("by key")).toEqual({ account_id: known.accountId, key_id: known.keys[0]?.id });
});

it("finds the account's own key by its ID, its mask or the key itself, and never another account's", async () => {
  const mine = await newOwner(MASK, "lk_fghijstuv", "lk_twinstwin", "lk_twinstwin");
  const other = await newOwner("lk_otherkeys");
  const texts = {
    id: mine.keys[0]?.publicId ?? "",
    mask: MASK,
    shown: displayMask("lk_fghijstuv"),
    whole: `lk_abcde${"0".repeat(37)}wxyz`,
    twins: "lk_twinstwin",
    theirs: other.keys[0]?.publicId ?? "",
    "their mask": "lk_otherkeys",
    name: "key",
    none: null,
  };
  for (const [i, [request_id, key_id]] of Object.entries(texts).entries())
    world.write({ id: i + 1, request_id, key_id, user_id: mine.userId });
  expect(await world.run()).toMatchObject({ rows: 9, unknownKeys: 4 });
  const [first, second] = mine.keys.map(({ id }) => id);
  const found = { id: first, mask: first, shown: second, whole: first };
  for (const request_id of Object.keys(texts)) {
    const key_id = new Map(Object.entries(found)).get(request_id) ?? NO_KEY_ID;
    expect(await keyOf(request_id), request_id).toEqual({ account_id: mine.accountId, key_id });
  }
  const used = await world.query(
    "SELECT last_used FROM api_keys WHERE id IN (?, ?)",
    first ?? 0,
    second ?? 0,
  );
  expect(used).toEqual([{ last_used: NOW }, { last_used: NOW }]);
});

it("counts rows without a key in the account and for no key, before and after the roll-up", async () => {
  const { userId, accountId, keys } = await newOwner(MASK);
  world.write(
    { id: 1, user_id: userId, key_id: MASK },
    { id: 2, user_id: userId },
    { id: 3, user_id: userId },
  );
  await world.run();
  for (const when of ["fresh", "rolled up"]) {
    const total = async (key?: string) =>
      (await analyticsAt(world.database.db, accountId, NOW, { range: "24h", tz: "UTC", key_id: key }))
        .total_requests;
    expect(await total(), when).toBe(3);
    expect(await total(keys[0]?.publicId), when).toBe(1);
    await rollUpUsage({ db: world.database.db, clock: world.clock, requestId: "test" });
  }
  expect(await expectRolledEqualsRaw(world.database.db, "imported")).toBe(3);
});

it("sets aside what it cannot use, reports why, continues, and imports it once it is corrected", async () => {
  const user_id = newUserId();
  const wrong = [{ status_code: 20 }, { response_time: -5 }, { timestamp: "yesterday" }, { cost: -1 }];
  world.table.exec("PRAGMA ignore_check_constraints = 1");
  for (const [i, columns] of wrong.entries()) world.write({ id: i + 1, user_id, ...columns });
  world.write({ id: 5, user_id: "maya@example.com" }, { id: 6 }, { id: 7, user_id, request_id: "good" });
  const report = await world.run({ pageRows: 2 });
  expect(report).toMatchObject({ rows: 1, caughtUp: true });
  const reasons = { status_code: 1, response_time: 2, timestamp: 3, cost: 4, user_id: 5, no_account: 6 };
  const waiting = Object.entries(reasons).map(([reason, first_id]) => ({ reason, rows: 1, first_id }));
  expect(report.waiting).toEqual(waiting.sort((a, b) => (a.reason < b.reason ? -1 : 1)));

  world.table.prepare("UPDATE api_usage SET user_id = ? WHERE id >= 5").run(user_id);
  world.table.exec(
    "UPDATE api_usage SET status_code = 200, response_time = 1, cost = 0 WHERE id IN (1, 2, 4)",
  );
  world.table.exec("DELETE FROM api_usage WHERE id = 3");
  world.clock.time += 6 * 60_000;
  expect(await world.run({ pageRows: 2 })).toMatchObject({ waiting: [] });
  expect(await world.query("SELECT count(*) AS n FROM api_usage")).toEqual([{ n: 6 }]);
});

it("leaves a time far ahead for later and one before every view permanently", async () => {
  const user_id = newUserId();
  world.write({ id: 1, request_id: "skewed", user_id, timestamp: iso(NOW + DAY_MS / 2) });
  world.write({ id: 2, request_id: "far ahead", user_id, timestamp: iso(NOW + 3 * DAY_MS) });
  world.write({ id: 3, request_id: "oldest", user_id, timestamp: iso(NOW - 60 * DAY_MS) });
  world.write({ id: 4, request_id: "too old", user_id, timestamp: iso(NOW - 62 * DAY_MS) });
  world.write({ id: 5, request_id: "1970", user_id, timestamp: iso(0) });
  const report = await world.run();
  expect(report).toMatchObject({ rows: 2, tooOld: 2, waiting: [{ reason: "in_the_future", first_id: 2 }] });
  world.clock.time += 2 * DAY_MS;
  expect(await world.run()).toMatchObject({ rows: 1, waiting: [] });
  expect(await world.requestIds()).toEqual(["far ahead", "oldest", "skewed"]);
});

it("does not restore a row that was retired for its age", async () => {
  const user_id = newUserId();
  world.write({ id: 1, user_id, timestamp: iso(NOW - 60 * DAY_MS) });
  await world.run();
  world.clock.time += 2 * DAY_MS + 1;
  await world.query("DELETE FROM api_usage");
  await world.query("UPDATE usage_imports SET head = 0, tail = 0");
  for (let i = 0; i < 2; i++) expect(await world.run()).toMatchObject({ rows: 0 });
});

const MODEL_OF = `SELECT request_id, m.name AS model, tokens_in, tokens_cached FROM api_usage
JOIN models AS m ON m.id = model_id ORDER BY api_usage.id`;

it("copies a row's model and cached tokens", async () => {
  const user_id = newUserId();
  world.write({ id: 1, user_id, request_id: "a", model: "gpt-4o", tokens_in: 20, tokens_cached: 15 });
  world.write({ id: 2, user_id, request_id: "b", tokens_in: 20 });
  expect(await world.run()).toMatchObject({ rows: 2, waiting: [] });
  expect(await world.query(MODEL_OF)).toEqual([
    { request_id: "a", model: "gpt-4o", tokens_in: 20, tokens_cached: 15 },
    { request_id: "b", model: "", tokens_in: 20, tokens_cached: 0 },
  ]);
});

/** A source with these rows, whose columns can hold anything. */
const sourceOf = (rows: SourceRow[]): UsageSource => ({
  name: "odd",
  page: ({ after, until }) =>
    Promise.resolve(rows.filter(({ id }) => id > after && (until === null || id <= until))),
  rows: () => Promise.resolve([]),
});
const oddRow = (id: number, user_id: string, unlike: Record<string, unknown>): SourceRow => ({
  id,
  user_id,
  request_id: `odd-${id}`,
  timestamp: new Date(NOW).toISOString(),
  endpoint: "/v1/models",
  status_code: 200,
  response_time: 1,
  tokens_in: 10,
  ...unlike,
});

it("imports rows whose columns of these names hold something else as rows without a model", async () => {
  const user_id = newUserId();
  const models = [7, true, { name: "x" }, "", "   ", "a\u0000b", "x".repeat(101), null];
  const cached = [-1, 1.5, "many", null, 11];
  const rows = [
    ...models.map((model, i) => oddRow(i + 1, user_id, { model })),
    ...cached.map((tokens_cached, i) => oddRow(100 + i, user_id, { tokens_cached })),
  ];
  const report = await world.run({}, world.database.db, sourceOf(rows));
  expect(report).toMatchObject({ rows: rows.length, waiting: [] });
  const stored = await world.query(MODEL_OF);
  expect(new Set(stored.map(({ model }) => model))).toEqual(new Set([""]));
  expect(stored.map(({ tokens_cached }) => tokens_cached).filter((n) => n !== 0)).toEqual([10]);
});

it("stores no more than about a thousand names of models, whoever writes the source", async () => {
  const user_id = newUserId();
  const rows = Array.from({ length: 2_500 }, (_, i) => oddRow(i + 1, user_id, { model: `made-up-${i}` }));
  const pages = { pageRows: 500 };
  const source = sourceOf(rows);
  const paged = {
    ...source,
    page: async (place: Parameters<UsageSource["page"]>[0]) =>
      (await source.page(place)).slice(0, place.limit),
  };
  expect(await world.run(pages, world.database.db, paged)).toMatchObject({ rows: 2_500 });
  const [names] = await world.query("SELECT count(*) AS n FROM models");
  expect(names?.n).toBeLessThanOrEqual(1_500);
  const [none] = await world.query("SELECT count(*) AS n FROM api_usage WHERE model_id = 0");
  expect(none?.n).toBeGreaterThanOrEqual(1_000);
});

/** The parts of the plans of `work`'s statements that read without an index. */
async function scansOf(work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const db = openPatientDatabase(world.database.url);
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
    sent.map(({ sql, args }) =>
      world.database.db.$client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args }),
    ),
  );
  const details = plans.flatMap(({ rows }) => rows.map((row) => String(row.detail)));
  return details.filter((detail) => /^SCAN/.test(detail) && !/VIRTUAL TABLE|CONSTANT ROW/.test(detail));
}

const indexed = { requestId: "r", accountId: 1, timestamp: 1, endpoint: "/v1/models", statusCode: 200 };
const figures = { responseTime: 1, costMicros: 1, tokensIn: 0, tokensOut: 0 };
const page = { source: "s", now: 1, settled: [2], head: 9, tail: 3 };

it("each statement of the import looks up only what it names, however large the tables are", async () => {
  const moments = { now: 1, settled: 0, recent: 0 };
  expect(await scansOf((db) => beginImport(db, "s", moments))).toEqual([]);
  const rows = [{ ...indexed, ...figures, keyId: 5 }];
  expect(await scansOf((db) => storeImportedPage(db, { ...page, rows, setAside: [[1, "cost"]] }))).toEqual(
    [],
  );
  expect(await scansOf((db) => findDueRows(db, "s", { before: 1, limit: 200 }))).toEqual([]);
  expect(await scansOf((db) => countWaitingRows(db, "s"))).toEqual([]);
  expect(await scansOf((db) => makeAccounts(db, ["u"], 1))).toEqual([]);
  expect(await scansOf((db) => findAccountIds(db, ["u"]))).toEqual([]);
  expect(await scansOf((db) => findNamedKeys(db, ["key_1"], ['[1,"lk_abcdewxyz"]']))).toEqual([]);
});
