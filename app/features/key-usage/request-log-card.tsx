import { Link } from "@remix-run/react";
import { Inbox } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { LogBody } from "#app/features/usage-log/log-body.tsx";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { LOG_TABLE_FROM_PIXELS } from "#app/features/usage-log/request-parts.tsx";
import type { RequestLog } from "#app/features/usage-log/use-request-log.ts";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import { KeyRequestList } from "./key-request-list.tsx";
import { KeyRequestTable } from "./key-request-table.tsx";
import { keyUsageMessages } from "./messages.ts";

interface RequestLogCardProps {
  log: RequestLog;
  zone: string;
  /** Where the same requests can be filtered. */
  to: string;
}

export function RequestLogCard({ log, zone, to }: RequestLogCardProps) {
  const Rows = useIsNarrow(LOG_TABLE_FROM_PIXELS) ? KeyRequestList : KeyRequestTable;
  return (
    <Card aria-busy={log.isPending}>
      <div className="flex h-14 items-center justify-between gap-3 px-5 max-lg:px-4">
        <CardTitle>{usageLogMessages.log}</CardTitle>
        <Button asChild variant="link" className="text-caption">
          <Link to={to}>Filter and download</Link>
        </Button>
      </div>
      <LogBody log={log} zone={zone} empty={<NoRequests />}>
        {(requests) => <Rows requests={requests} />}
      </LogBody>
    </Card>
  );
}

const NoRequests = () => (
  <EmptyState
    icon={Inbox}
    title={keyUsageMessages.noRequests}
    description="Each request of this key is listed here."
    className="border-t py-10"
  />
);
