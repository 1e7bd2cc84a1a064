import type { AnalyticsQuery, AnalyticsResponse } from "#core/contract/analytics.ts";
import {
  type EndpointRow,
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
import { analyticsWindow, type Span } from "#core/domain/analytics-window.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { TOP_LIST_SIZE } from "#core/domain/ranges.ts";
import type { RequestedWindow } from "#core/domain/requested-window.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { inWindow } from "#core/services/usage/in-window.ts";
import { figuresFilter } from "#core/services/usage/usage-filter.ts";
import { readAnalytics } from "#core/storage/analytics.ts";

/**
 * Equal to a scan of the raw rows up to now; only percentiles are estimates, within 5 %.
 * Milliseconds, percent (spec sections 3 and 5), dollars.
 */
export async function getAnalytics(ctx: AccountContext, query: AnalyticsQuery): Promise<AnalyticsResponse> {
  const filter = await figuresFilter(ctx, query);
  const whole = filter.endpoint === null && filter.model === null;
  const { requested, window, reading } = await inWindow(ctx, query, async (requested, kept) => {
    const window = analyticsWindow(requested, { halves: whole ? "halves" : "whole hours", kept });
    return { requested, window, reading: await readAnalytics(ctx.db, { ...filter, window }) };
  });
  const points = pointSums(window, reading);
  const tally = windowTally(reading);
  const [p50 = null, p95 = null, p99 = null] = tally?.percentiles(50, 95, 99) ?? [];
  const tokens = (sums: Sums) => (filter.endpoint === null ? tokenFigures(sums) : NO_TOKENS);
  const imported = ({ cost, billed }: Sums) => ({
    imported_cost: whole ? dollarsFromMicros(cost - billed) : null,
  });
  const figures = (sums: Sums) => ({ ...countFigures(sums), ...imported(sums), ...tokens(sums) });
  return {
    range: query.range,
    ...windowView(window.current, requested),
    as_of: isoTime(requested.now),
    ...figures(total(points)),
    percentiles: { p50, p95, p99 },
    top_endpoints: filter.model === null ? topEndpoints(reading).map(endpointView) : null,
    error_types: tally?.errorTypes().slice(0, TOP_LIST_SIZE) ?? null,
    series: window.points.map(({ date }, i) => {
      const sums = points[i] ?? noSums();
      return { date, ...seriesFigures(sums), ...imported(sums), ...tokens(sums) };
    }),
    previous: figures(previousSums(reading)),
    exact_from: isoTimeOrNull(window.exactFrom),
  };
}

/** The end of the window that was counted, which is the present or the first instant not counted. */
const endOf = (span: Span, { until, to }: RequestedWindow) => (span.until === until ? to : span.until);

/** The window that was counted. */
export const windowView = (span: Span, requested: RequestedWindow) => ({
  from: isoTime(span.from),
  to: isoTime(endOf(span, requested)),
});

const endpointView = (row: EndpointRow & { endpoint: string }) => ({
  endpoint: row.endpoint,
  requests: row.requests,
  avg_response_time: meanTime(row),
});

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

export type Tokens = Pick<Sums, "tokensIn" | "tokensCached" | "tokensOut">;
export const tokenFigures = (sums: Tokens) => ({
  tokens_in: sums.tokensIn,
  tokens_cached: sums.tokensCached,
  tokens_out: sums.tokensOut,
});
export const NO_TOKENS = { tokens_in: null, tokens_cached: null, tokens_out: null };
