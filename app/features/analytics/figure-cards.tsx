import { toBuckets } from "#app/lib/analytics/buckets.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import type { UsageFilter } from "#app/lib/usage-params.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { StatCards } from "./stat-cards.tsx";
import { TopEndpoints, type TopEndpointsProps } from "./top-endpoints.tsx";
import { UsageChartCard } from "./usage-chart-card.tsx";

interface FigureCardsOptions extends Pick<TopEndpointsProps, "linkTo"> {
  stackable?: boolean;
}

/** @param filter that `data` was requested with */
export function figureCards(
  data: AnalyticsResponse,
  filter: UsageFilter,
  { linkTo, stackable = false }: FigureCardsOptions,
) {
  const buckets = toBuckets(data, readerZone());
  return {
    stats: <StatCards data={data} buckets={buckets} filter={filter} />,
    main: <UsageChartCard data={data} buckets={buckets} filter={filter} stackable={stackable} />,
    endpoints: <TopEndpoints data={data} linkTo={linkTo} />,
  };
}
