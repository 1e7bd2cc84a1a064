import { formatCost, formatMilliseconds, formatMoment } from "#app/lib/format.ts";
import type { UsageItem } from "#core/contract/usage.ts";
import { RequestDetails } from "./request-details.tsx";
import { StatusBadge, tokensText } from "./request-parts.tsx";

/** The table's narrow form; a tap opens the details. */
export function RequestList({ requests }: { requests: UsageItem[] }) {
  return (
    <ul className="border-t">
      {requests.map((request) => (
        <li key={request.request_id} className="border-t first:border-t-0">
          <details>
            <summary className="flex list-none items-center gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
              <StatusBadge code={request.status_code} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-mono text-[0.78125rem]">{request.endpoint}</span>
                <span className="block text-caption text-ink-3 tabular">
                  <time dateTime={request.timestamp}>{formatMoment(request.timestamp)}</time>
                  {` · ${formatMilliseconds(request.response_time)} · ${tokensText(request)} tokens`}
                </span>
              </span>
              <span className="text-small tabular">{formatCost(request.cost)}</span>
            </summary>
            <div className="px-4 pb-4">
              <RequestDetails request={request} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
