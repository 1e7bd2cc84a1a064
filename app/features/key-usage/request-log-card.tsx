import { Link } from "@remix-run/react";
import Inbox from "lucide-react/icons/inbox";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { LogBody } from "#app/features/usage-log/log-body.tsx";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import type { RequestLog } from "#app/features/usage-log/queries.ts";
import { ReceiptDialog } from "#app/features/usage-log/request-receipt.tsx";
import { LogRows } from "#app/features/usage-log/request-rows.tsx";
import { useOpenRequest } from "#app/features/usage-log/use-open-request.ts";
import { keyUsageMessages } from "./messages.ts";

interface RequestLogCardProps {
  log: RequestLog;
  zone: string;
  /** A page where the same requests can be filtered. */
  to: string;
}

export function RequestLogCard({ log, zone, to }: RequestLogCardProps) {
  const { requestId, closeRequest, linkToRequest } = useOpenRequest();
  return (
    <>
      <Card aria-busy={log.isPending}>
        <div className="flex h-14 items-center justify-between gap-3 px-5 max-lg:px-4">
          <CardTitle>{usageLogMessages.log}</CardTitle>
          <Button asChild variant="link" className="text-caption">
            <Link to={to}>Filter and download</Link>
          </Button>
        </div>
        <LogBody log={log} zone={zone} empty={<NoRequests />}>
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
