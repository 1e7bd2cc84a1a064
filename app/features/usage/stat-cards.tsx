import type { ReactNode } from "react";
import { Sparkline } from "#app/components/charts/sparkline.tsx";
import { formatMilliseconds, formatNumber, formatPercent } from "#app/lib/format.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { type Bucket, totalErrors } from "./buckets.ts";
import { RANGE_PHRASES, STAT_TITLES } from "./messages.ts";
import { Percentiles } from "./percentiles.tsx";
import { judgeErrorRate, judgeResponseTime } from "./performance.ts";
import { QualityBar } from "./quality-bar.tsx";
import { EmptyStatCard, StatCard } from "./stat-card.tsx";
import { type Trend, trendsOf } from "./trend.ts";
import { TrendBadge } from "./trend-badge.tsx";

interface CardProps {
  answer: AnalyticsAnswer;
  buckets: readonly Bucket[];
  trend: Trend | null;
}
interface Volume {
  /** What the number of requests means. */
  volume: ReactNode;
}

function RequestsCard({ answer, buckets, trend, volume }: CardProps & Volume) {
  const whole = buckets.filter(({ partial }) => !partial).map(({ requests }) => requests);
  return (
    <StatCard
      title={STAT_TITLES.requests}
      figure={formatNumber(answer.total_requests)}
      badge={trend && <TrendBadge trend={trend} />}
      sparkline={<Sparkline values={whole} color="var(--chart-requests)" />}
    >
      {volume}
    </StatCard>
  );
}

function ResponseTimeCard({ answer, buckets, trend }: CardProps) {
  return (
    <StatCard
      title={STAT_TITLES.time}
      figure={formatMilliseconds(answer.average_response_time)}
      badge={trend && <TrendBadge trend={trend} good="down" />}
      sparkline={<Sparkline values={buckets.map(({ time }) => time)} color="var(--chart-time)" />}
    >
      <QualityBar
        judgement={judgeResponseTime(answer.average_response_time)}
        detail={<Percentiles percentiles={answer.percentiles} />}
      />
    </StatCard>
  );
}

function ErrorRateCard({ answer, buckets, trend }: CardProps) {
  const errors = totalErrors(answer);
  return (
    <StatCard
      title={STAT_TITLES.errors}
      figure={formatPercent(answer.error_rate)}
      badge={trend && <TrendBadge trend={trend} good="down" />}
      sparkline={<Sparkline values={buckets.map(({ errorRate }) => errorRate)} color="var(--chart-errors)" />}
    >
      <QualityBar
        judgement={judgeErrorRate(answer.error_rate)}
        detail={`${formatNumber(errors)} ${errors === 1 ? "error" : "errors"}`}
      />
    </StatCard>
  );
}

export function NothingYet({ answer }: Pick<CardProps, "answer">) {
  return <p className="text-caption text-ink-3">No requests in {RANGE_PHRASES[answer.range]}</p>;
}

export function StatCards({ answer, buckets, volume }: Omit<CardProps, "trend"> & Volume) {
  const trends = trendsOf(answer);
  if (answer.total_requests === 0) {
    return (
      <>
        <EmptyStatCard title={STAT_TITLES.requests} figure="0">
          {volume}
        </EmptyStatCard>
        <EmptyStatCard title={STAT_TITLES.time}>
          <NothingYet answer={answer} />
        </EmptyStatCard>
        <EmptyStatCard title={STAT_TITLES.errors}>
          <NothingYet answer={answer} />
        </EmptyStatCard>
      </>
    );
  }
  return (
    <>
      <RequestsCard answer={answer} buckets={buckets} trend={trends.requests} volume={volume} />
      <ResponseTimeCard answer={answer} buckets={buckets} trend={trends.time} />
      <ErrorRateCard answer={answer} buckets={buckets} trend={trends.errors} />
    </>
  );
}
