import { formatTime } from "#app/lib/format.ts";
import type { AnalyticsAnswer, SeriesPoint } from "#core/contract/analytics.ts";
import { formatDay, formatWeekday, recentDays } from "./wall-clock.ts";

/** One point of the series, worded for a reader. */
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
  /** The window cuts this bucket: its first one has begun before, its last one is not over. */
  partial: boolean;
}

interface Window {
  from: number;
  to: number;
  today: string;
  yesterday: string;
  time: (at: number) => string;
}
type Worded = Pick<Bucket, "label" | "tick" | "partial">;

function wordHour(
  date: string,
  next: string | undefined,
  { from, to, today, yesterday, time }: Window,
): Worded {
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

function wordDay(date: string, isFirst: boolean, isLast: boolean, { from, to, time }: Window): Worded {
  const cut = isFirst && time(from) !== "00:00";
  const limit = isLast ? `, until ${time(to)}` : cut ? `, from ${time(from)}` : "";
  return {
    label: `${isLast ? "Today" : formatWeekday(date)}${limit}`,
    tick: formatDay(date),
    partial: isLast || cut,
  };
}

function figuresOf({ requests, errors, avg_response_time }: SeriesPoint) {
  const served = requests > 0;
  return {
    requests,
    errors,
    time: served ? avg_response_time : null,
    errorRate: served ? (errors / requests) * 100 : null,
  };
}

/** @param zone the one the answer was asked for */
export function toBuckets({ series, from, to }: AnalyticsAnswer, zone: string): Bucket[] {
  const end = Date.parse(to);
  const time = (at: number) => formatTime(at, zone);
  const window = { from: Date.parse(from), to: end, time, ...recentDays(end, zone) };
  return series.map((point, index) => {
    const next = series[index + 1]?.date;
    const worded = point.date.includes("T")
      ? wordHour(point.date, next, window)
      : wordDay(point.date, index === 0, next === undefined, window);
    return { key: point.date, ...figuresOf(point), ...worded };
  });
}

export const totalErrors = ({ series }: AnalyticsAnswer) =>
  series.reduce((sum, { errors }) => sum + errors, 0);
