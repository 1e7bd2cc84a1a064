import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { NO_KEY_ID, OTHER_ENDPOINT, type UsageRow } from "#core/domain/usage.ts";
import { MOST_PATHS_PER_ACCOUNT } from "#core/storage/imported-usage.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { beginImport, storeImportedPage } from "#core/storage/usage-import.ts";
import { runs } from "#tests/support/tier.ts";
import { type ImportWorld, NOW, newUserId, startImportWorld } from "./usage-import/import-world.ts";

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

const STORED = `SELECT u.request_id AS id, u.account_id AS account, e.path FROM api_usage AS u
  JOIN endpoints AS e ON e.id = u.endpoint_id ORDER BY u.id`;

it("keeps the paths of imported rows, without their identifiers", async () => {
  const user_id = newUserId();
  const paths = [
    "/v1/threads/thread_9fK2xQe7T",
    "https://api.example.com/V1/Assistants?limit=2",
    "/v1/models",
  ];
  world.write(...paths.map((endpoint, i) => ({ id: i + 1, user_id, request_id: `kept-${i}`, endpoint })));
  expect(await world.run()).toMatchObject({ rows: 3 });
  const stored = await world.query(STORED);
  expect(stored.map(({ path }) => path)).toEqual(["/v1/threads/{id}", "/v1/assistants", "/v1/models"]);
});

const word = (n: number) => `/made/${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`;
let accounts = 1_000_000;
const rowOf = (accountId: number, path: number, requestId: string): UsageRow => ({
  requestId,
  accountId,
  keyId: NO_KEY_ID,
  timestamp: NOW - path,
  statusCode: 200,
  responseTime: 1,
  endpoint: word(path),
  costMicros: 0,
  tokensIn: 0,
  tokensOut: 0,
});
const store = (rows: UsageRow[]) =>
  storeImportedPage(world.database.db, {
    source: "paths",
    now: NOW,
    rows,
    setAside: [],
    settled: [],
    head: 0,
    tail: 0,
  });

/** Pages with paths of two accounts; some pages are stored again, some rows are rolled up in between. */
const page = fc.record({
  rows: fc.array(fc.tuple(fc.nat(1), fc.nat(90)), { minLength: 1, maxLength: 40, size: "max" }),
  again: fc.boolean(),
  roll: fc.nat(60),
});

it("stores each account's first paths, never more than the bound, and later ones as “other”", async () => {
  await beginImport(world.database.db, "paths", { now: NOW, settled: NOW, recent: NOW });
  const property = fc.asyncProperty(fc.array(page, { maxLength: 8, size: "max" }), async (pages) => {
    const owners = [accounts++, accounts++] as const;
    const kept = new Map(owners.map((owner) => [owner, new Set<string>()]));
    const expected: [string, string][] = [];
    for (const { rows, again, roll } of pages) {
      const usage = rows.map(([owner, path]) => rowOf(owners[owner] ?? 0, path, crypto.randomUUID()));
      for (const { requestId, accountId, endpoint } of usage) {
        const paths = kept.get(accountId) ?? new Set();
        if (paths.size < MOST_PATHS_PER_ACCOUNT) paths.add(endpoint);
        expected.push([requestId, paths.has(endpoint) ? endpoint : OTHER_ENDPOINT]);
      }
      expect(await store(usage)).toBe(usage.length);
      if (again) expect(await store(usage)).toBe(0);
      if (roll) await rollChunk(world.database.db, roll);
    }
    const stored = await world.query(
      `${STORED.replace("ORDER", "WHERE u.account_id IN (?, ?) ORDER")}`,
      ...owners,
    );
    expect(new Map(stored.map(({ id, path }) => [id, path]))).toEqual(new Map(expected));
  });
  await fc.assert(property, { numRuns: runs(25), endOnFailure: true });
});

it("keeps the bound when two runs overlap", async () => {
  const account = accounts++;
  const half = (from: number) =>
    Array.from({ length: 40 }, (_, i) => rowOf(account, from + i, crypto.randomUUID()));
  await Promise.all([store(half(0)), store(half(100))]);
  const [paths] = await world.query(
    "SELECT count(DISTINCT endpoint_id) AS n, count(*) AS rows FROM api_usage WHERE account_id = ?",
    account,
  );
  expect(paths).toEqual({ n: MOST_PATHS_PER_ACCOUNT + 1, rows: 80 });
});

it("adds no path to the dictionary that no row has", async () => {
  const account = accounts++;
  const count = async () => Number((await world.query("SELECT count(*) AS n FROM endpoints"))[0]?.n);
  const before = await count();
  await store(Array.from({ length: 200 }, (_, i) => rowOf(account, 200 + i, crypto.randomUUID())));
  expect(await count()).toBe(before + MOST_PATHS_PER_ACCOUNT);
});
