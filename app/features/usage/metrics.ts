import { formatMilliseconds, formatNumber } from "#app/lib/format.ts";
import type { AnalyticsAnswer } from "#core/contract/analytics.ts";
import { formatAxisCount, formatAxisTime } from "./axis.ts";
import { type Bucket, totalErrors } from "./buckets.ts";
import { RANGE_PHRASES } from "./messages.ts";

export const METRIC_NAMES = ["requests", "errors", "time"] as const;
export type MetricName = (typeof METRIC_NAMES)[number];

interface Metric {
  /** On the switch. */
  button: string;
  title: string;
  /** Beside a value in the tooltip. */
  valueName: string;
  kind: "area" | "bars";
  color: string;
  pick: (bucket: Bucket) => number | null;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  /** The figure above the chart, and what it counts. */
  figureOf: (answer: AnalyticsAnswer) => { value: string; caption: string };
}

const counted = (count: number, noun: string) => `${noun}${count === 1 ? "" : "s"}`;
const countFigure = (count: number, noun: string, { range }: AnalyticsAnswer) => ({
  value: formatNumber(count),
  caption: `${counted(count, noun)} in ${RANGE_PHRASES[range]}`,
});

export const METRICS: Record<MetricName, Metric> = {
  requests: {
    button: "Requests",
    title: "Requests",
    valueName: "Requests",
    kind: "area",
    color: "var(--chart-requests)",
    pick: ({ requests }) => requests,
    format: formatNumber,
    formatAxis: formatAxisCount,
    figureOf: (answer) => countFigure(answer.total_requests, "request", answer),
  },
  errors: {
    button: "Errors",
    title: "Errors",
    valueName: "Errors",
    kind: "bars",
    color: "var(--chart-errors)",
    pick: ({ errors }) => errors,
    format: formatNumber,
    formatAxis: formatAxisCount,
    figureOf: (answer) => countFigure(totalErrors(answer), "error", answer),
  },
  time: {
    button: "Time",
    title: "Response time",
    valueName: "Average",
    kind: "area",
    color: "var(--chart-time)",
    pick: ({ time }) => time,
    format: formatMilliseconds,
    formatAxis: formatAxisTime,
    figureOf: ({ average_response_time, range }) => ({
      value: formatMilliseconds(average_response_time),
      caption: `average over ${RANGE_PHRASES[range]}`,
    }),
  },
};
