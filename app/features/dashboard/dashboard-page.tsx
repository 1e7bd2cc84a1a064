import { Link } from "@remix-run/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import X from "lucide-react/icons/x";
import { useDeferredValue, useMemo, useRef } from "react";
import { PageHeader } from "#app/components/ui/page-header.tsx";
import { AnalyticsError } from "#app/features/analytics/analytics-error.tsx";
import { dashboardSkeleton } from "#app/features/analytics/analytics-skeleton.tsx";
import { figureCards } from "#app/features/analytics/figure-cards.tsx";
import { BREAKDOWN_KEY, STACKED_KEY, useAnalytics } from "#app/features/analytics/queries.ts";
import { UsageActions } from "#app/features/analytics/usage-actions.tsx";
import { BalanceCard } from "#app/features/balance/balance-card.tsx";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { keyLabelsQuery } from "#app/features/keys/queries.ts";
import { ErrorsAndRefusalsCard } from "#app/features/refusals/errors-and-refusals-card.tsx";
import { RefusalBanners } from "#app/features/refusals/refusal-banner.tsx";
import { Runway } from "#app/features/runway/runway.tsx";
import { subscriptionQuery } from "#app/features/subscription/queries.ts";
import { SubscriptionCard } from "#app/features/subscription/subscription-card.tsx";
import { useFirstRequest } from "#app/lib/analytics/use-first-request.ts";
import { UNKNOWN_KEY } from "#app/lib/keys/key-labels.ts";
import { type PageHandle, pages } from "#app/lib/pages.ts";
import { EVERY_MINUTE } from "#app/lib/query-client.ts";
import { REFUSALS_KEY } from "#app/lib/refusal-queries.ts";
import { toast } from "#app/lib/toast.ts";
import { FILTER_NAMES, type FilterName, isFiltered, type UsageFilter } from "#app/lib/usage-params.ts";
import { useRange } from "#app/lib/use-range.ts";
import { useUsageFilter } from "#app/lib/use-usage-filter.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { BreakdownCard } from "./breakdown-card.tsx";
import { DashboardGrid, DashboardOutline } from "./dashboard-layout.tsx";
import { GetStarted } from "./get-started.tsx";
import { FIRST_REQUEST_ARRIVED, FIRST_TEST_ARRIVED } from "./messages.ts";
import { useOnboarding } from "./use-onboarding.ts";

const FILTER_LABELS: Record<FilterName, string> = { keyId: "Key", endpoint: "Endpoint", model: "Model" };

/** What the page shows beside the figures; a request changes all of it. */
const OTHER_KEYS = [
  BREAKDOWN_KEY,
  STACKED_KEY,
  REFUSALS_KEY,
  // And, below its key, how long it lasts.
  balanceQuery.queryKey,
  subscriptionQuery.queryKey,
];

export const { meta } = pages.dashboard;
export const handle: PageHandle = { Outline: DashboardOutline };

export default function DashboardPage() {
  const [range] = useRange();
  const { filter } = useUsageFilter();
  const analytics = useAnalytics(range, filter, EVERY_MINUTE);
  const queryClient = useQueryClient();

  const refresh = () =>
    Promise.all([
      analytics.refetch(),
      ...OTHER_KEYS.map((queryKey) => queryClient.refetchQueries({ queryKey, type: "active" })),
    ]);

  return (
    <>
      <PageHeader
        {...pages.dashboard.heading}
        actions={<UsageActions refreshing={analytics.isFetching} onRefresh={refresh} />}
      />
      <RefusalBanners />
      <FilterChips />
      <DashboardContent analytics={analytics} refresh={refresh} />
    </>
  );
}

function FilterChips() {
  const { filter, linkTo } = useUsageFilter();
  const { data: labels } = useQuery(keyLabelsQuery);
  const group = useRef<HTMLFieldSetElement>(null);
  const names = FILTER_NAMES.filter((name) => filter[name]);
  const keyLabel = labels ? (labels.get(filter.keyId ?? "") ?? UNKNOWN_KEY) : "…";
  return (
    <fieldset ref={group} tabIndex={-1} aria-label="Filters" className="min-w-0 outline-none">
      {names.length > 0 && (
        <ul className="mb-4 flex flex-wrap gap-2">
          {names.map((name) => (
            <li
              key={name}
              className="flex h-8 max-w-full items-center gap-1.5 rounded-control border border-edge bg-surface pl-2.5 text-small max-lg:h-9"
            >
              <span className="text-ink-3">{FILTER_LABELS[name]}</span>
              <span
                title={name === "keyId" ? keyLabel : filter[name]}
                className="min-w-0 truncate font-medium [&_code]:font-mono [&_code]:text-mono"
              >
                {name === "keyId" ? keyLabel : <code translate="no">{filter[name]}</code>}
              </span>
              <Link
                {...linkTo({ [name]: null })}
                // A removed chip would take the focus with it.
                onClick={() => group.current?.focus()}
                aria-label={`Remove the ${FILTER_LABELS[name].toLowerCase()} filter`}
                className="grid size-7.5 shrink-0 place-items-center rounded-item text-ink-3 transition-colors hover:bg-hover hover:text-ink max-lg:size-8.5"
              >
                <X className="size-3.5" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

type DashboardContentProps = { analytics: ReturnType<typeof useAnalytics>; refresh: () => Promise<unknown> };

/** The balance card does not wait for the figures, and what is open in it stays open when they arrive. */
function DashboardContent({ analytics, refresh }: DashboardContentProps) {
  const [range] = useRange();
  const { filter } = useUsageFilter();
  const { data: latest, error, isPlaceholderData } = analytics;
  // Deferred, so that a slow phone stays responsive while it draws all the cards.
  const data = useDeferredValue(latest);
  const onboarding = useOnboarding(isFiltered(filter) ? undefined : data);
  const arrival = onboarding?.funded ? FIRST_REQUEST_ARRIVED : FIRST_TEST_ARRIVED;
  const welcome = () => refresh().then(() => toast.success(arrival));
  useFirstRequest({ waiting: onboarding?.hasKey ?? false, successful: true, refresh: welcome });
  const loading = (data === undefined && error === null) || onboarding === undefined;
  const failure = error && <AnalyticsError query={analytics} />;
  const figures = useMemo(() => data && cardsOf(data, filter), [data, filter]);
  // During onboarding the steps take the place of the other lists.
  const shown =
    figures && onboarding
      ? { stats: figures.stats, main: figures.main, endpoints: figures.endpoints }
      : figures;
  const cards = loading ? dashboardSkeleton : (shown ?? { main: failure });
  const hasBreakdown = loading || (data !== undefined && !onboarding);
  return (
    <>
      {failure && data && <div className="mb-6 max-lg:mb-3">{failure}</div>}
      {onboarding && <GetStarted {...onboarding} />}
      <DashboardGrid
        // The steps open above the grid; a new key replaces the grid rather than pushing it down.
        key={onboarding ? "below the first steps" : "alone"}
        {...cards}
        balance={<BalanceCard quiet={loading || Boolean(onboarding)} runway={<Runway />} />}
        breakdown={hasBreakdown && <BreakdownCard range={range} filter={filter} />}
        subscription={<SubscriptionCard />}
        stale={!loading && isPlaceholderData}
        placeKey={loading ? "below skeletons" : "below figures"}
      />
    </>
  );
}

const cardsOf = (data: AnalyticsResponse, filter: UsageFilter) => ({
  ...figureCards(data, filter, { stackable: true }),
  errors: <ErrorsAndRefusalsCard data={data} filter={filter} />,
});
