import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { UsageResponse } from "#core/contract/usage.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { listUsage } from "#core/services/usage/list-usage.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { asQuery, fits, someBounds, someFilter } from "./reads/random-filter.ts";
import { someRow, usageRow } from "./reads/random-log.ts";
import { allPages, newReader } from "./reads/reader.ts";

const CASES = inTier({ fast: 20, full: 500 });
let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

/** A row with its position in the log: time, then arrival ID. */
type Stored = UsageRow & { id: number };
type Place = Pick<Stored, "timestamp" | "id">;
const isBefore = (a: Place, b: Place) =>
  a.timestamp < b.timestamp || (a.timestamp === b.timestamp && a.id < b.id);
const newestFirst = (a: Place, b: Place) => (isBefore(a, b) ? 1 : -1);
const BEGINNING: Place = { timestamp: Number.POSITIVE_INFINITY, id: 0 };
const END: Place = { timestamp: -1, id: 0 };

/** Cursors encode their position in base 36. */
function positionOf(cursor: string | null | undefined, otherwise: Place): Place {
  if (!cursor) return otherwise;
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
  /**
   * Before the first page and after each one: how many rows are rolled up, once that step's rows have
   * arrived.
   */
  rolls: fc.array(fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 60 })), { minLength: 1, maxLength: 7 }),
  limit: fc.integer({ min: 1, max: 9 }),
  filter: someFilter,
  bounds: someBounds,
});
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

/** A page is what a scan finds between its position and the next one's, no more than requested. */
function expectPage(
  { items, next_cursor }: UsageResponse,
  { start, limit, fitting }: { start: Place; limit: number; fitting: Stored[] },
) {
  const end = positionOf(next_cursor, END);
  expect(isBefore(end, start), "goes on").toBe(true);
  const between = fitting.filter((row) => isBefore(row, start) && !isBefore(row, end));
  expect(items.map(({ request_id }) => request_id)).toEqual(between.map(({ requestId }) => requestId));
  expect(items.length).toBeLessThanOrEqual(limit);
}

async function play({ rows: batches, rolls, limit, filter, bounds }: Story) {
  while ((await rollChunk(server.db, 10_000)).rows > 0);
  const [me, stranger] = await Promise.all([newReader(server.db), newReader(server.db)]);
  let stored: Stored[] = [];
  const arrive = async (rows: UsageRow[]) => {
    await insertUsage(server.db, rows);
    const known: UsageRow[] = [...stored, ...rows.filter(({ accountId }) => accountId === me.id)];
    const ids = await storedIds(me.id);
    stored = known.map((row) => ({ ...row, id: ids.get(row.requestId) ?? Number.NaN }));
  };
  const happen = async (step: number) => {
    const rows = (batches[step] ?? []).map((row) => usageRow({ me, stranger }, row));
    if (rows.length > 0) await arrive(rows);
    if (rolls[step]) await rollChunk(server.db, rolls[step]);
  };
  await happen(0);
  const scan = () => stored.filter((row) => fits(row, me, filter)).toSorted(newestFirst);
  const atFirst = scan().map(({ requestId }) => requestId);
  const items = await allPages(
    async (cursor) => {
      const response = await listUsage(me.ctx, { ...cursor, ...asQuery(me, filter), limit }, bounds);
      expectPage(response, { start: positionOf(cursor.cursor, BEGINNING), limit, fitting: scan() });
      return response;
    },
    (page) => happen(page + 1),
  );
  const seen = items.map(({ request_id }) => request_id);
  expect(new Set(seen).size).toBe(seen.length);
  expect(atFirst.filter((id) => !seen.includes(id))).toEqual([]);
}

it(`lists each matching request exactly once, whatever is requested, rolled up or arrives meanwhile (${CASES} histories)`, async () => {
  await fc.assert(fc.asyncProperty(story, play), {
    numRuns: CASES,
    endOnFailure: process.env.SHRINK !== "1",
  });
});
