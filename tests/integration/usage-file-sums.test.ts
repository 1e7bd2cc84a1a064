import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RANGES } from "#core/domain/ranges.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { exportUsage } from "#core/services/usage/export-usage.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { newReader } from "./reads/reader.ts";
import { sum, zoneOffset } from "./rollup/brute-force.ts";
import { history, instantOf } from "./rollup/random-usage.ts";

const CASES = runs(200);
const UNKNOWN_KEY = 1_000_000_000;
let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

/** A line of the file, read as a spreadsheet would. */
function asLine([
  time = "",
  requestId = "",
  ,
  ,
  ,
  status,
  ms,
  ...[tokensIn, tokensOut, cost, ...newer]
]: string[]) {
  return {
    tokens: [Number(tokensIn), Number(newer[3]), Number(tokensOut)] as const,
    time,
    requestId,
    failed: Number(status) >= 400,
    ms: Number(ms),
    micros: Math.round(Number(cost) * 1e6),
  };
}
type Line = ReturnType<typeof asLine>;

/** Only what the reader sees: the local day, or the local hour with its offset. */
const dayOf = ({ time }: { time: string }) => time.slice(0, 10);
const hourOf = ({ time }: { time: string }) => time.slice(0, 13) + time.slice(-6);

function figures(lines: readonly Line[], endpoint: string | undefined) {
  const errors = lines.filter(({ failed }) => failed).length;
  const time = sum(lines, ({ ms }) => ms);
  const tokens = (place: 0 | 1 | 2) =>
    endpoint === undefined ? sum(lines, (line) => line.tokens[place]) : null;
  return {
    requests: lines.length,
    errors,
    avg_response_time: lines.length === 0 ? 0 : time / lines.length,
    cost: sum(lines, ({ micros }) => micros) / 1e6,
    tokens_in: tokens(0),
    tokens_cached: tokens(1),
    tokens_out: tokens(2),
  };
}

const story = fc.record({
  history,
  range: fc.constantFrom(...RANGES),
  key: fc.option(fc.constantFrom(0, 1), { freq: 2, nil: undefined }),
  endpoint: fc.option(fc.constantFrom("/v1/chat/completions", "/v1/models"), { freq: 2, nil: undefined }),
  rolled: fc.nat({ max: 80 }),
});
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

async function play({ history: { now, zone, rows }, range, key, endpoint, rolled }: Story) {
  const [me, stranger] = await Promise.all([newReader(server.db, now), newReader(server.db, now)]);
  const stored = rows.map(({ when, stranger: isStranger, key: n, ...rest }): UsageRow => {
    const owner = isStranger ? stranger : me;
    const ids = {
      requestId: crypto.randomUUID(),
      accountId: owner.id,
      keyId: owner.keys[n]?.id ?? UNKNOWN_KEY,
    };
    return { ...rest, ...ids, timestamp: instantOf(when, { now, zone }) };
  });
  await insertUsage(server.db, stored);
  await rollChunk(server.db, rolled + 1);
  const query = {
    range,
    tz: zone,
    ...(key !== undefined && { key_id: me.keys[key]?.publicId }),
    ...(endpoint !== undefined && { endpoint }),
  };
  const [analytics, text] = await Promise.all([
    getAnalytics(me.ctx, query),
    exportUsage(me.ctx, query).then((stream) => new Response(stream).text()),
  ]);
  const lines = parseCsv(text).slice(1).map(asLine);
  const times = new Map(stored.map((row) => [row.requestId, row.timestamp]));
  for (const { time, requestId } of lines) {
    const at = times.get(requestId) ?? Number.NaN;
    expect(Date.parse(time)).toBe(at);
    expect(Date.parse(`${time.slice(0, 23)}Z`) - at, "offset").toBe(zoneOffset(zone, at));
  }
  const nameOf = range === "24h" ? hourOf : dayOf;
  const groups = Map.groupBy(lines, nameOf);
  const sums = analytics.series.map(({ date, imported_cost }) => ({
    date,
    // The file has the cost alone.
    imported_cost,
    ...figures(groups.get(nameOf({ time: date })) ?? [], endpoint),
  }));
  expect(sums).toEqual(analytics.series);
  expect(analytics.total_requests).toBe(lines.length);
  expect(Math.round(analytics.cost * 1e6)).toBe(sum(lines, ({ micros }) => micros));
}

it(`adds up to the series of the same window, in each local hour and day of any zone (${CASES} histories)`, async () => {
  await fc.assert(fc.asyncProperty(story, play), {
    numRuns: CASES,
    endOnFailure: process.env.SHRINK !== "1",
  });
});
