import { RequestSummary } from "#app/features/usage-log/request-summary.tsx";
import type { UsageItem } from "#core/contract/usage.ts";
import { RequestDetails } from "./request-details.tsx";

/** The table's narrow form; a tap opens the details. */
export function KeyRequestList({ requests }: { requests: UsageItem[] }) {
  return (
    <ul className="border-t">
      {requests.map((request) => (
        <li key={request.request_id} className="border-t first:border-t-0">
          <details>
            <summary className="flex list-none items-center gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
              <RequestSummary request={request} />
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
