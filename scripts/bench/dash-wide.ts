import { HOUR_MS } from "#core/domain/time.ts";
import { KNOWN_ENDPOINTS } from "#core/domain/usage.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { getBreakdown } from "#core/services/analytics/get-breakdown.ts";
import { getStacked } from "#core/services/analytics/get-stacked.ts";
import { getRunway } from "#core/services/balance/get-balance.ts";
import type { AccountContext } from "#core/services/context.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { totalHours } from "#core/services/rollup/total-hours.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { withDatabase } from "./bench-database.ts";
import { contextOf } from "./dash-views.ts";
import { median, sample, times } from "./measure.ts";
import { type Line, printReport, progress } from "./report.ts";
import { NOW } from "./usage-load.ts";

const ACCOUNT = 1;
const KEYS = 100;
const ENDPOINTS = KNOWN_ENDPOINTS.slice(0, 12);
const MODELS = 8;
const HOURS = 26;
const CELLS = KEYS * ENDPOINTS.length * MODELS;
const ROUNDS = 7;
const WHOLE_TARGET_MS = 100;

const QUERY = { range: "24h", tz: "UTC" } as const;
const VIEWS: Record<string, (ctx: AccountContext) => Promise<unknown>> = {
  "24 hours": (ctx) => getAnalytics(ctx, QUERY),
  "24 hours, broken down": (ctx) => getBreakdown(ctx, QUERY),
  "24 hours, one endpoint": (ctx) => getAnalytics(ctx, { ...QUERY, endpoint: ENDPOINTS[0] ?? "" }),
  "24 hours, stacked by key": (ctx) => getStacked(ctx, { ...QUERY, by: "key" }),
  "24 hours, stacked by model": (ctx) => getStacked(ctx, { ...QUERY, by: "model" }),
  "the runway": getRunway,
};

/** An account that uses every combination of many keys, endpoints and models in every hour. */
export const wideAccount = () =>
  withDatabase(async (database) => {
    const { db } = database;
    const say = progress("rows stored", HOURS * CELLS);
    for (let hour = 0; hour < HOURS; hour++) {
      await insertUsage(db, hourOf(hour));
      say((hour + 1) * CELLS);
    }
    const ctx = { db, clock: { now: () => NOW }, requestId: "bench" };
    await rollUpUsage(ctx);
    await totalHours(ctx, { maxChecks: Number.POSITIVE_INFINITY });
    const account = contextOf(db, ACCOUNT);
    const measure = async (ask: (ctx: AccountContext) => Promise<unknown>) => {
      const taken = [];
      for (let round = 0; round < ROUNDS; round++) taken.push(await sample(database, () => ask(account)));
      return median(taken);
    };
    const lines: Line[] = [];
    for (const [what, ask] of Object.entries(VIEWS)) lines.push({ what, figure: times(await measure(ask)) });
    const whole = await measure((ctx) =>
      Promise.all([getAnalytics(ctx, QUERY), getBreakdown(ctx, QUERY), getRunway(ctx)]),
    );
    lines.push({
      what: "the whole dashboard",
      figure: times(whole),
      target: `at most ${WHOLE_TARGET_MS} ms`,
      met: whole.ms <= WHOLE_TARGET_MS,
    });
    const title = `${KEYS} keys × ${ENDPOINTS.length} endpoints × ${MODELS} models`;
    return printReport(`dash-query: ${title}, all in use in each hour`, lines);
  });

const hourOf = (hour: number) =>
  Array.from({ length: CELLS }, (_, cell) => ({
    requestId: `wide_${hour}_${cell}`,
    accountId: ACCOUNT,
    keyId: 1 + (cell % KEYS),
    timestamp: NOW - hour * HOUR_MS - (cell % 1000),
    endpoint: ENDPOINTS[Math.floor(cell / KEYS) % ENDPOINTS.length] ?? "other",
    statusCode: 200,
    responseTime: 100 + (cell % 300),
    costMicros: cell % 50,
    tokensIn: 20,
    tokensOut: 30,
    model: `model-${Math.floor(cell / KEYS / ENDPOINTS.length)}`,
  }));
