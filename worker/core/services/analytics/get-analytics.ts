import type { AnalyticsQuery, AnalyticsResponse } from "#core/contract/analytics.ts";
import {
  errorRate,
  meanTime,
  noSums,
  pointSums,
  previousSums,
  type Sums,
  topEndpoints,
  total,
  windowTally,
} from "#core/domain/analytics-figures.ts";
import { analyticsWindow } from "#core/domain/analytics-window.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { TOP_LIST_SIZE } from "#core/domain/ranges.ts";
import { isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { usageFilter } from "#core/services/usage/usage-filter.ts";
import { readAnalytics } from "#core/storage/analytics.ts";

/**
 * Equal to a scan of the raw rows up to now; only percentiles are estimates, within 5 %.
 * Milliseconds, percent (spec sections 3 and 5), dollars.
 */
export async function getAnalytics(ctx: AccountContext, query: AnalyticsQuery): Promise<AnalyticsResponse> {
  const filter = await usageFilter(ctx, query);
  const window = analyticsWindow(query.range, query.tz, ctx.clock.now(), {
    halves: filter.endpoint === null,
  });
  const reading = await readAnalytics(ctx.db, { ...filter, window });
  const points = pointSums(window, reading);
  const tally = windowTally(reading);
  const [p50 = null, p95 = null, p99 = null] = tally?.percentiles(50, 95, 99) ?? [];
  const to = isoTime(window.current.to);
  const tokens = (sums: Sums) => (filter.endpoint === null ? tokenFigures(sums) : NO_TOKENS);
  const figures = (sums: Sums) => ({ ...countFigures(sums), ...tokens(sums) });
  return {
    range: query.range,
    from: isoTime(window.current.from),
    to,
    as_of: to,
    ...figures(total(points)),
    percentiles: { p50, p95, p99 },
    top_endpoints: topEndpoints(reading).map((row) => ({
      endpoint: row.endpoint,
      requests: row.requests,
      avg_response_time: meanTime(row),
    })),
    error_types: tally?.errorTypes().slice(0, TOP_LIST_SIZE) ?? null,
    series: window.points.map(({ date }, i) => {
      const sums = points[i] ?? noSums();
      return { date, ...seriesFigures(sums), ...tokens(sums) };
    }),
    previous: figures(previousSums(reading)),
    complete_from: completeFrom(reading.figuresFrom, { from: window.previous.from, to: window.current.to }),
  };
}

/** Null when the whole window has its tokens and models; at most its end. */
export const completeFrom = (figuresFrom: number, { from, to }: { from: number; to: number }) =>
  figuresFrom > from ? isoTime(Math.min(figuresFrom, to)) : null;

const countFigures = (sums: Sums) => ({
  total_requests: sums.requests,
  average_response_time: meanTime(sums),
  error_rate: errorRate(sums),
  cost: dollarsFromMicros(sums.cost),
});

const seriesFigures = (sums: Sums) => ({
  requests: sums.requests,
  errors: sums.errors,
  avg_response_time: meanTime(sums),
  cost: dollarsFromMicros(sums.cost),
});

export const tokenFigures = (sums: Pick<Sums, "tokensIn" | "tokensCached" | "tokensOut">) => ({
  tokens_in: sums.tokensIn,
  tokens_cached: sums.tokensCached,
  tokens_out: sums.tokensOut,
});
const NO_TOKENS = { tokens_in: null, tokens_cached: null, tokens_out: null };
