import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatExactDollars, formatNumber, formatSum } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { BUDGET_PERIODS, type BudgetPeriod } from "#core/domain/gateway/budgets.ts";
import { type BudgetDraft, blockedText, budgetsOf, PERIOD_WORDS, triedOf } from "./budget-view.ts";
import { keyMessages } from "./messages.ts";

const TYPING_PAUSE_MS = 400;

/** Has three rows in every state, so that the dialog keeps its size. */
export function BudgetTrialTable({ draft, trial }: { draft: BudgetDraft; trial: BudgetTrial }) {
  const { data, failed, stale, retry } = trial;
  return (
    <>
      <table className="mt-5 w-full text-small tabular-nums" aria-busy={stale}>
        <caption className="pb-1.5 text-left font-medium">{keyMessages.budgetTrial}</caption>
        <thead>
          <tr className="text-caption text-ink-3">
            <th scope="col" className="h-7 text-left font-medium">
              Budget
            </th>
            {["Cost", "Requests", "Days"].map((head) => (
              <th key={head} scope="col" className="pl-2 text-right font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={cn("transition-opacity", stale && data && "opacity-60")}>
          {failed ? (
            // As high as the three rows it replaces.
            <tr className="h-27 border-t">
              <td colSpan={4} className="text-center text-ink-2">
                <span role="alert">{keyMessages.budgetTrialFailed}</span>{" "}
                <Button variant="link" onClick={retry}>
                  Try Again
                </Button>
              </td>
            </tr>
          ) : (
            BUDGET_PERIODS.map((period) => (
              <Row key={period} period={period} tried={triedOf(data, period, draft)} />
            ))
          )}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {data && !stale && blockedText(data)}
      </p>
    </>
  );
}

function Row({ period, tried }: { period: BudgetPeriod; tried: ReturnType<typeof triedOf> }) {
  const known = typeof tried === "string" ? null : tried;
  const cell = (text: string) => (tried === "unknown" ? <Skeleton className="ml-auto h-4 w-10" /> : text);
  return (
    <tr className="h-9 border-t">
      <th scope="row" className="text-left font-normal text-ink-2">
        {PERIOD_WORDS[period].label}
      </th>
      <td className="pl-2 text-right" title={known ? formatExactDollars(known.blocked_amount) : undefined}>
        {cell(formatSum(known?.blocked_amount))}
      </td>
      <td className="pl-2 text-right">{cell(formatNumber(known?.blocked_requests))}</td>
      <td className="pl-2 text-right">{cell(formatNumber(known?.blocked_days.length))}</td>
    </tr>
  );
}

/** Waits until the reader stops typing. Meanwhile `data` is of the draft before, and `stale` is true. */
export function useBudgetTrial({ id }: Pick<ApiKey, "id">, draft: BudgetDraft, enabled = true) {
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(setSettled, TYPING_PAUSE_MS, draft);
    return () => clearTimeout(timer);
  }, [draft]);
  const budgets = budgetsOf(settled);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["budgetTrial", id, budgets],
    queryFn: ({ signal }) =>
      unwrap(
        api.api.keys[":id"].budgets.trial.$post({ param: { id }, json: { budgets } }, { init: { signal } }),
      ),
    enabled,
    placeholderData: keepPreviousData,
    // The amount spent may change before the dialog opens again.
    gcTime: 0,
  });
  const failed = data === undefined && error !== null;
  const stale = settled !== draft || isPlaceholderData || isFetching;
  return { data, failed, stale, retry: () => void refetch() };
}

export type BudgetTrial = ReturnType<typeof useBudgetTrial>;
