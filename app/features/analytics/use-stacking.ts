import { useSearchParams } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { MetricName } from "#app/components/charts/usage-metrics.ts";
import { useKeyLabels } from "#app/features/keys/queries.ts";
import { useCode } from "#app/lib/code/use-code.ts";
import { EVERY_MINUTE } from "#app/lib/query-client.ts";
import type { UsageFilter } from "#app/lib/usage-params.ts";
import { useRange } from "#app/lib/use-range.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { stackedQuery } from "./queries.ts";
import { isStackable, STACK_NOUNS, type StackName, stackAddress, stacksFor } from "./stack-choice.ts";

/** With the legend, which is shown together with it. */
async function loadView() {
  const [view] = await Promise.all([import("./stack-view.ts"), import("./stack-legend.tsx")]);
  return view;
}

export type Stacking = ReturnType<typeof useStacking>;

interface StackingOptions {
  metric: MetricName;
  data: AnalyticsResponse;
  filter: UsageFilter;
  /** False where the chart is never stacked. */
  enabled: boolean;
}

/** The stacking in the address, the ways to change it, and the series once they and their code have loaded. */
export function useStacking({ metric, data, filter, enabled }: StackingOptions) {
  const [search, setSearch] = useSearchParams();
  const [range] = useRange();
  const labels = useKeyLabels();
  const { stack: named, only } = stackAddress.read(search);
  const choices = enabled ? stacksFor(filter) : [];
  const stackable = isStackable(metric) ? metric : null;
  const by = (stackable && choices.find((choice) => choice === named)) ?? null;
  const query = useQuery({
    ...stackedQuery(range, filter, STACK_NOUNS[by ?? "keys"]),
    ...EVERY_MINUTE,
    enabled: by !== null,
  });
  const code = useCode(loadView, by !== null);
  const response = by === null ? undefined : query.data;
  const view = useMemo(() => {
    if (!response || !stackable) return;
    return code.module?.stackedView(response, { data, metric: stackable, labels, only });
  }, [code.module, response, data, stackable, labels, only]);
  const write = (changes: Partial<{ stack: StackName | null; only: string | null }>) =>
    setSearch((current) => stackAddress.write(current, changes), { replace: true, preventScrollReset: true });
  return {
    choices,
    isShown: stackable !== null,
    by,
    view: {
      data: view,
      error: query.error ?? code.error,
      refetch() {
        code.retry();
        return query.refetch();
      },
    },
    isStale: query.isPlaceholderData,
    choose: (stack: StackName | null) => write({ stack, only: null }),
    /** Again for all. */
    toggle: (id: string) => write({ only: id === only ? null : id }),
  };
}
