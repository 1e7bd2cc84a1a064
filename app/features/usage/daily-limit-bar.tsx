import { Progress } from "#app/components/ui/progress.tsx";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { dailyLimit } from "./daily-limit.ts";
import { DAILY_LIMIT_LABEL } from "./messages.ts";

export function DailyLimitBar({ answer }: { answer: AnalyticsAnswer }) {
  const limit = dailyLimit(answer.total_requests, answer.range);
  return (
    <div className="w-full">
      <p className="mb-1.5 flex justify-between gap-3 text-caption text-ink-2">
        <span>{DAILY_LIMIT_LABEL}</span>
        <span className="whitespace-nowrap tabular">{limit.text}</span>
      </p>
      <Progress value={limit.percent} aria-label={DAILY_LIMIT_LABEL} />
    </div>
  );
}
