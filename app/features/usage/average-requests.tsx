import { formatNumber } from "#app/lib/format.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { DAY_MS, HOUR_MS, RANGE_MS } from "#core/domain/ranges.ts";
import { NothingYet } from "./stat-cards.tsx";

/** The daily limit is the account's, so a key's requests are put as an average instead. */
export function AverageRequests({ answer }: { answer: AnalyticsAnswer }) {
  const { total_requests, range } = answer;
  if (total_requests === 0) return <NothingYet answer={answer} />;
  const [unit, length] = range === "24h" ? ["an hour", HOUR_MS] : ["a day", DAY_MS];
  const average = Math.round(total_requests / (RANGE_MS[range] / length));
  return (
    <p className="mb-3 text-caption text-ink-3 tabular">
      {average === 0 ? "Less than 1" : formatNumber(average)} {unit} on average
    </p>
  );
}
