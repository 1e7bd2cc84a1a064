import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type UsageItem, usageResponse } from "#core/contract/usage.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { listUsage } from "#core/services/usage/list-usage.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { NOON, someRow, usageRow } from "./reads/random-log.ts";
import { allPages, newReader, type Reader } from "./reads/reader.ts";

const HISTORIES = runs(150);
let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

/** A row and its position in the order of arrival. */
type Stored = UsageRow & { arrival: number };
const newestFirst = (a: Stored, b: Stored) => b.timestamp - a.timestamp || b.arrival - a.arrival;

/** The page after `last` according to a scan of all rows. */
function scanned(rows: readonly Stored[], { last, limit }: { last: Stored | undefined; limit: number }) {
  const sorted = rows.toSorted(newestFirst);
  const from = last ? sorted.indexOf(last) + 1 : 0;
  return { page: sorted.slice(from, from + limit), more: sorted.length > from + limit };
}

const publicIdOf = (reader: Reader, keyId: number) =>
  reader.keys.find(({ id }) => id === keyId)?.publicId ?? "";

const asItem = (reader: Reader, row: UsageRow): UsageItem => ({
  request_id: row.requestId,
  timestamp: new Date(row.timestamp).toISOString(),
  key_id: publicIdOf(reader, row.keyId),
  endpoint: row.endpoint === "/nowhere" ? "other" : row.endpoint,
  status_code: row.statusCode,
  response_time: row.responseTime,
  tokens_in: row.tokensIn,
  tokens_out: row.tokensOut,
  cost: row.costMicros / 1_000_000,
  model: row.model || null,
  outcome: null,
  estimated: false,
  tokens_cached: 0,
  first_byte: null,
  held: null,
  returned: null,
  charged: row.costMicros / 1_000_000,
  paid_by: row.costMicros === 0 ? null : "balance",
  plan_value: 0,
  price_list: null,
  tier: null,
  price_lines: null,
});

const history = fc.record({
  rows: fc.array(fc.array(someRow, { maxLength: 25, size: "max" }), { minLength: 1, maxLength: 6 }),
  /** The events before the first page and after each one: rows that are rolled up, then rows that arrive. */
  rolls: fc.array(fc.nat({ max: 60 }), { minLength: 7, maxLength: 7 }),
  limit: fc.integer({ min: 1, max: 9 }),
  key: fc.option(fc.constantFrom(0, 1, 2), { freq: 6 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

async function play({ rows: batches, rolls, limit, key }: History) {
  const [me, stranger] = await Promise.all([newReader(server.db), newReader(server.db)]);
  const stored: Stored[] = [];
  let arrival = 0;
  const happen = async (step: number) => {
    const rows = (batches[step] ?? []).map((row) => usageRow({ me, stranger }, row));
    await insertUsage(server.db, rows);
    for (const row of rows) stored.push({ ...row, arrival: arrival++ });
    if (rolls[step]) await rollChunk(server.db, rolls[step]);
  };
  await happen(0);
  const chosen = key === null ? undefined : me.keys[key];
  let last: Stored | undefined;
  await allPages(
    async (cursor) => {
      const query = { ...cursor, limit, ...(chosen && { key_id: chosen.publicId }) };
      const response = await listUsage(me.ctx, query);
      const mine = stored.filter((row) => row.accountId === me.id && (!chosen || row.keyId === chosen.id));
      const { page, more } = scanned(mine, { last, limit });
      expect(response.items).toEqual(page.map((row) => asItem(me, row)));
      expect(response.next_cursor !== null).toBe(more);
      last = page.at(-1);
      return response;
    },
    (page) => happen(page + 1),
  );
}

it(`returns each page exactly as a scan of the rows at that moment does, for a key or all (${HISTORIES} histories)`, async () => {
  await fc.assert(fc.asyncProperty(history, play), { numRuns: HISTORIES, endOnFailure: true });
});

const plain = (reader: Reader, key: 0 | 1 | 2, timestamp: number): UsageRow =>
  usageRow(
    { me: reader, stranger: reader },
    { timestamp, key, stranger: false, endpoint: "/v1/models", statusCode: 200, costMicros: 1 },
  );

it("refuses another account's key and an unknown one with the same error, and shows none of its rows", async () => {
  const [owner, other] = await Promise.all([newReader(server.db), newReader(server.db)]);
  await insertUsage(server.db, [plain(owner, 0, NOON)]);
  const refused = { code: "not_found", message: "API key not found." };
  for (const key_id of [owner.keys[0]?.publicId ?? "", "key_unknown", ""]) {
    await expect(listUsage(other.ctx, { limit: 25, key_id })).rejects.toMatchObject(refused);
  }
  expect(await listUsage(other.ctx, { limit: 25 })).toEqual({ items: [], next_cursor: null });
});

it("names no key of another account, even if a row was stored with one", async () => {
  const [owner, other] = await Promise.all([newReader(server.db), newReader(server.db)]);
  await insertUsage(server.db, [{ ...plain(owner, 0, NOON), accountId: other.id }]);
  const { items } = await listUsage(other.ctx, { limit: 25 });
  expect(items.map(({ key_id }) => key_id)).toEqual([""]);
});

it("refuses a cursor that no page issued, by the field's name", async () => {
  const { ctx } = await newReader(server.db);
  for (const cursor of ["1", "1-2-3", "order_1", "-"]) {
    await expect(listUsage(ctx, { limit: 25, cursor })).rejects.toMatchObject({
      code: "invalid_request",
      details: { field: "cursor" },
    });
  }
});

it("matches the contract, with nothing added", async () => {
  const me = await newReader(server.db);
  await insertUsage(server.db, [plain(me, 1, NOON)]);
  const response = await listUsage(me.ctx, { limit: 25 });
  expect(usageResponse.strict().parse(response)).toEqual(response);
});
