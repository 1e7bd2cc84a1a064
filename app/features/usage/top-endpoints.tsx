import type { LinkProps } from "@remix-run/react";
import { Waypoints } from "lucide-react";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { formatMilliseconds, formatNumber, formatPercent } from "#app/lib/format.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { TOP_LIST_SIZE } from "#core/domain/ranges.ts";
import { RANGE_PHRASES } from "./messages.ts";
import { RowLink, ShareBar } from "./row-link.tsx";

type Endpoint = AnalyticsAnswer["top_endpoints"][number];

/** Where choosing an endpoint leads. */
type EndpointLink = (endpoint: string) => Pick<LinkProps, "to" | "preventScrollReset">;

interface EndpointRowProps extends Endpoint {
  share: number;
  link: ReturnType<EndpointLink>;
}

function EndpointRow({ endpoint, requests, avg_response_time, share, link }: EndpointRowProps) {
  return (
    <li className="relative isolate flex h-9 min-w-0 items-center gap-4 px-3 text-small max-lg:px-2">
      <ShareBar percent={share} />
      <span className="min-w-0 flex-1 truncate font-mono text-[0.78125rem]" title={endpoint}>
        <RowLink {...link}>{endpoint}</RowLink>
      </span>
      <span className="w-16 text-right text-ink-2 tabular max-sm:hidden">
        <span className="sr-only">Average time </span>
        {formatMilliseconds(avg_response_time)}
      </span>
      <span className="w-16 text-right font-medium tabular">
        <span className="sr-only">Requests </span>
        {formatNumber(requests)}
      </span>
      <span className="w-12 text-right text-ink-2 tabular max-sm:hidden">
        <span className="sr-only">Share </span>
        {formatPercent(share, 1)}
      </span>
    </li>
  );
}

function Heads() {
  return (
    <div className="flex h-7 items-center gap-4 px-3 text-caption text-ink-3 max-lg:px-2" aria-hidden="true">
      <span className="flex-1">Endpoint</span>
      <span className="w-16 text-right max-sm:hidden">Avg time</span>
      <span className="w-16 text-right">Requests</span>
      <span className="w-12 text-right max-sm:hidden">Share</span>
    </div>
  );
}

export function TopEndpoints({ answer, linkTo }: { answer: AnalyticsAnswer; linkTo: EndpointLink }) {
  const { top_endpoints, total_requests, range } = answer;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Top Endpoints</CardTitle>
      </CardHeader>
      {top_endpoints.length === 0 ? (
        <EmptyState
          icon={Waypoints}
          title={`No requests in ${RANGE_PHRASES[range]}`}
          description="The endpoints you call most appear here."
          className="py-10"
        />
      ) : (
        <div className="p-2">
          <Heads />
          <ol className="grid gap-0.5">
            {top_endpoints.slice(0, TOP_LIST_SIZE).map((endpoint) => (
              <EndpointRow
                key={endpoint.endpoint}
                {...endpoint}
                share={(endpoint.requests / total_requests) * 100}
                link={linkTo(endpoint.endpoint)}
              />
            ))}
          </ol>
        </div>
      )}
    </Card>
  );
}
