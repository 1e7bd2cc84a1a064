import { useQuery, useQueryClient } from "@tanstack/react-query";
import OctagonPause from "lucide-react/icons/octagon-pause";
import { Confirmation, ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { formatMinute } from "#app/lib/format.ts";
import { keyStateOf } from "#app/lib/keys/key-life.ts";
import { showStored } from "#app/lib/query-cache.ts";
import { useForm } from "#app/lib/use-form.ts";
import type { AccountStop } from "#core/contract/account.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { stopMessages } from "./messages.ts";
import { stopQuery } from "./queries.ts";
import { StartButton } from "./start-button.tsx";

/** Stops all keys after a question, and starts them again without one. */
export const EmergencyStopCard = () => (
  <QueryState query={useQuery(stopQuery)} failed={{ title: stopMessages.loadFailed, variant: "card" }}>
    {(stop) => (
      <Card className="flex min-h-18 items-center justify-between gap-4 p-5 max-lg:p-4 max-sm:flex-col max-sm:items-stretch">
        <Status stop={stop} />
        {stop?.stopped_at ? (
          <StartButton size="md" className="max-sm:h-11" />
        ) : (
          <StopButton ready={stop !== undefined} />
        )}
      </Card>
    )}
  </QueryState>
);

function Status({ stop }: { stop: AccountStop | undefined }) {
  const keys = useQuery(apiKeysQuery);
  if (!stop || keys.isPending) {
    return (
      <Loading label="Loading emergency stop">
        <Skeleton className="h-3.5 w-48" />
      </Loading>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2 text-small text-ink-2" aria-live="polite">
      {stop.stopped_at && (
        <Badge tone="danger">
          <OctagonPause aria-hidden="true" />
          {stopMessages.stoppedBadge}
        </Badge>
      )}
      <p>
        {stop.stopped_at
          ? stopMessages.since(formatMinute(stop.stopped_at))
          : keys.data && acceptedText(keys.data)}
      </p>
    </div>
  );
}

function acceptedText(keys: readonly ApiKey[]): string {
  const now = Date.now();
  const usable = keys.filter((key) => keyStateOf(key, now) === "active").length;
  return usable === 0 ? stopMessages.noneAccepted : stopMessages.accepted(usable);
}

function StopButton({ ready }: { ready: boolean }) {
  const button = (
    <Button disabled={!ready} className="max-sm:h-11">
      <OctagonPause strokeWidth={1.75} aria-hidden="true" />
      {stopMessages.stop}
    </Button>
  );
  return <ConfirmDialog trigger={button}>{(done) => <StopForm onDone={done} />}</ConfirmDialog>;
}

function StopForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: {},
    send: () => unwrap(api.api.account.stop.$post()),
    notice: stopMessages.stopped,
    onSent: (stop) => {
      void showStored(queryClient, stopQuery, stop);
      onDone();
    },
    fallback: stopMessages.stopFailed,
  });
  return (
    <Confirmation
      form={form}
      title={stopMessages.confirmTitle}
      description={stopMessages.confirm}
      action={{ label: stopMessages.stop, busyLabel: "Stopping…" }}
    />
  );
}
