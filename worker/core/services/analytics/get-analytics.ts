import type { AnalyticsAnswer, AnalyticsQuery } from "#core/contract/analytics.ts";
import {
  errorRate,
  meanTime,
  pointSums,
  previousSums,
  topEndpoints,
  total,
  windowCost,
  windowTally,
} from "#core/domain/analytics-figures.ts";
import type { Sums } from "#core/domain/analytics-reading.ts";
import { analyticsWindow } from "#core/domain/analytics-window.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { TOP_LIST_SIZE } from "#core/domain/ranges.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readAnalytics } from "#core/storage/analytics.ts";
import { usageFilter } from "./usage-filter.ts";

/**
 * What the dashboard shows of the account's usage up to now, for one key or all of them, one endpoint or all of them;
 * an endpoint that was never used gives an empty answer.
 * It equals a scan of the raw rows at that instant, whatever has been rolled up; only percentiles are estimates,
 * within 5 %. Times in ms, `error_rate` in percent (spec sections 3 and 5), money in dollars.
 * @throws DomainError `not_found` for a key that is not the account's.
 */
export async function getAnalytics(ctx: AccountContext, query: AnalyticsQuery): Promise<AnalyticsAnswer> {
  const filter = await usageFilter(ctx, query);
  const window = analyticsWindow(query.range, query.tz, ctx.clock.now(), {
    halves: filter.endpoint === null,
  });
  const reading = await readAnalytics(ctx.db, { ...filter, window });
  const points = pointSums(window, reading);
  const tally = windowTally(reading);
  const [p50 = null, p95 = null, p99 = null] = tally?.percentiles(50, 95, 99) ?? [];
  const to = new Date(window.current.to).toISOString();
  return {
    range: query.range,
    from: new Date(window.current.from).toISOString(),
    to,
    as_of: to,
    ...figures({ ...total(points), cost: windowCost(reading) }),
    percentiles: { p50, p95, p99 },
    top_endpoints: topEndpoints(reading).map((row) => ({
      endpoint: row.endpoint,
      requests: row.requests,
      avg_response_time: meanTime(row),
    })),
    error_types: tally?.errorTypes().slice(0, TOP_LIST_SIZE) ?? null,
    series: window.points.map(({ date }, i) => seriesPoint(date, points[i])),
    previous: figures(previousSums(reading)),
  };
}

function figures(sums: Sums & { cost: number }) {
  return {
    total_requests: sums.requests,
    average_response_time: meanTime(sums),
    error_rate: errorRate(sums),
    cost: dollarsFromMicros(sums.cost),
  };
}

function seriesPoint(date: string, sums: Sums = { requests: 0, errors: 0, responseTime: 0 }) {
  return { date, requests: sums.requests, errors: sums.errors, avg_response_time: meanTime(sums) };
}
