import type { Client, InStatement } from "@libsql/client/web";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Range } from "#core/domain/ranges.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { getBreakdown } from "#core/services/analytics/get-breakdown.ts";
import { getStacked } from "#core/services/analytics/get-stacked.ts";
import { getRunway } from "#core/services/balance/get-balance.ts";
import type { AccountContext } from "#core/services/context.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { countFor } from "./reads/rows-read.ts";
import { accountContext, newUsageAccount, type UsageAccount } from "./rollup/usage-account.ts";

const NOW = Date.parse("2026-05-28T18:37:12.345Z");
const ENDPOINTS = ["/v1/models", "/v1/embeddings"];
const HOURS = 61 * 24;
/**
 * Raw rows are read from minute 37 on, where the window starts, and before it where the previous one ends.
 */
const MINUTE = 10;
/** The previous window's last hour, and the one of the first paid request. */
const SLACK = 60;
/** Thirty days of hours, in a zone whose days do not match UTC days, is the longest view. */
const LONGEST = 4500;

let server: TestDatabase;
let quiet: UsageAccount;
let busy: UsageAccount;
beforeAll(async () => {
  server = await startPatientDatabase();
  quiet = await use(1);
  busy = await use(12);
  const ctx = { db: server.db, clock: { now: () => NOW }, requestId: "test" };
  await rollUpUsage(ctx);
  await buildDays(ctx);
});
afterAll(() => server.stop());

/** An account with `times` × 2 requests in each of the last hours, all for the same keys and endpoints. */
async function use(times: number): Promise<UsageAccount> {
  const account = await newUsageAccount(server.db, 2);
  const begin = Math.floor(NOW / HOUR_MS) * HOUR_MS + MINUTE * 60_000;
  const rows = Array.from(
    { length: HOURS * times * 2 },
    (_, i): UsageRow => ({
      requestId: crypto.randomUUID(),
      accountId: account.id,
      keyId: account.keys[i % 2]?.id ?? 0,
      timestamp: begin - (i % HOURS) * HOUR_MS,
      endpoint: ENDPOINTS[Math.floor(i / HOURS) % 2] ?? "other",
      statusCode: 200,
      responseTime: 40,
      costMicros: 10,
      tokensIn: 1,
      tokensOut: 1,
    }),
  );
  await insertUsage(server.db, rows);
  return account;
}

/** The number of table and index rows that the server reads for a response, as it counts them. */
async function rowsReadFor(account: UsageAccount, ask: (ctx: AccountContext) => Promise<unknown>) {
  const counted: InStatement[] = [];
  const client: Client = Object.create(server.db.$client, {
    execute: {
      value: (statement: InStatement) => {
        counted.push(statement);
        return server.db.$client.execute(statement);
      },
    },
    batch: {
      value: (statements: InStatement[], mode: "read") => {
        counted.push(...statements);
        return server.db.$client.batch(statements, mode);
      },
    },
  });
  await ask(accountContext(Object.create(server.db, { $client: { value: client } }), account.id, NOW));
  expect(counted.length).toBeGreaterThan(0);
  const counts = await Promise.all(counted.map((statement) => countFor(server.url, statement)));
  return counts.reduce((sum, rows) => sum + rows, 0);
}

const endpoint = "/v1/models";
const views: Record<string, (ctx: AccountContext, account: UsageAccount) => Promise<unknown>> = {
  runway: (ctx) => getRunway(ctx),
};
for (const range of ["24h", "7d", "30d"] satisfies Range[]) {
  views[`${range}`] = (ctx) => getAnalytics(ctx, { range, tz: "UTC" });
  views[`${range} at half past`] = (ctx) => getAnalytics(ctx, { range, tz: "Asia/Kolkata" });
  views[`${range} of an endpoint`] = (ctx) => getAnalytics(ctx, { range, tz: "UTC", endpoint });
  views[`${range} of a key's endpoint`] = (ctx, { keys }) =>
    getAnalytics(ctx, { range, tz: "UTC", endpoint, key_id: keys[0]?.publicId });
  views[`breakdown of ${range}`] = (ctx) => getBreakdown(ctx, { range, tz: "UTC" });
  views[`${range} by key`] = (ctx) => getStacked(ctx, { range, tz: "UTC", by: "key" });
  views[`${range} by model`] = (ctx) => getStacked(ctx, { range, tz: "UTC", by: "model" });
  views[`breakdown of ${range} and an endpoint`] = (ctx) => getBreakdown(ctx, { range, tz: "UTC", endpoint });
}

describe("an account with twelve times the requests costs no more to read", () => {
  it.each(Object.entries(views))("%s", async (_, ask) => {
    const [few, many] = [
      await rowsReadFor(quiet, (ctx) => ask(ctx, quiet)),
      await rowsReadFor(busy, (ctx) => ask(ctx, busy)),
    ];
    expect(many).toBeLessThanOrEqual(few + SLACK);
    expect(many).toBeLessThan(LONGEST);
  });
});

it("a month whose days start at half past costs an endpoint's reader only the hours that midnight splits", async () => {
  const rows = await rowsReadFor(busy, (ctx) =>
    getAnalytics(ctx, { range: "30d", tz: "Asia/Kolkata", endpoint }),
  );
  const days = 31;
  // Each hour has a row for both keys, and one of the account, and midnight splits one a day, whose raw rows are read.
  expect(rows).toBeLessThan(LONGEST + 3 * days * 24 + days * 2 * 24);
});
