import { formatCost, formatMilliseconds, formatMoment } from "#app/lib/format.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { StatusBadge, tokensText } from "./request-parts.tsx";

interface RequestSummaryProps {
  request: UsageItem;
  /** In a list of several keys. */
  keyName?: string;
}

/** A request on two lines, for a list. */
export function RequestSummary({ request, keyName }: RequestSummaryProps) {
  return (
    <>
      <StatusBadge code={request.status_code} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono text-[0.78125rem]">{request.endpoint}</span>
        <span className="block truncate text-caption text-ink-3 tabular">
          <time dateTime={request.timestamp}>{formatMoment(request.timestamp)}</time>
          {` · ${formatMilliseconds(request.response_time)} · ${keyName ?? `${tokensText(request)} tokens`}`}
        </span>
      </span>
      <span className="text-small tabular">{formatCost(request.cost)}</span>
    </>
  );
}
