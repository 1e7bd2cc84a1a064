import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatExactDollars, formatNumber } from "#app/lib/format.ts";
import { BUDGET_PERIODS, type BudgetPeriod } from "#core/domain/gateway/budgets.ts";
import { blockedText, triedOf } from "./budget-trial-view.ts";
import { type BudgetDraft, PERIOD_WORDS } from "./budget-view.ts";
import { keyMessages } from "./messages.ts";
import type { BudgetTrial } from "./use-budget-trial.ts";

interface BudgetTrialTableProps {
  draft: BudgetDraft;
  trial: BudgetTrial;
}

/** What each budget would have blocked, in three rows from the first moment on. */
export function BudgetTrialTable({ draft, trial }: BudgetTrialTableProps) {
  const { answer, failed, stale, retry } = trial;
  return (
    <>
      <table className="mt-5 w-full text-small tabular-nums" aria-busy={stale}>
        <caption className="pb-1.5 text-left font-medium">{keyMessages.budgetTrial}</caption>
        <thead>
          <tr className="text-caption text-ink-3">
            <th scope="col" className="h-7 text-left font-medium">
              Budget
            </th>
            <HeaderCell>Cost</HeaderCell>
            <HeaderCell>Requests</HeaderCell>
            <HeaderCell>Days</HeaderCell>
          </tr>
        </thead>
        <tbody className={cn("transition-opacity", stale && answer && "opacity-60")}>
          {failed ? (
            <Failed onRetry={retry} />
          ) : (
            BUDGET_PERIODS.map((period) => <Row key={period} period={period} draft={draft} trial={trial} />)
          )}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {answer && !stale && blockedText(answer)}
      </p>
    </>
  );
}

function Row({ period, draft, trial: { answer } }: BudgetTrialTableProps & { period: BudgetPeriod }) {
  const tried = triedOf(answer, period, draft);
  const waits = tried === "unknown";
  const known = waits || tried === "none" ? null : tried;
  const cell = (text: string) => (waits ? <Skeleton className="ml-auto h-4 w-10" /> : text);
  return (
    <tr className="h-9 border-t">
      <th scope="row" className="text-left font-normal text-ink-2">
        {PERIOD_WORDS[period].label}
      </th>
      <Cell>{cell(formatExactDollars(known?.blocked_amount))}</Cell>
      <Cell>
        {cell(
          known?.blocked_requests
            ? `up to ${formatNumber(known.blocked_requests)}`
            : formatNumber(known?.blocked_requests),
        )}
      </Cell>
      <Cell>{cell(formatNumber(known?.blocked_days.length))}</Cell>
    </tr>
  );
}

/** As high as the rows it stands for. */
const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <tr className="h-27 border-t">
    <td colSpan={4} className="text-center text-ink-2">
      <span role="alert">{keyMessages.budgetTrialFailed}</span>{" "}
      <Button variant="link" onClick={onRetry}>
        Try Again
      </Button>
    </td>
  </tr>
);

const HeaderCell = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="pl-2 text-right font-medium">
    {children}
  </th>
);

const Cell = ({ children }: { children: ReactNode }) => <td className="pl-2 text-right">{children}</td>;
