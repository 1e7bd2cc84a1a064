import { Link } from "@remix-run/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { formatCost, formatMilliseconds } from "#app/lib/format.ts";
import { useNewestRequest } from "#app/lib/newest-request.ts";
import { paths } from "#app/lib/paths.ts";
import type { CurrentRefusal, UsageItem } from "#core/contract/usage.ts";
import { refusalCause } from "#core/domain/gateway/refusal-causes.ts";
import { nextStepMessages as messages } from "./messages.ts";
import { apiKeysQuery, type NewKey, refusalOfKeyQuery } from "./queries.ts";
import { FirstRequest } from "./sample-request.tsx";

/** For a key that was just created: a request to send with it, and the response as soon as there is one. */
export function NextStep({ id, secret }: { id: NewKey["id"]; secret: string }) {
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <section aria-label={messages.title} className="border-b px-5 py-4 max-lg:px-4">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h3 className="text-body font-medium">{messages.title}</h3>
          <p className="mt-0.5 text-small text-ink-2">{messages.text}</p>
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label={messages.close}
          className="-mt-1 -mr-2"
          onClick={() => setOpen(false)}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <FirstRequest apiKey={secret} />
      <FirstResponse keyId={id} />
    </section>
  );
}

const succeeded = ({ status_code }: UsageItem) => status_code < 400;

/** Refusals are counted within ten seconds. */
const REFUSALS_MS = 5_000;

/** A failed or refused request shows, but the page goes on looking for one that succeeds. */
function FirstResponse({ keyId }: { keyId: string }) {
  const queryClient = useQueryClient();
  const newest = useNewestRequest({ key_id: keyId }, { waiting: true, isLast: succeeded })?.items[0];
  const seenId = newest?.request_id;
  const waiting = newest === undefined;
  const { data: refusal } = useQuery({
    ...refusalOfKeyQuery(keyId),
    enabled: waiting,
    refetchInterval: REFUSALS_MS,
  });
  useEffect(() => {
    if (seenId === undefined) return;
    for (const { queryKey } of [apiKeysQuery, balanceQuery]) void queryClient.invalidateQueries({ queryKey });
  }, [queryClient, seenId]);
  return (
    <div role="status" className="mt-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-small">
      {newest && <Response request={newest} />}
      {waiting && refusal && <Refusal refusal={refusal} />}
      {waiting && !refusal && <Line icon={<Spinner className="text-ink-3" />}>{messages.waiting}</Line>}
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
