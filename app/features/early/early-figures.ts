import type { EarlyFigureName } from "#app/components/early-figure.tsx";
import { firstSuccess } from "#app/lib/first-success.ts";
import { formatDollars, formatMilliseconds, formatNumber, formatPercent } from "#app/lib/format.ts";
import type { BalanceResponse } from "#core/contract/account.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";

export type EarlyFigures = Partial<Record<EarlyFigureName, string>>;

/** The dashboard's large figures as its cards format them; none during onboarding, which has other cards. */
export function earlyFigures(
  analytics: AnalyticsResponse,
  balance: BalanceResponse | undefined,
): EarlyFigures {
  if (firstSuccess(analytics, undefined) !== "made") return {};
  return {
    requests: formatNumber(analytics.total_requests),
    time: formatMilliseconds(analytics.average_response_time),
    errors: formatPercent(analytics.error_rate),
    // A low balance is shown by its card, with the warning.
    ...(balance &&
      balance.balance >= balance.low_balance_threshold && { balance: formatDollars(balance.balance) }),
  };
}
