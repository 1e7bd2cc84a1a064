import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Sparkline } from "#app/components/charts/sparkline.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { subscriptionQuery } from "#app/features/subscription/queries.ts";
import { type Bucket, totalErrors } from "#app/lib/analytics/buckets.ts";
import {
  dailyLimit,
  daysOf,
  type Rating,
  rateErrorRate,
  rateResponseTime,
  trendsOf,
} from "#app/lib/analytics/stat-view.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatCount, formatMilliseconds, formatNumber, formatPercent } from "#app/lib/format.ts";
import { isFiltered, type UsageFilter } from "#app/lib/usage-params.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { HOURS_PER_DAY } from "#core/domain/time.ts";
import { DAILY_LIMIT_LABEL, STAT_TITLES } from "./messages.ts";
import { EmptyStatCard, NoRequestsCaption, StatCard, TrendBadge } from "./stat-card.tsx";

type StatCardsProps = { data: AnalyticsResponse; buckets: readonly Bucket[]; filter: UsageFilter };

export function StatCards({ data, buckets, filter }: StatCardsProps) {
  const volume = isFiltered(filter) ? <AverageRequests data={data} /> : <Volume data={data} />;
  if (data.total_requests === 0) {
    const noRequests = <NoRequestsCaption data={data} />;
    return (
      <>
        <EmptyStatCard title={STAT_TITLES.requests} figure="0">
          {volume}
        </EmptyStatCard>
        <EmptyStatCard title={STAT_TITLES.time}>{noRequests}</EmptyStatCard>
        <EmptyStatCard title={STAT_TITLES.errors}>{noRequests}</EmptyStatCard>
      </>
    );
  }
  const trends = trendsOf(data);
  const requests = buckets.filter(({ partial }) => !partial).map((bucket) => bucket.requests);
  const errorRates = buckets.map(({ errorRate }) => errorRate);
  const errors = totalErrors(data);
  return (
    <>
      <StatCard
        title={STAT_TITLES.requests}
        figure={formatNumber(data.total_requests)}
        badge={<TrendBadge trend={trends.requests} />}
        sparkline={<Sparkline values={requests} color="var(--chart-requests)" />}
      >
        {volume}
      </StatCard>
      <StatCard
        title={STAT_TITLES.time}
        figure={formatMilliseconds(data.average_response_time)}
        badge={<TrendBadge trend={trends.time} good="down" />}
        sparkline={<Sparkline values={buckets.map(({ time }) => time)} color="var(--chart-time)" />}
      >
        <RatingBar
          rating={rateResponseTime(data.average_response_time)}
          detail={<Percentiles percentiles={data.percentiles} />}
        />
      </StatCard>
      <StatCard
        title={STAT_TITLES.errors}
        figure={formatPercent(data.error_rate)}
        badge={<TrendBadge trend={trends.errors} good="down" />}
        sparkline={<Sparkline values={errorRates} color="var(--chart-errors)" />}
      >
        <RatingBar rating={rateErrorRate(data.error_rate)} detail={formatCount(errors, "error")} />
      </StatCard>
    </>
  );
}

/** Only a Free account has a daily limit, and only all of its requests count. */
function Volume({ data }: { data: AnalyticsResponse }) {
  const { data: subscription, isPending } = useQuery(subscriptionQuery);
  if (isPending) return <div className="h-7" />;
  return subscription?.subscription_type === "Free" ? (
    <DailyLimitBar data={data} />
  ) : (
    <AverageRequests data={data} />
  );
}

function AverageRequests({ data }: { data: AnalyticsResponse }) {
  if (data.total_requests === 0) return <NoRequestsCaption data={data} />;
  const days = daysOf(data);
  const [unit, parts] = days > 1 ? ["per day", days] : ["per hour", days * HOURS_PER_DAY];
  const average = Math.round(data.total_requests / parts);
  return (
    <p className="mb-3 text-caption text-ink-3 tabular-nums">
      {average === 0 ? "Less than 1" : formatNumber(average)} {unit} on average
    </p>
  );
}

function DailyLimitBar({ data }: { data: AnalyticsResponse }) {
  const limit = dailyLimit(data);
  return (
    <div className="w-full">
      <p className="mb-1.5 flex justify-between gap-3 text-caption text-ink-2">
        <span className="whitespace-nowrap sm:max-lg:hidden">{DAILY_LIMIT_LABEL}</span>
        <span className="hidden whitespace-nowrap sm:max-lg:block">Daily limit</span>
        <span className="whitespace-nowrap tabular-nums">{limit.text}</span>
      </p>
      <Progress value={limit.percent} aria-label={DAILY_LIMIT_LABEL} />
    </div>
  );
}

const loadPercentiles = () => import("./percentile-list.tsx");

function Percentiles({ percentiles }: Pick<AnalyticsResponse, "percentiles">) {
  const button = (
    <button
      type="button"
      className="relative rounded-tag text-ink-3 underline decoration-edge underline-offset-3 transition-colors after:absolute after:-inset-2.5 hover:text-ink-2 tabular-nums"
    >
      p95 {formatMilliseconds(percentiles.p95)}
    </button>
  );
  return <OnDemand load={loadPercentiles} popup="dialog" trigger={button} props={{ percentiles }} />;
}

function RatingBar({ rating: { level, label }, detail }: { rating: Rating; detail: ReactNode }) {
  const fill = level === 2 ? "bg-danger" : "bg-success";
  return (
    <>
      <p className="flex min-h-4 flex-wrap items-center justify-between gap-x-3 text-caption text-ink-2 @max-[12.5rem]:flex-col @max-[12.5rem]:items-start">
        <span>{label}</span>
        <span className="text-ink-3 tabular-nums">{detail}</span>
      </p>
      <div className="mt-1.5 flex gap-1" aria-hidden="true">
        {[0, 1, 2].map((at) => (
          <span key={at} className={cn("h-1.5 flex-1 rounded-full", at === level ? fill : "bg-fill")} />
        ))}
      </div>
    </>
  );
}
