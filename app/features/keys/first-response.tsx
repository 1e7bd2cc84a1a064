import { Link } from "@remix-run/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import { type ReactNode, useEffect } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { formatCost, formatMilliseconds } from "#app/lib/format.ts";
import { succeeded, useNewestRequest } from "#app/lib/newest-request.ts";
import { paths } from "#app/lib/paths.ts";
import { currentRefusalsQuery } from "#app/lib/refusal-queries.ts";
import type { CurrentRefusal, UsageItem } from "#core/contract/usage.ts";
import { refusalCause } from "#core/domain/gateway/refusal-causes.ts";
import { nextStepMessages as messages } from "./messages.ts";
import { apiKeysQuery } from "./queries.ts";

/** Refusals are counted within ten seconds. */
const REFUSALS_MS = 5_000;

export interface FirstResponseProps {
  /** Without it, requests with any key of the account count. */
  keyId?: string;
  waitingText: string;
}

/** A failed or refused request shows, but the page goes on looking for one that succeeds. */
export default function FirstResponse({ keyId, waitingText }: FirstResponseProps) {
  const queryClient = useQueryClient();
  const query = keyId === undefined ? {} : { key_id: keyId };
  const newest = useNewestRequest(query, { waiting: true, isLast: succeeded })?.items[0];
  const seenId = newest?.request_id;
  const waiting = newest === undefined;
  const { data: refusals } = useQuery({
    ...currentRefusalsQuery(keyId),
    enabled: waiting,
    refetchInterval: REFUSALS_MS,
  });
  const refusal = refusals?.items[0];
  useEffect(() => {
    if (seenId === undefined) return;
    for (const { queryKey } of [apiKeysQuery, balanceQuery]) void queryClient.invalidateQueries({ queryKey });
  }, [queryClient, seenId]);
  return (
    <div role="status" className="mt-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-small">
      {newest && <Response request={newest} />}
      {waiting && refusal && <Refusal refusal={refusal} />}
      {waiting && !refusal && <Line icon={<Spinner className="text-ink-3" />}>{waitingText}</Line>}
    </div>
  );
}

function Response({ request }: { request: UsageItem }) {
  const { request_id, status_code, response_time, cost } = request;
  const good = succeeded(request);
  const icon = good ? (
    <CircleCheck className="size-4 text-success" aria-hidden="true" />
  ) : (
    <CircleAlert className="size-4 text-danger" aria-hidden="true" />
  );
  return (
    <>
      <Line icon={icon}>
        <span className="font-medium text-ink">{good ? messages.arrived : messages.failed(status_code)}</span>
        {good && (
          <span className="tabular-nums">
            {formatMilliseconds(response_time)}, {formatCost(cost)}
          </span>
        )}
      </Line>
      <Button variant="link" size="sm" asChild>
        <Link to={paths.request(request_id)}>{messages.receipt}</Link>
      </Button>
    </>
  );
}

/** The key's page says why, since when, and offers the way out. */
function Refusal({ refusal: { key_id, code } }: { refusal: CurrentRefusal }) {
  const { status, name } = refusalCause(code);
  const cause = status === null ? name : `${status} ${name}`;
  return (
    <>
      <Line icon={<CircleAlert className="size-4 text-danger" aria-hidden="true" />}>
        <span className="font-medium text-ink">{messages.refused(cause)}</span>
      </Line>
      <Button variant="link" size="sm" asChild>
        <Link to={paths.keyUsage(key_id)}>{messages.whatToDo}</Link>
      </Button>
    </>
  );
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-2 text-ink-2">
    {icon}
    {children}
  </span>
);
