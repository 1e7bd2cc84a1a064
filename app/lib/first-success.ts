import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import type { ApiKey } from "#core/contract/keys.ts";

type Figures = Pick<AnalyticsResponse, "total_requests" | "error_rate">;

const ALL_FAILED = 100;

/**
 * Tells from the figures and keys whether a request ever succeeded. A key that was used before the range counts as a
 * success; when every request of the range failed, an earlier one may have succeeded. Undefined until it is known.
 */
export function firstSuccess(figures: Figures, keys: readonly ApiKey[] | undefined) {
  if (figures.total_requests > 0 && figures.error_rate < ALL_FAILED) return "made";
  if (keys === undefined) return undefined;
  if (keys.every(({ last_used }) => last_used === null)) return "not made";
  return figures.total_requests === 0 ? "made" : "unclear";
}
