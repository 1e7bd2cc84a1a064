import { afterAll, beforeAll, expect, it } from "vitest";
import { analyticsResponse, breakdownResponse } from "#core/contract/analytics.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { analyticsAt, breakdownAt, newUsageAccount, type UsageAccount } from "./rollup/usage-account.ts";

const NOW = Date.parse("2026-05-28T18:37:12.345Z");
const DAY_QUERY = { range: "24h", tz: "UTC" } as const;

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

const rollUp = () => rollUpUsage({ db: server.db, clock: { now: () => NOW }, requestId: "test" });

const usage = (account: UsageAccount, more: Partial<UsageRow> = {}): UsageRow => ({
  requestId: crypto.randomUUID(),
  accountId: account.id,
  keyId: account.keys[0]?.id ?? 0,
  timestamp: NOW - 2 * HOUR_MS,
  endpoint: "/v1/embeddings",
  statusCode: 200,
  responseTime: 40,
  costMicros: 10,
  tokensIn: 5,
  tokensOut: 0,
  ...more,
});

it("returns zeros, no percentiles and a point for every hour for an account without usage", async () => {
  const { id } = await newUsageAccount(server.db);
  const response = await analyticsAt(server.db, id, NOW, DAY_QUERY);
  expect(response.total_requests).toBe(0);
  expect(response.percentiles).toEqual({ p50: null, p95: null, p99: null });
  expect(response.series).toHaveLength(25);
  expect(response.series.every(({ requests }) => requests === 0)).toBe(true);
  expect([response.top_endpoints, response.error_types]).toEqual([[], []]);
});

it("shows an account nothing of another account, rolled up or not", async () => {
  const [mine, other] = await Promise.all([newUsageAccount(server.db), newUsageAccount(server.db)]);
  await insertUsage(server.db, [usage(other)]);
  await rollUp();
  await insertUsage(server.db, [usage(other)]);
  expect((await analyticsAt(server.db, mine.id, NOW, DAY_QUERY)).total_requests).toBe(0);
  expect((await analyticsAt(server.db, other.id, NOW, DAY_QUERY)).total_requests).toBe(2);
});

/** Of a single endpoint. */
const UNKNOWN = { imported_cost: null, tokens_in: null, tokens_cached: null, tokens_out: null };

it("treats an unused or unknown endpoint like an account without usage", async () => {
  const account = await newUsageAccount(server.db);
  await insertUsage(server.db, [usage(account, { endpoint: "/wp-admin" })]);
  await rollUp();
  const empty = await newUsageAccount(server.db);
  const nothing = await analyticsAt(server.db, empty.id, NOW, DAY_QUERY);
  for (const endpoint of ["/v1/audio/speech", "/wp-admin", "", "' OR 1=1 --"]) {
    const response = await analyticsAt(server.db, account.id, NOW, { ...DAY_QUERY, endpoint });
    expect(response).toEqual({
      ...nothing,
      ...UNKNOWN,
      error_types: null,
      previous: { ...nothing.previous, ...UNKNOWN },
      series: nothing.series.map((point) => ({ ...point, ...UNKNOWN })),
    });
    const { keys, endpoints } = await breakdownAt(server.db, account.id, NOW, { ...DAY_QUERY, endpoint });
    expect([keys, endpoints]).toEqual([[], []]);
  }
  const other = await analyticsAt(server.db, account.id, NOW, { ...DAY_QUERY, endpoint: "other" });
  expect(other.total_requests).toBe(1);
});

it("sorts the breakdown by cost, then by requests, then by name", async () => {
  const account = await newUsageAccount(server.db, 4);
  const [dear, cheap, often, last] = account.keys;
  const names = { [dear?.id ?? 0]: "D", [cheap?.id ?? 0]: "Z", [often?.id ?? 0]: "B", [last?.id ?? 0]: "A" };
  for (const [id, name] of Object.entries(names)) {
    await server.db.$client.execute({ sql: "UPDATE api_keys SET name = ? WHERE id = ?", args: [name, id] });
  }
  const of = (key: typeof dear, costMicros: number) => usage(account, { keyId: key?.id ?? 0, costMicros });
  const others = [of(cheap, 5), of(often, 3), of(often, 2), of(last, 5), of({ id: 1e9, publicId: "" }, 5)];
  await insertUsage(server.db, [of(dear, 6), ...others]);
  const response = await breakdownAt(server.db, account.id, NOW, DAY_QUERY);
  expect(breakdownResponse.strict().parse(response)).toEqual(response);
  expect(response.keys.map(({ name, requests }) => [name, requests])).toEqual([
    ["D", 1],
    ["B", 2],
    ["A", 1],
    ["Z", 1],
    [null, 1],
  ]);
  expect(response.keys[1]).toMatchObject({ key_id: often?.publicId, status: "active", cost: 0.000005 });
});

it("refuses another account's key and an unknown one with the same error", async () => {
  const [mine, other] = await Promise.all([newUsageAccount(server.db), newUsageAccount(server.db)]);
  const refused = { code: "not_found", message: "API key not found." };
  for (const key_id of [other.keys[0]?.publicId ?? "", "no-such-key"]) {
    await expect(analyticsAt(server.db, mine.id, NOW, { ...DAY_QUERY, key_id })).rejects.toMatchObject(
      refused,
    );
  }
});

it("matches the contract, with nothing added", async () => {
  const account = await newUsageAccount(server.db);
  await insertUsage(server.db, [usage(account, { statusCode: 503 })]);
  const response = await analyticsAt(server.db, account.id, NOW, { ...DAY_QUERY, tz: "Asia/Kathmandu" });
  expect(analyticsResponse.strict().parse(response)).toEqual(response);
});

it("counts a status of 400 or above as an error, as a percentage", async () => {
  const account = await newUsageAccount(server.db);
  await insertUsage(
    server.db,
    [399, 400, 200, 200].map((statusCode) => usage(account, { statusCode })),
  );
  const response = await analyticsAt(server.db, account.id, NOW, DAY_QUERY);
  expect(response.error_rate).toBe(25);
  expect(response.error_types).toEqual([{ type: "400", count: 1 }]);
});

it('stores unlimited paths as one of a known list or as "other"', async () => {
  const account = await newUsageAccount(server.db);
  const paths = Array.from({ length: 40 }, (_, i) => `/v1/models/model-${i}`);
  await insertUsage(
    server.db,
    [...paths, "/wp-admin", "/../etc"].map((endpoint) => usage(account, { endpoint })),
  );
  const { top_endpoints } = await analyticsAt(server.db, account.id, NOW, DAY_QUERY);
  expect(top_endpoints?.map(({ endpoint, requests }) => [endpoint, requests])).toEqual([
    ["/v1/models/{id}", 40],
    ["other", 2],
  ]);
});

it("stores nothing of a batch that contains an impossible row", async () => {
  const account = await newUsageAccount(server.db);
  for (const bad of [
    { statusCode: 20 },
    { responseTime: -1 },
    { costMicros: 0.5 },
    { timestamp: -1 },
    { keyId: 0 },
  ]) {
    await expect(insertUsage(server.db, [usage(account), usage(account, bad)])).rejects.toThrow();
  }
  expect((await analyticsAt(server.db, account.id, NOW, DAY_QUERY)).total_requests).toBe(0);
});

it("packs a tally that has grown long, and keeps its percentiles and errors", async () => {
  const account = await newUsageAccount(server.db);
  const rows = Array.from({ length: 900 }, (_, i) => {
    return usage(account, { responseTime: (i * 37) % 900, statusCode: i % 9 === 0 ? 500 : 200 });
  });
  await insertUsage(server.db, rows);
  const before = await analyticsAt(server.db, account.id, NOW, DAY_QUERY);
  expect((await rollUp()).packed).toBeGreaterThan(0);
  expect(await analyticsAt(server.db, account.id, NOW, DAY_QUERY)).toEqual(before);
  const { rows: lengths } = await server.db.$client.execute({
    sql: "SELECT max(length(tally)) AS longest, min(packed) AS packed FROM hourly_series WHERE account_id = ?",
    args: [account.id],
  });
  expect(Number(lengths[0]?.longest)).toBeLessThan(300);
  expect(Number(lengths[0]?.packed)).toBeGreaterThan(0);
});
