import { firstSuccess } from "#app/features/usage/onboarding.ts";
import { formatDollars, formatMilliseconds, formatNumber, formatPercent } from "#app/lib/format.ts";
import type { BalanceAnswer } from "#core/contract/account.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { LOW_BALANCE_DOLLARS } from "#core/domain/top-up.ts";

export type EarlyFigureName = "requests" | "time" | "errors" | "balance";
export type EarlyFigures = Partial<Record<EarlyFigureName, string>>;

/** The dashboard's large figures, as its cards write them; none where the cards will look different. */
export function earlyFigures(analytics: AnalyticsAnswer, balance: BalanceAnswer | undefined): EarlyFigures {
  if (firstSuccess(analytics, undefined) !== "made") return {};
  return {
    requests: formatNumber(analytics.total_requests),
    time: formatMilliseconds(analytics.average_response_time),
    errors: formatPercent(analytics.error_rate),
    // A low one comes with its warning.
    ...(balance && balance.balance >= LOW_BALANCE_DOLLARS && { balance: formatDollars(balance.balance) }),
  };
}
