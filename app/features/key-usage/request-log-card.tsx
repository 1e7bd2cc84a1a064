import { Link } from "@remix-run/react";
import Inbox from "lucide-react/icons/inbox";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { DownloadUsageButton } from "#app/features/usage-log/download-usage-button.tsx";
import { LogBody } from "#app/features/usage-log/log-body.tsx";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import type { RequestLog } from "#app/features/usage-log/queries.ts";
import { ReceiptDialog } from "#app/features/usage-log/request-receipt.tsx";
import { KEY_LOG, LogRows } from "#app/features/usage-log/request-rows.tsx";
import type { ChosenRange } from "#app/lib/chosen-range.ts";
import { requestsPath, type UsageFilter } from "#app/lib/usage-params.ts";
import { useOpenRequest } from "#app/lib/use-open-request.ts";
import { keyUsageMessages } from "./messages.ts";

interface RequestLogCardProps {
  log: RequestLog;
  /** What the download has; the log has all requests of `filter`. */
  range: ChosenRange;
  filter: UsageFilter;
}

export function RequestLogCard({ log, range, filter }: RequestLogCardProps) {
  const { requestId, closeRequest, linkToRequest } = useOpenRequest();
  return (
    <>
      <Card>
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-3 px-5 py-2.5 max-lg:px-4">
          <CardTitle>{usageLogMessages.log}</CardTitle>
          <div className="flex items-center gap-4 max-sm:w-full max-sm:justify-between">
            <Button asChild variant="link" className="text-caption">
              <Link to={requestsPath(range, filter)}>{keyUsageMessages.filter}</Link>
            </Button>
            <DownloadUsageButton view={{ range, filter, status: undefined }} />
          </div>
        </div>
        <LogBody log={log} table={KEY_LOG} empty={<NoRequests />}>
          {(requests) => (
            <LogRows entries={requests.map((request) => ({ request }))} linkTo={linkToRequest} />
          )}
        </LogBody>
      </Card>
      <ReceiptDialog requestId={requestId} onClose={closeRequest} />
    </>
  );
}

const NoRequests = () => (
  <EmptyState
    icon={Inbox}
    title={keyUsageMessages.noRequests}
    description="Requests made with this key are listed here."
    className="border-t py-10"
  />
);
