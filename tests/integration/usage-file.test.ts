import { afterAll, beforeAll, expect, it } from "vitest";
import type { UsageFileQuery } from "#core/contract/usage.ts";
import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { exportUsage } from "#core/services/usage/export-usage.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { NOON, usageRow } from "./reads/random-log.ts";
import { newReader, type Reader } from "./reads/reader.ts";
import { faultyDatabase } from "./rollup/faulty-database.ts";

const LONG = 6_001;
const ROWS_A_READ = 2_000;
let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

const request = (me: Reader, timestamp: number, unlike: Partial<UsageRow> = {}): UsageRow => ({
  ...usageRow(
    { me, stranger: me },
    { timestamp, key: 0, stranger: false, endpoint: "/v1/models", statusCode: 200, costMicros: 1_230 },
  ),
  ...unlike,
});
const BILL = JSON.stringify({ tier: "default", lines: [{ dimension: "input", quantity: 20 }] });
const month: UsageFileQuery = { range: "30d", tz: "UTC" };
const linesOf = async (reader: Reader, query: UsageFileQuery) =>
  parseCsv(await new Response(await exportUsage(reader.ctx, query)).text());
const idsOf = async (reader: Reader, query: UsageFileQuery) =>
  (await linesOf(reader, query)).slice(1).map(([, id]) => id);

async function longLog() {
  const me = await newReader(server.db, NOON);
  const rows = Array.from({ length: LONG }, (_, i) => request(me, NOON - Math.floor(i / 3) * 60_000));
  await insertUsage(server.db, rows);
  await rollChunk(server.db, 4_000);
  return {
    me,
    newestFirst: rows
      .map((row, i) => ({ row, i }))
      .sort((a, b) => b.row.timestamp - a.row.timestamp || b.i - a.i),
  };
}

it("reports when and where each request was, what it used and what it cost", async () => {
  const me = await newReader(server.db, NOON);
  const row = request(me, NOON - 1, {
    statusCode: 429,
    responseTime: 812,
    tokensIn: 31,
    tokensOut: 47,
    tokensCached: 11,
    firstByteMs: 95,
    model: "demo-small",
    outcome: OUTCOMES.cut,
    estimated: true,
    holdMicros: 2_000,
    priceListId: 3,
    priceLines: BILL,
  });
  await insertUsage(server.db, [
    row,
    request(me, NOON - 2, { endpoint: "/nowhere", costMicros: 12_000_001 }),
  ]);
  const id = me.keys[0]?.publicId;
  expect(await linesOf(me, { range: "24h", tz: "America/St_Johns" })).toEqual([
    [
      "time",
      "request_id",
      "key_id",
      "key_name",
      "endpoint",
      "status_code",
      "response_time_ms",
      "tokens_in",
      "tokens_out",
      "cost_usd",
      "model",
      "outcome",
      "estimated",
      "tokens_cached",
      "first_byte_ms",
      "held_usd",
      "charged_usd",
      "returned_usd",
      "paid_by",
      "plan_usd",
      "price_list",
      "price_lines",
      "unit",
      "units",
    ],
    [
      "2026-05-28T09:29:59.999-02:30",
      row.requestId,
      id,
      "key",
      "/v1/models",
      "429",
      "812",
      "31",
      "47",
      "0.001230",
      "demo-small",
      "cut",
      "true",
      "11",
      "95",
      "0.002000",
      "0.001230",
      "0.000770",
      "balance",
      "0.000000",
      "3",
      BILL,
      "",
      "",
    ],
    [
      "2026-05-28T09:29:59.998-02:30",
      expect.any(String),
      id,
      "key",
      "other",
      "200",
      "12",
      "3",
      "4",
      "12.000001",
      "",
      "",
      "false",
      "0",
      "",
      "",
      "12.000001",
      "",
      "balance",
      "0.000000",
      "",
      "",
      "",
      "",
    ],
  ]);
});

it("has the units of requests that are charged by them", async () => {
  const me = await newReader(server.db, NOON);
  const lines = [
    { dimension: "input", quantity: 7 },
    { dimension: "image:1024x1024:low", quantity: 2 },
  ];
  const priceLines = JSON.stringify({ tier: "default", lines });
  await insertUsage(server.db, [{ ...request(me, NOON - 1), priceLines }]);
  const [head, line] = await linesOf(me, { range: "24h", tz: "UTC" });
  expect(head?.slice(-2)).toEqual(["unit", "units"]);
  expect(line?.slice(-2)).toEqual(["image", "2"]);
});

it("includes both ends of the window, and nothing outside it", async () => {
  const [me, other] = await Promise.all([newReader(server.db, NOON), newReader(server.db, NOON)]);
  const begin = NOON - DAY_MS;
  const rows = [NOON + 1, NOON, begin, begin - 1].map((timestamp) => request(me, timestamp));
  await insertUsage(server.db, [...rows, request(other, NOON - 1)]);
  const day = { range: "24h", tz: "UTC" } as const;
  expect(await idsOf(me, day)).toEqual([rows[1]?.requestId, rows[2]?.requestId]);
  const never = await newReader(server.db, NOON);
  expect(await linesOf(never, day)).toHaveLength(1);
});

it.each(["=HYPERLINK(1)", "+1", "-1", "@A1", "\t1"])(
  "lets no spreadsheet run a key's name: %j",
  async (name) => {
    const me = await newReader(server.db, NOON);
    const id = me.keys[0]?.id ?? 0;
    await server.db.$client.execute({ sql: "UPDATE api_keys SET name = ? WHERE id = ?", args: [name, id] });
    await insertUsage(server.db, [request(me, NOON)]);
    const [, line] = await linesOf(me, month);
    expect(line?.[3]).toBe(`'${name}`);
  },
);

it("streams a long log as it is read, each request once, without those that arrive meanwhile", async () => {
  const { me, newestFirst } = await longLog();
  const { db, trips } = faultyDatabase(server.db, -1, { at: "before" });
  const reader = (await exportUsage({ ...me.ctx, db }, month)).getReader();
  const begun = trips.length;
  const chunks = [await reader.read(), await reader.read()];
  expect(trips.length - begun, "one chunk ahead at most").toBeLessThanOrEqual(1);
  await insertUsage(server.db, [request(me, NOON - 5 * DAY_MS), request(me, NOON)]);
  await rollChunk(server.db, 10_000);
  expect(trips.length - begun, "nobody read more").toBeLessThanOrEqual(1);
  while (!chunks.at(-1)?.done) chunks.push(await reader.read());
  const [, ...lines] = parseCsv(chunks.map(({ value }) => new TextDecoder().decode(value)).join(""));
  expect(lines.map(([, id]) => id)).toEqual(newestFirst.map(({ row }) => row.requestId));
  expect(trips.length - begun).toBe(Math.floor(LONG / ROWS_A_READ));
});

it("reads nothing more once its reader has left", async () => {
  const { me } = await longLog();
  const { db, trips } = faultyDatabase(server.db, -1, { at: "before" });
  const reader = (await exportUsage({ ...me.ctx, db }, month)).getReader();
  await reader.read();
  await reader.cancel();
  const gone = trips.length;
  await server.db.$client.execute("SELECT 1");
  expect(trips.length).toBe(gone);
});

it("fails with an error when the database fails in the middle, so that half a file can't pass for a whole one", async () => {
  const { me } = await longLog();
  const begun = faultyDatabase(server.db, -1, { at: "before" });
  await exportUsage({ ...me.ctx, db: begun.db }, month);
  const { db } = faultyDatabase(server.db, begun.trips.length + 1, { at: "before" });
  const response = new Response(await exportUsage({ ...me.ctx, db }, month));
  await expect(response.text()).rejects.toThrow();
  const { db: away } = faultyDatabase(server.db, begun.trips.length - 1, { at: "before" });
  await expect(exportUsage({ ...me.ctx, db: away }, month), "before it begins").rejects.toThrow();
});

it("matches its filter: key, endpoint, model and status", async () => {
  const me = await newReader(server.db, NOON);
  const unlike = { keyId: me.keys[1]?.id ?? 0, endpoint: "/v1/files", statusCode: 503 };
  const rows = [
    { model: "seldom" },
    unlike,
    { ...unlike, statusCode: 200 },
    { ...unlike, endpoint: "/v1/models" },
  ];
  const stored = rows.map((row, i) => request(me, NOON - i * HOUR_MS, row));
  await insertUsage(server.db, stored);
  await rollChunk(server.db, 10_000);
  const key_id = me.keys[1]?.publicId;
  const ids = (...places: number[]) => places.map((i) => stored[i]?.requestId);
  expect(await idsOf(me, { ...month, key_id })).toEqual(ids(1, 2, 3));
  expect(await idsOf(me, { ...month, key_id, endpoint: "/v1/files" })).toEqual(ids(1, 2));
  expect(await idsOf(me, { ...month, endpoint: "/v1/files", status: "error" })).toEqual(ids(1));
  expect(await idsOf(me, { ...month, status: "success" })).toEqual(ids(0, 2));
  expect(await idsOf(me, { ...month, model: "seldom" })).toEqual(ids(0));
  expect(await idsOf(me, { ...month, model: "never-used" })).toEqual([]);
  await expect(exportUsage(me.ctx, { ...month, key_id: "key_unknown" })).rejects.toMatchObject({
    code: "not_found",
  });
});
