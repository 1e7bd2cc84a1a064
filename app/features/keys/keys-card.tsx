import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { QueryState } from "#app/components/query-state.tsx";
import { TableSkeleton } from "#app/components/table-skeleton.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#app/components/ui/tabs.tsx";
import { balanceQuery, liveAccountBudgetsQuery } from "#app/features/balance/queries.ts";
import { currentSpend } from "#app/lib/budgets.ts";
import { formatExactDollars, formatSum } from "#app/lib/format.ts";
import { EVERY_MINUTE } from "#app/lib/query-client.ts";
import { ACTIVE_KEYS } from "./active-keys.tsx";
import { ActiveKeysPanel, type ActiveKeysPanelProps } from "./active-keys-panel.tsx";
import { keysByStatus } from "./keys-view.ts";
import { footerText, keyMessages } from "./messages.ts";
import { apiKeysQuery } from "./queries.ts";
import { RevokedKeysPanel } from "./revoked-keys.tsx";

const TABS = [
  { status: "active", label: "Active Keys" },
  { status: "revoked", label: "Revoked Keys" },
] as const;
const SKELETON_ROWS = 4;

export function KeysCard(props: Omit<ActiveKeysPanelProps, "keys">) {
  const ready = useListReady();
  return (
    <QueryState
      query={useQuery({ ...apiKeysQuery, ...EVERY_MINUTE })}
      failed={{
        title: keyMessages.loadFailed,
        noReason: keyMessages.unknownError,
        variant: "page",
        retryLabel: "Try Again",
      }}
    >
      {(keys) => <KeyTabs keys={ready && keys ? keysByStatus(keys) : undefined} {...props} />}
    </QueryState>
  );
}

type KeyTabsProps = Omit<ActiveKeysPanelProps, "keys"> & {
  /** Undefined while they load. */
  keys: ReturnType<typeof keysByStatus> | undefined;
};

function KeyTabs({ keys, ...props }: KeyTabsProps) {
  return (
    <Card className="pt-1.5">
      <h2 className="sr-only">Your API keys</h2>
      <Tabs defaultValue="active">
        <div className="flex items-end justify-between border-b">
          <TabsList aria-label="API keys by status" className="border-b-0 px-5 max-lg:px-4">
            {TABS.map(({ status, label }) => (
              <TabsTrigger key={status} value={status}>
                {label}{" "}
                <span className="min-w-5 rounded-tag bg-fill px-1.5 text-center text-micro leading-[1.125rem] text-ink-2 tabular-nums">
                  {keys?.[status].length ?? "–"}
                </span>
              </TabsTrigger>
            ))}
          </TabsList>
          <MonthTotal />
        </div>
        {TABS.map(({ status }) => (
          <TabsContent key={status} value={status}>
            {keys ? (
              <>
                {status === "active" ? (
                  <ActiveKeysPanel keys={keys.active} {...props} />
                ) : (
                  <RevokedKeysPanel keys={keys.revoked} />
                )}
                <footer className="flex h-11 items-center border-t px-5 text-caption text-ink-3 tabular-nums max-lg:px-4">
                  {footerText(keys[status].length, status)}
                </footer>
              </>
            ) : (
              <Loading label="Loading API keys">
                <KeysSkeleton />
              </Loading>
            )}
          </TabsContent>
        ))}
      </Tabs>
    </Card>
  );
}

/** All keys of the account, revoked ones too. */
function MonthTotal() {
  const { data } = useQuery(liveAccountBudgetsQuery);
  if (data === undefined) return null;
  const { spent } = currentSpend(data.spending.month, Date.now());
  return (
    <p
      className="flex h-10 items-center gap-1 pr-5 text-caption text-ink-3 tabular-nums max-sm:hidden max-lg:pr-4"
      title={formatExactDollars(spent)}
    >
      <span className="font-medium text-ink">{formatSum(spent)}</span> {keyMessages.spentThisMonth}
    </p>
  );
}

function KeysSkeleton() {
  return (
    <div>
      <TableSkeleton table={ACTIVE_KEYS} rows={SKELETON_ROWS} />
      <div className="flex h-11 items-center border-t px-5 max-lg:px-4">
        <Skeleton className="h-3 w-32" />
      </div>
    </div>
  );
}

/**
 * True once the list can be shown in its final size; an empty one needs the balance for its text. Deferred, so that a
 * slow phone can render the list in chunks.
 */
export function useListReady(): boolean {
  const keys = useQuery(apiKeysQuery);
  const balance = useQuery(balanceQuery);
  const empty = keys.data !== undefined && keysByStatus(keys.data).active.length === 0;
  return useDeferredValue(!keys.isPending && !(empty && balance.isPending));
}
