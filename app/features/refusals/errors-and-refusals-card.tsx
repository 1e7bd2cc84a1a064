import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import type { ReactNode } from "react";
import { LongName } from "#app/components/long-name.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardFooter, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { RowLink } from "#app/features/analytics/ranked-list.tsx";
import { totalErrors } from "#app/lib/analytics/buckets.ts";
import { inRange } from "#app/lib/analytics/range-text.ts";
import type { ReaderClock } from "#app/lib/budgets.ts";
import { chosenOf } from "#app/lib/chosen-range.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatNumber, formatPercent } from "#app/lib/format.ts";
import { statusName, statusTone } from "#app/lib/http-status.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { currentRefusalsQuery, refusalsQuery } from "#app/lib/refusal-queries.ts";
import { requestsPath, type UsageFilter } from "#app/lib/usage-params.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import type { RefusalsResponse } from "#core/contract/usage.ts";
import { TOP_LIST_SIZE } from "#core/domain/ranges.ts";
import { refusalMessages } from "./messages.ts";
import { barEnds, refusalBars, refusalRows } from "./refusals-view.ts";

type CardProps = { data: AnalyticsResponse; filter: UsageFilter };

/** Refused requests are not requests: they stay out of the figures, and stand first here. */
export function ErrorsAndRefusalsCard({ data, filter }: CardProps) {
  const query = useRefusals({ data, filter });
  const phrase = inRange(data);
  const errors = totalErrors(data);
  const isQuiet = errors === 0 && (query.data?.total === 0 || isForPart(filter));
  return (
    <Card className="flex flex-col">
      <CardHeader>
        <CardTitle>{refusalMessages.title}</CardTitle>
      </CardHeader>
      {isQuiet ? (
        <EmptyState
          icon={CircleCheck}
          title={`No errors or refusals ${phrase}`}
          className="flex-1 justify-center py-10"
        />
      ) : (
        // As high as the empty state, which usually follows once the refusals are known.
        <div className="flex min-h-46 flex-1 flex-col">
          <RefusedSection query={query} filter={filter} />
          <FailedSection data={data} filter={filter} errors={errors} />
          <CardFooter className="mt-auto min-h-9.25 py-0">
            <span>{capitalized(phrase)}</span>
            <Button asChild variant="link" className="text-caption">
              <Link to={requestsPath(chosenOf(data), filter, "error")}>View errors</Link>
            </Button>
          </CardFooter>
        </div>
      )}
    </Card>
  );
}

const capitalized = (phrase: string) => phrase.charAt(0).toUpperCase() + phrase.slice(1);
const isForPart = ({ endpoint, model }: UsageFilter) => endpoint !== undefined || model !== undefined;
const partOf = ({ endpoint }: UsageFilter) => (endpoint === undefined ? "model" : "endpoint");

/** Refusals are counted per key, whatever the endpoint and the model. */
const useRefusals = ({ data, filter }: CardProps) =>
  useQuery({ ...refusalsQuery(chosenOf(data), filter.keyId), enabled: !isForPart(filter) });

type RefusedProps = { query: ReturnType<typeof useRefusals>; filter: UsageFilter };

function RefusedSection({ query, filter }: RefusedProps) {
  if (isForPart(filter))
    return <Section title={refusalMessages.refused} figure={refusalMessages.notForPart(partOf(filter))} />;
  return (
    <QueryState
      query={query}
      loading="Loading refused requests"
      skeleton={<RefusedSkeleton />}
      failed={refusalMessages.loadFailed}
    >
      {(data) => (
        <Section title={refusalMessages.refused} figure={refusedText(data)}>
          {data.total > 0 && <RefusedList data={data} filter={filter} />}
        </Section>
      )}
    </QueryState>
  );
}

const refusedText = ({ total }: RefusalsResponse) =>
  total === 0 ? refusalMessages.noneRefused : `${formatNumber(total)} · ${refusalMessages.notCharged}`;

function RefusedList({ data, filter }: { data: RefusalsResponse; filter: UsageFilter }) {
  const current = useQuery(currentRefusalsQuery(filter.keyId));
  const reader = { zone: readerZone(), now: Date.parse(data.to) };
  return (
    <>
      <RefusalBars data={data} reader={reader} />
      <List>
        {refusalRows(data, current.data?.items ?? [], reader).map(({ status, name, requests, ongoing }) => (
          <Row key={`${status} ${name}`} tone="warning" requests={requests}>
            <span className="block">
              {status !== null && <span className="tabular-nums">{`${status} `}</span>}
              {name}
            </span>
            {ongoing && (
              <span className="block text-caption text-ink-3">
                <LongName>{ongoing}</LongName>
              </span>
            )}
          </Row>
        ))}
      </List>
    </>
  );
}

const BARS_SIZE = { width: 256, height: 28 };

type RefusalBarsProps = { data: Pick<RefusalsResponse, "series" | "to">; reader: ReaderClock };

/** Refused requests by hour or day; the list below has their counts as text. */
function RefusalBars({ data, reader }: RefusalBarsProps) {
  const [from, to] = barEnds(data, reader);
  const most = Math.max(...data.series.map(({ requests }) => requests), 0);
  return (
    <div className="mt-2">
      <svg
        className="block w-full"
        height={BARS_SIZE.height}
        viewBox={`0 0 ${BARS_SIZE.width} ${BARS_SIZE.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {refusalBars(data.series, BARS_SIZE).map(({ key, requests, ...bar }) => (
          <rect key={key} {...bar} fill={requests > 0 ? "var(--warning)" : "var(--line)"} />
        ))}
      </svg>
      <div className="mt-1 flex justify-between text-micro text-ink-3 tabular-nums">
        <span>{from}</span>
        <span className="sr-only">{`at most ${formatNumber(most)} at once, until`}</span>
        <span>{to}</span>
      </div>
    </div>
  );
}

function FailedSection({ data, filter, errors }: CardProps & { errors: number }) {
  const { error_types, error_rate } = data;
  const figure =
    errors === 0
      ? refusalMessages.noneFailed
      : `${formatNumber(errors)} · ${formatPercent(error_rate)} of requests`;
  return (
    <Section title={refusalMessages.failed} figure={figure} className="border-t pb-2">
      {errors > 0 && error_types === null && (
        <p className="py-2 text-caption text-ink-3">{refusalMessages.notForPart(partOf(filter))}</p>
      )}
      {errors > 0 && error_types !== null && (
        <List>
          {error_types.slice(0, TOP_LIST_SIZE).map(({ type, count }) => (
            <Row key={type} tone={statusTone(Number(type))} requests={count}>
              <RowLink to={requestsPath(chosenOf(data), filter, type)}>{statusName(type)}</RowLink>
            </Row>
          ))}
        </List>
      )}
    </Section>
  );
}

type SectionProps = { title: string; figure: string; className?: string; children?: ReactNode };

const Section = ({ title, figure, className, children }: SectionProps) => (
  <div className={cn("px-5 pt-3 pb-2 max-lg:px-4", className)}>
    <div className="flex items-baseline justify-between gap-3 text-caption">
      <h3 className="font-medium text-ink-2">{title}</h3>
      <span className="text-right text-ink-3 tabular-nums">{figure}</span>
    </div>
    {children}
  </div>
);

const List = ({ children }: { children: ReactNode }) => <ul className="mt-1">{children}</ul>;

const DOTS = { success: "bg-success", warning: "bg-warning", danger: "bg-danger" };

type RowProps = { tone: keyof typeof DOTS; requests: number; children: ReactNode };

const Row = ({ tone, requests, children }: RowProps) => (
  <li className="relative isolate flex min-h-10 items-center justify-between gap-3 border-t py-2 text-small first:border-t-0">
    <span className="flex min-w-0 items-start gap-2.5">
      <span className={cn("mt-[7px] size-1.5 shrink-0 rounded-full", DOTS[tone])} aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </span>
    <span className="font-medium tabular-nums">{formatNumber(requests)}</span>
  </li>
);

const RefusedSkeleton = () => (
  <div className="px-5 pt-3 pb-2 max-lg:px-4">
    <div className="flex h-4 items-center justify-between text-caption">
      <h3 className="font-medium text-ink-2">{refusalMessages.refused}</h3>
      <Skeleton className="h-3 w-20" />
    </div>
  </div>
);
