import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryState } from "#app/components/query-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { isNearLimit } from "#app/lib/budgets.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatExactDollars, formatPrice, formatSum } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { AccountBudgetsResponse } from "#core/contract/budgets.ts";
import { balanceMessages } from "./messages.ts";
import { liveAccountBudgetsQuery, liveSpendAlertsQuery } from "./queries.ts";
import { NoAlerts, SettingLink, SpendBar } from "./spend-bar.tsx";
import { spentLine } from "./spent-view.ts";

interface SpentLineProps {
  /** Without the account's alerts. */
  compact: boolean;
}

const FRAME = "mt-4 border-t pt-4 text-caption";
const heightOf = (compact: boolean) => (compact ? "min-h-13" : "min-h-[7.4375rem]");

/** What all keys have spent, against the account's alerts and limits. Has the same height in almost every state. */
export function SpentLine({ compact }: SpentLineProps) {
  const alerts = useQuery({ ...liveSpendAlertsQuery, enabled: !compact });
  return (
    <div className={cn(FRAME, heightOf(compact))}>
      <QueryState
        query={useQuery(liveAccountBudgetsQuery)}
        waitFor={compact ? [] : [alerts]}
        loading="Loading spend"
        skeleton={<Pending compact={compact} />}
        failed={() => <p className="text-ink-2">{balanceMessages.spentFailed}</p>}
      >
        {(data) =>
          alerts.data === undefined || alerts.data.alerts.length === 0 ? (
            <Loaded data={data} alerts={alerts.data && <NoAlerts />} />
          ) : (
            <SpendBar budgets={data} alerts={alerts.data} />
          )
        }
      </QueryState>
    </div>
  );
}

/** Against the tightest limit. */
function Loaded({ data, alerts }: { data: AccountBudgetsResponse; alerts: ReactNode }) {
  const { label, spent, budget, note } = spentLine(data, Date.now());
  const { setLimit, editLimits, noLimit } = balanceMessages;
  const limit = (
    <SettingLink
      to={paths.spendingLimits}
      {...(budget === null ? setLimit : editLimits(formatPrice(budget)))}
    />
  );
  const near = budget !== null && isNearLimit(spent, budget);
  return (
    <>
      <div className="flex justify-between gap-2">
        <p className="text-ink-2">
          {label}
          {note && <span className="sr-only">. {note}</span>}
        </p>
        <p className="text-ink-3 tabular-nums" title={note ?? formatExactDollars(spent)}>
          <span className="font-medium text-ink">{formatSum(spent)}</span> {budget !== null && limit}
        </p>
      </div>
      {budget !== null && (
        <Progress
          aria-label={label}
          className="mt-2"
          value={budget === 0 ? 100 : (100 * spent) / budget}
          tone={near ? "warning" : "accent"}
        />
      )}
      {alerts}
      {budget === null && (
        <p className="mt-1 flex justify-between gap-2 text-ink-3">
          {noLimit}
          {limit}
        </p>
      )}
    </>
  );
}

const Pending = ({ compact }: SpentLineProps) => (
  <>
    <div className="flex h-4 items-center justify-between">
      <Skeleton className="h-3 w-24" />
      <Skeleton className="h-3 w-28" />
    </div>
    {!compact && <Skeleton className="mt-2 h-1.5 w-full" />}
  </>
);

/** Before the account is known. */
export const SpentLineSkeleton = ({ compact }: SpentLineProps) => (
  <div className={cn(FRAME, heightOf(compact))}>
    <Pending compact={compact} />
  </div>
);
