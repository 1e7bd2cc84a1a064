import type { AnalyticsQuery } from "#core/contract/analytics.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { getBreakdown } from "#core/services/analytics/get-breakdown.ts";
import type { AccountContext } from "#core/services/context.ts";
import { getRunway } from "#core/services/runway/get-runway.ts";
import type { Database } from "#core/storage/database.ts";
import { NOW } from "./usage-load.ts";

/** What a view is measured against, and at least how many times faster it is to be. */
interface View {
  what: string;
  ask: (ctx: AccountContext) => Promise<unknown>;
  /** The raw rows of which range answer the same. */
  rival: "30d" | "24h";
  groupBy?: number;
  fetchAll?: number;
}

const dashboard = (query: AnalyticsQuery) => (ctx: AccountContext) => getAnalytics(ctx, query);
const endpoint = "/v1/chat/completions";

/** Whole and half hours come from the roll-up; at a quarter hour each midnight cuts an hour of raw rows. */
export const VIEWS: View[] = [
  {
    what: "30 days, UTC",
    ask: dashboard({ range: "30d", tz: "UTC" }),
    rival: "30d",
    groupBy: 100,
    fetchAll: 1000,
  },
  { what: "30 days, Asia/Kolkata", ask: dashboard({ range: "30d", tz: "Asia/Kolkata" }), rival: "30d" },
  { what: "30 days, Asia/Kathmandu", ask: dashboard({ range: "30d", tz: "Asia/Kathmandu" }), rival: "30d" },
  { what: "30 days, one endpoint", ask: dashboard({ range: "30d", tz: "UTC", endpoint }), rival: "30d" },
  { what: "30 days, broken down", ask: (ctx) => getBreakdown(ctx, { range: "30d" }), rival: "30d" },
  { what: "the runway", ask: getRunway, rival: "30d" },
  { what: "24 hours, UTC", ask: dashboard({ range: "24h", tz: "UTC" }), rival: "24h", groupBy: 6 },
];

export function contextOf(db: Database, accountId: number): AccountContext {
  const account = { id: accountId, userId: "bench", email: "bench@example.com" };
  return { db, account, clock: { now: () => NOW }, requestId: "bench" };
}
