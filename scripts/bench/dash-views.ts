import type { AnalyticsQuery } from "#core/contract/analytics.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { getBreakdown } from "#core/services/analytics/get-breakdown.ts";
import { getStacked } from "#core/services/analytics/get-stacked.ts";
import { getRunway } from "#core/services/balance/get-balance.ts";
import type { AccountContext } from "#core/services/context.ts";
import type { Database } from "#core/storage/database.ts";
import { benchAccount } from "./bench-account.ts";
import type { RivalName } from "./dash-rivals.ts";
import { NOW } from "./usage-load.ts";

/** A view's rivals, and how many times faster it must be at least; null if the rival is only shown. */
interface View {
  what: string;
  ask: (ctx: AccountContext) => Promise<unknown>;
  against: Partial<Record<RivalName, number | null>>;
}

const dashboard = (query: AnalyticsQuery) => (ctx: AccountContext) => getAnalytics(ctx, query);
const endpoint = "/v1/chat/completions";
const MONTH = { "30d, GROUP BY": null, "30d, all rows": null };

/** Whole and half hours come from the roll-up; at a quarter hour each midnight cuts an hour of raw rows. */
export const VIEWS: View[] = [
  {
    what: "30 days, UTC",
    ask: dashboard({ range: "30d", tz: "UTC" }),
    against: { "30d, GROUP BY": 100, "30d, same response": null, "30d, all rows": 1000 },
  },
  { what: "30 days, Asia/Kolkata", ask: dashboard({ range: "30d", tz: "Asia/Kolkata" }), against: MONTH },
  { what: "30 days, Asia/Kathmandu", ask: dashboard({ range: "30d", tz: "Asia/Kathmandu" }), against: MONTH },
  { what: "30 days, one endpoint", ask: dashboard({ range: "30d", tz: "UTC", endpoint }), against: MONTH },
  {
    what: "30 days, broken down",
    ask: (ctx) => getBreakdown(ctx, { range: "30d", tz: "UTC" }),
    against: MONTH,
  },
  {
    what: "30 days, stacked by key",
    ask: (ctx) => getStacked(ctx, { range: "30d", tz: "UTC", by: "key" }),
    against: MONTH,
  },
  { what: "the runway", ask: getRunway, against: {} },
  {
    what: "24 hours, UTC",
    ask: dashboard({ range: "24h", tz: "UTC" }),
    against: { "24h, GROUP BY": 6, "24h, same response": null, "24h, all rows": null },
  },
  {
    what: "the least: SELECT 1",
    ask: ({ db }) => db.$client.execute("SELECT 1"),
    against: { "30d, GROUP BY": null, "24h, GROUP BY": null },
  },
];

export function contextOf(db: Database, accountId: number): AccountContext {
  return { db, account: benchAccount(accountId), clock: { now: () => NOW }, requestId: "bench" };
}
