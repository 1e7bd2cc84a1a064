import type { AnalyticsResponse } from "#core/contract/analytics.ts";

export const NO_TOKENS = { tokens_in: null, tokens_cached: null, tokens_out: null };

const QUIET: AnalyticsResponse = {
  range: "24h",
  from: "2026-11-19T13:32:00.000Z",
  to: "2026-11-20T13:32:00.000Z",
  as_of: "2026-11-20T13:32:00.000Z",
  total_requests: 0,
  average_response_time: 0,
  error_rate: 0,
  cost: 0,
  imported_cost: 0,
  ...NO_TOKENS,
  percentiles: { p50: null, p95: null, p99: null },
  top_endpoints: [],
  error_types: [],
  series: [],
  previous: {
    total_requests: 0,
    average_response_time: 0,
    error_rate: 0,
    cost: 0,
    imported_cost: 0,
    ...NO_TOKENS,
  },
  exact_from: null,
};

/** A response of the analytics call with the fields that a test is about. */
export const analyticsOf = (about: Partial<AnalyticsResponse>): AnalyticsResponse => ({ ...QUIET, ...about });
