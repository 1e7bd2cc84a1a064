import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { type BudgetDraft, budgetsOf } from "./budget-view.ts";

const PAUSE_MS = 400;

/**
 * What a draft of budgets would have blocked, asked for when the reader stops typing; until the answer is there, the
 * one before stays and `stale` is true.
 */
export function useBudgetTrial({ id }: ApiKey, draft: BudgetDraft) {
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, draft);
    return () => clearTimeout(timer);
  }, [draft]);
  const budgets = budgetsOf(settled);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["budgetTrial", id, budgets],
    queryFn: ({ signal }) =>
      unwrap(
        api.api.keys[":id"].budgets.trial.$post({ param: { id }, json: { budgets } }, { init: { signal } }),
      ),
    placeholderData: keepPreviousData,
    // Opened again, it is told what was spent meanwhile.
    gcTime: 0,
  });
  const failed = error !== null && !isFetching;
  const stale = settled !== draft || isPlaceholderData || isFetching;
  return { answer: failed ? undefined : data, failed, stale, retry: () => void refetch() };
}

export type BudgetTrial = ReturnType<typeof useBudgetTrial>;
