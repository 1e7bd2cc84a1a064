import { CircleAlert, RotateCw } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { ActiveKeysPanel } from "./active-keys-panel.tsx";
import { KeysSkeleton } from "./keys-skeleton.tsx";
import { keysByStatus } from "./keys-view.ts";
import { keyMessages } from "./messages.ts";
import type { NewKey } from "./new-key.ts";
import { RevokedKeysPanel } from "./revoked-keys-panel.tsx";
import { useApiKeys } from "./use-api-keys.ts";
import { useListReady } from "./use-list-ready.ts";

interface KeysCardProps {
  masked: boolean;
  newKey: NewKey | null;
  onCreated: (key: NewKey) => void;
}

export function KeysCard({ masked, newKey, onCreated }: KeysCardProps) {
  const query = useApiKeys();
  const ready = useListReady();
  if (query.isError && !query.data) {
    return <KeysError error={query.error} busy={query.isFetching} onRetry={() => query.refetch()} />;
  }
  const keys = ready && query.data ? keysByStatus(query.data) : undefined;
  return (
    <Card className="pt-1.5">
      <h2 className="sr-only">Your API keys</h2>
      <Tabs defaultValue="active">
        <TabsList aria-label="API keys by status" className="px-5 max-lg:px-4">
          <TabsTrigger value="active">
            Active Keys <Count of={keys?.active.length} />
          </TabsTrigger>
          <TabsTrigger value="revoked">
            Revoked Keys <Count of={keys?.revoked.length} />
          </TabsTrigger>
        </TabsList>
        <TabsContent value="active">
          {keys ? (
            <ActiveKeysPanel keys={keys.active} masked={masked} newKey={newKey} onCreated={onCreated} />
          ) : (
            <KeysSkeleton />
          )}
        </TabsContent>
        <TabsContent value="revoked">
          {keys ? <RevokedKeysPanel keys={keys.revoked} /> : <KeysSkeleton />}
        </TabsContent>
      </Tabs>
    </Card>
  );
}

function Count({ of: count }: { of: number | undefined }) {
  return (
    <span className="min-w-5 rounded-tag bg-fill px-1.5 text-center text-micro leading-[1.125rem] text-ink-2 tabular-nums">
      {count ?? "–"}
    </span>
  );
}

interface KeysErrorProps {
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

function KeysError({ error, busy, onRetry }: KeysErrorProps) {
  return (
    <Card role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <span className="grid size-11 place-items-center rounded-card bg-danger-soft text-danger-ink">
        <CircleAlert className="size-5" aria-hidden />
      </span>
      <h2 className="mt-4 text-body font-medium">{keyMessages.loadFailed}</h2>
      <p className="mt-1 max-w-sm text-small text-ink-2">{error.message || keyMessages.unknownError}</p>
      <Button className="mt-5" busy={busy} onClick={onRetry}>
        {!busy && <RotateCw aria-hidden />}
        Try Again
      </Button>
    </Card>
  );
}
