import { formatTime } from "#app/lib/format.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { formatDay, formatWeekday, recentDays } from "./wall-clock.ts";

export interface Bucket {
  key: string;
  requests: number;
  errors: number;
  /** Mean milliseconds; null without requests, which is not 0 ms. */
  time: number | null;
  /** Percent; null without requests. */
  errorRate: number | null;
  /** `Today, 09:00 – 10:00` or `Sun, Nov 8`. */
  label: string;
  /** `09:00` or `Nov 8`. */
  tick: string;
  /** True for a first bucket that began before the window, and for the last one, which is not over. */
  partial: boolean;
}

interface Window {
  from: number;
  to: number;
  today: string;
  yesterday: string;
  time: (at: number) => string;
}
type BucketLabels = Pick<Bucket, "label" | "tick" | "partial">;

function hourLabels(date: string, next: string | undefined, window: Window): BucketLabels {
  const { from, to, today, yesterday, time } = window;
  const begin = Date.parse(date);
  const start = Math.max(begin, from);
  const end = next === undefined ? to : Date.parse(next);
  const day = date.slice(0, 10);
  const name = day === today ? "Today" : day === yesterday ? "Yesterday" : formatWeekday(day);
  return {
    label: `${name}, ${time(start)} – ${time(end)}`,
    tick: date.slice(11, 16),
    partial: start > begin || next === undefined,
  };
}

function dayLabels(date: string, isFirst: boolean, isLast: boolean, window: Window): BucketLabels {
  const { from, to, time } = window;
  const cut = isFirst && time(from) !== "00:00";
  const limit = isLast ? `, until ${time(to)}` : cut ? `, from ${time(from)}` : "";
  return {
    label: `${isLast ? "Today" : formatWeekday(date)}${limit}`,
    tick: formatDay(date),
    partial: isLast || cut,
  };
}

/** @param zone that the series was requested in */
export function toBuckets({ series, from, to }: AnalyticsResponse, zone: string): Bucket[] {
  const end = Date.parse(to);
  const time = (at: number) => formatTime(at, zone);
  const window = { from: Date.parse(from), to: end, time, ...recentDays(end, zone) };
  return series.map(({ date, requests, errors, avg_response_time }, index) => {
    const next = series[index + 1]?.date;
    return {
      key: date,
      requests,
      errors,
      time: requests > 0 ? avg_response_time : null,
      errorRate: requests > 0 ? (errors / requests) * 100 : null,
      ...(date.includes("T")
        ? hourLabels(date, next, window)
        : dayLabels(date, index === 0, next === undefined, window)),
    };
  });
}

export const totalErrors = ({ series }: AnalyticsResponse) =>
  series.reduce((sum, { errors }) => sum + errors, 0);
