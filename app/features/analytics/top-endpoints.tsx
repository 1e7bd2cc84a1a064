import CircleHelp from "lucide-react/icons/circle-question-mark";
import Waypoints from "lucide-react/icons/waypoints";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { inRange } from "#app/lib/analytics/range-text.ts";
import { formatMilliseconds, formatNumber } from "#app/lib/format.ts";
import { useUsageFilter } from "#app/lib/use-usage-filter.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { TOP_LIST_SIZE } from "#core/domain/ranges.ts";
import { ENDPOINTS_UNKNOWN } from "./messages.ts";
import { type RankedColumn, RankedList, type RowTarget } from "./ranked-list.tsx";

const COLUMNS: RankedColumn<NonNullable<AnalyticsResponse["top_endpoints"]>[number]>[] = [
  {
    head: "Avg time",
    label: "Average time",
    size: "w-16 max-sm:hidden",
    tone: "text-ink-2",
    text: ({ avg_response_time }) => formatMilliseconds(avg_response_time),
  },
  { head: "Requests", size: "w-16", tone: "font-medium", text: ({ requests }) => formatNumber(requests) },
];

export interface TopEndpointsProps {
  data: AnalyticsResponse;
  /** Filters the page by default. */
  linkTo?: ((endpoint: string) => RowTarget) | undefined;
}

export function TopEndpoints({ data, linkTo }: TopEndpointsProps) {
  const { top_endpoints, total_requests } = data;
  const { linkTo: filterLink } = useUsageFilter();
  const rows = top_endpoints?.slice(0, TOP_LIST_SIZE).map((row) => ({
    ...row,
    id: row.endpoint,
    name: row.endpoint,
    share: (row.requests / total_requests) * 100,
    link: linkTo ? linkTo(row.endpoint) : filterLink({ endpoint: row.endpoint }),
  }));
  return (
    <Card>
      <CardHeader>
        <CardTitle>Top Endpoints</CardTitle>
      </CardHeader>
      {!rows ? (
        <EmptyState icon={CircleHelp} {...ENDPOINTS_UNKNOWN} className="py-10" />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={Waypoints}
          title={`No requests ${inRange(data)}`}
          description="The endpoints you call most appear here."
          className="py-10"
        />
      ) : (
        <div className="p-2">
          <RankedList head="Endpoint" mono columns={COLUMNS} rows={rows} />
        </div>
      )}
    </Card>
  );
}
