import { formatNumber } from "#app/lib/format.ts";
import { DAILY_REQUEST_LIMIT, DAY_MS, RANGE_MS, type Range } from "#core/domain/ranges.ts";

interface DailyLimit {
  /** Width of the bar in percent, at most 100. */
  percent: number;
  text: string;
}

/** Beyond one day the daily average counts: the total would always be over the limit of a day. */
export function dailyLimit(totalRequests: number, range: Range): DailyLimit {
  const aDay = totalRequests / (RANGE_MS[range] / DAY_MS);
  const average = range === "24h" ? "" : "avg ";
  return {
    percent: Math.min(100, (aDay / DAILY_REQUEST_LIMIT) * 100),
    text: `${average}${formatNumber(Math.round(aDay))} of ${formatNumber(DAILY_REQUEST_LIMIT)}`,
  };
}
