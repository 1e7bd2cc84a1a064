import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { UsageRow } from "#core/domain/usage.ts";
import { listUsage } from "#core/services/usage/list-usage.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { asQuery, fits, someBounds, someFilter } from "./reads/random-filter.ts";
import { someRow, usageRow } from "./reads/random-log.ts";
import { allPages, newReader } from "./reads/reader.ts";

const CASES = Number(process.env.USAGE_LOG_CASES ?? 500);
let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

/** A row with its place in the log: time, then arrival id. */
type Stored = UsageRow & { id: number };
type Place = Pick<Stored, "timestamp" | "id">;
const isBefore = (a: Place, b: Place) =>
  a.timestamp < b.timestamp || (a.timestamp === b.timestamp && a.id < b.id);
const newestFirst = (a: Place, b: Place) => (isBefore(a, b) ? 1 : -1);
const [BEGINNING, END]: Place[] = [
  { timestamp: Number.POSITIVE_INFINITY, id: 0 },
  { timestamp: -1, id: 0 },
];

/** Cursors name their place in base 36. */
function placeOf(cursor: string): Place {
  const [timestamp = Number.NaN, id = Number.NaN] = cursor
    .split("-")
    .map((part) => Number.parseInt(part, 36));
  return { timestamp, id };
}

async function storedIds(accountId: number): Promise<Map<string, number>> {
  const { rows } = await server.db.$client.execute({
    sql: "SELECT request_id, id FROM api_usage WHERE account_id = ?",
    args: [accountId],
  });
  return new Map(rows.map((row) => [String(row.request_id), Number(row.id)]));
}

const story = fc.record({
  rows: fc.array(fc.array(someRow, { maxLength: 25, size: "max" }), { minLength: 1, maxLength: 6 }),
  /** Before the first page and after each one: how many rows are rolled up, once that step's rows have arrived. */
  rolls: fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 7 }),
  limit: fc.integer({ min: 1, max: 9 }),
  filter: someFilter,
  bounds: someBounds,
});
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

async function play({ rows: batches, rolls, limit, filter, bounds }: Story) {
  while ((await rollChunk(server.db, 10_000)) > 0);
  const [me, stranger] = await Promise.all([newReader(server.db), newReader(server.db)]);
  let stored: Stored[] = [];
  const happen = async (step: number) => {
    const rows = (batches[step] ?? []).map((row) => usageRow({ me, stranger }, row));
    await insertUsage(server.db, rows);
    const known: UsageRow[] = [...stored, ...rows.filter(({ accountId }) => accountId === me.id)];
    const ids = await storedIds(me.id);
    stored = known.map((row) => ({ ...row, id: ids.get(row.requestId) ?? Number.NaN }));
    if (rolls[step]) await rollChunk(server.db, rolls[step]);
  };
  await happen(0);
  const scan = () => stored.filter((row) => fits(row, me, filter)).toSorted(newestFirst);
  const atFirst = scan().map(({ requestId }) => requestId);
  const items = await allPages(
    async (cursor) => {
      const answer = await listUsage(me.ctx, { ...cursor, ...asQuery(me, filter), limit }, bounds);
      const start = cursor.cursor === undefined ? BEGINNING : placeOf(cursor.cursor);
      const end = answer.next_cursor === null ? END : placeOf(answer.next_cursor);
      if (start && end) {
        expect(isBefore(end, start), "goes on").toBe(true);
        const between = scan().filter((row) => isBefore(row, start) && !isBefore(row, end));
        expect(answer.items.map(({ request_id }) => request_id)).toEqual(
          between.map(({ requestId }) => requestId),
        );
      }
      expect(answer.items.length).toBeLessThanOrEqual(limit);
      return answer;
    },
    (page) => happen(page + 1),
  );
  const seen = items.map(({ request_id }) => request_id);
  expect(new Set(seen).size).toBe(seen.length);
  expect(atFirst.filter((id) => !seen.includes(id))).toEqual([]);
}

it(
  `lists each request that fits exactly once, whatever is asked, rolled up or arrives meanwhile (${CASES} histories)`,
  async () => {
    await fc.assert(fc.asyncProperty(story, play), {
      numRuns: CASES,
      endOnFailure: process.env.SHRINK !== "1",
    });
  },
  60_000 + CASES * 1_000,
);
