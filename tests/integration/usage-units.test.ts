import { afterAll, beforeAll, expect, it } from "vitest";
import type { BreakdownQuery, BreakdownResponse } from "#core/contract/analytics.ts";
import { usageResponse } from "#core/contract/usage.ts";
import { DAY_MS, isoTime } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { getBreakdown } from "#core/services/analytics/get-breakdown.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { getUsageReceipt, listUsage } from "#core/services/usage/list-usage.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { contextOf, newReader, type Reader } from "./reads/reader.ts";

const NOW = Date.parse("2026-05-28T12:20:00Z");
const FROM = Date.parse("2026-05-26T07:10:00Z");
const UNTIL = Date.parse("2026-05-28T10:50:00Z");
const WINDOW = { range: "custom", from: isoTime(FROM), to: isoTime(UNTIL), tz: "UTC" } as const;

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

const KINDS = {
  image: { endpoint: "/v1/images/generations", model: "demo-image", dimension: "image:1024x1024:low" },
  second: { endpoint: "/v1/audio/transcriptions", model: "demo-transcribe", dimension: "second" },
  character: { endpoint: "/v1/audio/speech", model: "demo-speech", dimension: "character" },
  search_unit: { endpoint: "/v1/rerank", model: "demo-rerank", dimension: "search_unit" },
};

/** A request of the account's key 0 or 1. */
function request(
  { id, keys }: Reader,
  kind: keyof typeof KINDS,
  { quantity = 1, timestamp = NOW - 1, key = 0 }: { quantity?: number; timestamp?: number; key?: 0 | 1 },
): UsageRow {
  const { endpoint, model, dimension } = KINDS[kind];
  return {
    requestId: crypto.randomUUID(),
    accountId: id,
    keyId: keys[key]?.id ?? 0,
    timestamp,
    endpoint,
    model,
    statusCode: 200,
    responseTime: 9,
    costMicros: 7,
    tokensIn: 0,
    tokensOut: 0,
    priceLines: JSON.stringify({ tier: "default", lines: [{ dimension, quantity }] }),
  };
}

const rollUp = (now = NOW) =>
  rollUpUsage({ db: server.db, clock: { now: () => now }, requestId: "test" }, { chunkRows: 1000 });

const unitsOf = ({ keys, endpoints, models }: BreakdownResponse) => ({
  keys: keys.map(({ key_id, units }) => [key_id, units]),
  endpoints: endpoints?.map(({ endpoint, units }) => [endpoint, units]),
  models: models?.map(({ model, units }) => [model, units]),
});
const breakdown = async (me: Reader, query: BreakdownQuery) => unitsOf(await getBreakdown(me.ctx, query));

it("adds units up between the window's edges, whether or not they are rolled up", async () => {
  const [me, other] = await Promise.all([newReader(server.db, NOW), newReader(server.db, NOW)]);
  const images = (timestamp: number, quantity: number) => request(me, "image", { timestamp, quantity });
  await insertUsage(server.db, [
    // One millisecond outside, in the hours that the edges cut, on both sides of their middle.
    images(FROM - 1, 1_000),
    images(UNTIL, 2_000),
    images(FROM - 600_000, 4_000),
    images(UNTIL + 600_000 - 1, 8_000),
    images(FROM, 1),
    images(UNTIL - 1, 2),
    images(FROM + 1_200_000, 4),
    images(UNTIL - 1_200_000, 8),
    images(FROM + DAY_MS, 16),
    request(other, "image", { timestamp: FROM, quantity: 32 }),
    request(me, "character", { timestamp: UNTIL - 1, quantity: 64, key: 1 }),
  ]);
  const expected = {
    keys: [
      [me.keys[0]?.publicId, [{ unit: "image", quantity: 31 }]],
      [me.keys[1]?.publicId, [{ unit: "character", quantity: 64 }]],
    ],
    endpoints: [
      ["/v1/images/generations", [{ unit: "image", quantity: 31 }]],
      ["/v1/audio/speech", [{ unit: "character", quantity: 64 }]],
    ],
    models: [
      ["demo-image", [{ unit: "image", quantity: 31 }]],
      ["demo-speech", [{ unit: "character", quantity: 64 }]],
    ],
  };
  expect(await breakdown(me, WINDOW)).toEqual(expected);
  await rollUp();
  expect(await breakdown(me, WINDOW)).toEqual(expected);
  await insertUsage(server.db, [images(UNTIL - 2, 128), images(UNTIL + 1, 256)]);
  const [first] = (await breakdown(me, WINDOW)).keys;
  expect(first).toEqual([me.keys[0]?.publicId, [{ unit: "image", quantity: 159 }]]);
});

it("shows each kind of a key by itself, in one order, and those of a filter alone", async () => {
  const me = await newReader(server.db, NOW);
  const all = [
    request(me, "search_unit", { quantity: 5 }),
    request(me, "character", { quantity: 1_234 }),
    request(me, "second", { quantity: 90 }),
    request(me, "image", { quantity: 2 }),
    request(me, "image", { quantity: 3, key: 1 }),
  ];
  await insertUsage(server.db, all);
  const day = { range: "24h", tz: "UTC" } as const;
  const check = async () => {
    const { keys } = await breakdown(me, day);
    expect(new Map(keys.map(([id, units]) => [id, units]))).toEqual(
      new Map([
        [
          me.keys[0]?.publicId,
          [
            { unit: "image", quantity: 2 },
            { unit: "second", quantity: 90 },
            { unit: "character", quantity: 1_234 },
            { unit: "search_unit", quantity: 5 },
          ],
        ],
        [me.keys[1]?.publicId, [{ unit: "image", quantity: 3 }]],
      ]),
    );
    const ofSpeech = await breakdown(me, { ...day, endpoint: "/v1/audio/speech" });
    expect(ofSpeech.keys).toEqual([[me.keys[0]?.publicId, [{ unit: "character", quantity: 1_234 }]]]);
    const ofImages = await breakdown(me, { ...day, model: "demo-image", key_id: me.keys[1]?.publicId });
    expect(ofImages.keys).toEqual([[me.keys[1]?.publicId, [{ unit: "image", quantity: 3 }]]]);
  };
  await check();
  await rollUp();
  await check();
});

it("keeps the sums when the raw rows are deleted", async () => {
  const me = await newReader(server.db, NOW);
  const timestamp = Date.parse("2026-03-05T10:15:00Z");
  await insertUsage(server.db, [request(me, "second", { timestamp, quantity: 61 })]);
  await rollUp();
  const march = { range: "2026-03", tz: "UTC" } as const;
  const expected = [["demo-transcribe", [{ unit: "second", quantity: 61 }]]];
  expect((await breakdown(me, march)).models).toEqual(expected);
  await retireUsage({ db: server.db, clock: { now: () => NOW }, requestId: "test" }, { days: 65 });
  const left = "SELECT count(*) AS n FROM api_usage WHERE account_id = ?1";
  expect((await server.db.$client.execute({ sql: left, args: [me.id] })).rows[0]?.n).toBe(0);
  expect((await breakdown(me, march)).models).toEqual(expected);
});

it("has the units of a request in the log and its receipt, and none where tokens are charged", async () => {
  const [me, other] = await Promise.all([newReader(server.db, NOW), newReader(server.db, NOW)]);
  const image = request(me, "image", { quantity: 2 });
  const { priceLines: _, ...old } = request(me, "image", { timestamp: NOW - 2 });
  const tokens = JSON.stringify({ tier: "default", lines: [{ dimension: "image_output", quantity: 9 }] });
  const chat = { ...request(me, "image", { timestamp: NOW - 3 }), priceLines: tokens };
  await insertUsage(server.db, [image, old, chat]);
  const { items } = usageResponse.parse(await listUsage(me.ctx, { limit: 10 }));
  expect(items.map((item) => item.units)).toEqual([{ unit: "image", quantity: 2 }, undefined, undefined]);
  expect(await getUsageReceipt(me.ctx, image.requestId)).toMatchObject({
    units: { unit: "image", quantity: 2 },
  });
  const strangers = contextOf(server.db, other.id, NOW);
  await expect(getUsageReceipt(strangers, image.requestId)).rejects.toMatchObject({ code: "not_found" });
  expect((await breakdown(other, { range: "24h", tz: "UTC" })).models).toEqual([]);
});
