import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import type { LogBounds } from "#core/storage/usage-log-scope.ts";
import { RECEIPT } from "#core/storage/usage-log-sql.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { NOON, usageRow } from "./reads/random-log.ts";
import { newReader, type Reader } from "./reads/reader.ts";
import { countFor, rowsRead } from "./reads/rows-read.ts";

const PERIOD_DAYS = 90;
const OTHERS = inTier({ fast: [0, 1_500, 6_000], full: [0, 4_500, 18_000] });
const BUSY = inTier({ fast: 2_500, full: 6_000 });
let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

const rollAll = async () => {
  while ((await rollChunk(server.db, 10_000)).rows > 0);
  await buildDays({ db: server.db, clock: { now: () => NOON }, requestId: "test" });
};

const ORDINARY = {
  key: 0,
  stranger: false,
  endpoint: "/v1/models",
  statusCode: 200,
  costMicros: 1,
  model: "usual",
};
const request = (me: Reader, timestamp: number, unlike: Partial<typeof ORDINARY> = {}): UsageRow =>
  usageRow({ me, stranger: me }, { ...ORDINARY, ...unlike, timestamp });

/** The filter, and how the three requests that match differ from all others. */
const SELDOM = {
  key: { query: (me: Reader) => ({ key_id: me.keys[2]?.publicId }), unlike: { key: 2 } },
  endpoint: { query: () => ({ endpoint: "/v1/files" }), unlike: { endpoint: "/v1/files" } },
  error: { query: () => ({ status: "error" }), unlike: { statusCode: 500 } },
  code: { query: () => ({ status: "503" }), unlike: { statusCode: 503 } },
  "endpoint and code": {
    query: () => ({ endpoint: "/v1/files", status: "503" }),
    unlike: { endpoint: "/v1/files", statusCode: 503 },
  },
  model: { query: () => ({ model: "seldom" }), unlike: { model: "seldom" } },
  "one of two models": { query: () => ({ model: "seldom never" }), unlike: { model: "seldom" } },
  "model and endpoint": {
    query: () => ({ model: "seldom", endpoint: "/v1/files" }),
    unlike: { model: "seldom", endpoint: "/v1/files" },
  },
  "key and endpoint": {
    query: (me: Reader) => ({ key_id: me.keys[2]?.publicId, endpoint: "/v1/files" }),
    unlike: { key: 2, endpoint: "/v1/files" },
  },
};

/** Three requests, each in a different month, among `others` of two busy keys. */
async function amongOthers(others: number, unlike: Partial<typeof ORDINARY>) {
  const me = await newReader(server.db, NOON);
  const step = (PERIOD_DAYS * DAY_MS) / Math.max(1, others);
  const busy = Array.from({ length: others }, (_, i) =>
    request(me, NOON - Math.floor(i * step), { key: i % 2 }),
  );
  const rare = [1, 31, 61].map((days) => request(me, NOON - days * DAY_MS, unlike));
  await insertUsage(server.db, [...busy, ...rare]);
  await rollAll();
  return { me, rare: rare.map(({ requestId }) => requestId) };
}

it.each(Object.entries(SELDOM))(
  "reads only the hours that contain any for a rare %s, however busy the others are",
  async (_, { query, unlike }) => {
    const costs: number[] = [];
    for (const others of OTHERS) {
      const { me, rare } = await amongOthers(others, unlike);
      const page = await rowsRead(server, me, { query: { ...query(me), limit: 25 } });
      expect(page.items.map(({ request_id }) => request_id)).toEqual(rare);
      expect(page.next_cursor).toBeNull();
      costs.push(page.rows);
    }
    const [alone = 0, few = 0, many = 0] = costs;
    expect(alone).toBeLessThan(300);
    // All of the account in three hours (2 rows each of 4,500, 8 of 18,000), 90 days of the roll-up, and the hours of
    // three of these by key, endpoint and model. The list of models is read for each of the days, too.
    expect(few).toBeLessThan(1_600);
    expect(many).toBeLessThan(few + 250);
  },
);

it("reads no more of a long log than the requested page", async () => {
  const { me } = await amongOthers(inTier({ fast: 3_000, full: 9_000 }), {});
  const all = await rowsRead(server, me, { query: { limit: 25 } });
  const one = await rowsRead(server, me, { query: { limit: 25, key_id: me.keys[0]?.publicId } });
  const good = await rowsRead(server, me, { query: { limit: 25, status: "200" } });
  expect([all, one, good].map(({ items }) => items.length)).toEqual([25, 25, 25]);
  expect(all.rows).toBeLessThan(200);
  expect(one.rows).toBeLessThan(700);
  // For a single code only errors are counted beforehand: two weeks of hours are at hand.
  expect(good.rows).toBeLessThan(3_500);
});

/** All pages of a query; each one's items and the most rows that one of them read. */
async function readAll(me: Reader, query: { key_id?: string | undefined }, bounds: LogBounds) {
  const found: string[] = [];
  let [pages, most] = [0, 0];
  for (let cursor: string | null | undefined; cursor !== null; pages++) {
    const page = await rowsRead(server, me, {
      query: { ...query, ...(cursor && { cursor }), limit: 25 },
      bounds,
    });
    found.push(...page.items.map(({ request_id }) => request_id));
    most = Math.max(most, page.rows);
    cursor = page.next_cursor;
  }
  return { found, pages, most };
}

it.each([
  ["spread over it", (i: number) => i * 600],
  ["all in one instant", () => 0],
])("reads a bounded number of rows per page where a rare key's hour holds many, %s", async (_, by) => {
  const me = await newReader(server.db, NOON);
  const busy = Array.from({ length: BUSY }, (_, i) => request(me, NOON + by(i)));
  const [first, last] = [request(me, NOON, { key: 2 }), request(me, NOON + by(BUSY - 1), { key: 2 })];
  await insertUsage(server.db, [first, ...busy, last]);
  await rollAll();
  const bounds = { rows: 500, fresh: 1_000, days: 3 };
  const { found, pages, most } = await readAll(me, { key_id: me.keys[2]?.publicId }, bounds);
  expect(found).toEqual([last.requestId, first.requestId]);
  expect(pages).toBeLessThanOrEqual(14);
  // 500 positions in the index, and as many rows with their index entries.
  expect(most).toBeLessThan(3 * 500 + 200);
});

it("reads a bounded number of rows per page while many are waiting to be rolled up", async () => {
  const me = await newReader(server.db, NOON);
  const busy = Array.from({ length: BUSY }, (_, i) => request(me, NOON - i * HOUR_MS));
  const rare = [0, BUSY / 2].map((i) => request(me, NOON - i * HOUR_MS - 1, { key: 2 }));
  await insertUsage(server.db, [...busy, ...rare]);
  const bounds = { rows: 1_000, fresh: 2_000, days: 3 };
  const { found, pages, most } = await readAll(me, { key_id: me.keys[2]?.publicId }, bounds);
  expect(found).toEqual(rare.map(({ requestId }) => requestId));
  expect(pages).toBeLessThanOrEqual(8);
  expect(most).toBeLessThan(3 * 1_000 + 200);
  await rollAll();
});

it("finds one request by its ID, however many there are", async () => {
  const { me, rare } = await amongOthers(1_500, {});
  const args = { account: me.id, request: rare[1] ?? "" };
  expect(await countFor(server.url, { sql: RECEIPT, args })).toBeLessThan(10);
});
