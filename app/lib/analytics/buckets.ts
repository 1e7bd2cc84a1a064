import { sumDollars } from "#app/lib/dollars.ts";
import { formatTime } from "#app/lib/format.ts";
import { addDays, dayStart } from "#app/lib/local-time.ts";
import { formatDay, formatWeekday, recentDays } from "#app/lib/wall-clock.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { type TokenCounts, tokenCounts } from "./token-counts.ts";

export interface Bucket {
  key: string;
  requests: number;
  errors: number;
  /** Mean milliseconds; null without requests, which is not 0 ms. */
  time: number | null;
  /** Percent; null without requests. */
  errorRate: number | null;
  /** Dollars, without those of imported requests. */
  cost: number;
  imported: number;
  /** Null where they aren't known. */
  tokens: TokenCounts | null;
  /** `Today, 09:00 – 10:00` or `Sun, Nov 8`. */
  label: string;
  /** `09:00` or `Nov 8`. */
  tick: string;
  /** True for a bucket that the window cuts off, such as the last one, which is not over. */
  partial: boolean;
}

type SeriesPoint = AnalyticsResponse["series"][number];
/** Epoch ms. */
interface Span {
  begin: number;
  end: number;
}
interface Window {
  from: number;
  to: number;
  today: string;
  yesterday: string;
  time: (at: number) => string;
}

const isHour = ({ date }: Pick<SeriesPoint, "date">) => date.includes("T");

function spanOf(point: SeriesPoint, next: SeriesPoint | undefined, zone: string): Span {
  if (!isHour(point))
    return { begin: dayStart(point.date, zone), end: dayStart(addDays(point.date, 1), zone) };
  const begin = Date.parse(point.date);
  return { begin, end: next ? Date.parse(next.date) : begin + HOUR_MS };
}

const dayName = (day: string, { today, yesterday }: Window) =>
  day === today ? "Today" : day === yesterday ? "Yesterday" : formatWeekday(day);

function hourLabel(date: string, { begin, end }: Span, window: Window): string {
  const { from, to, time } = window;
  return `${dayName(date.slice(0, 10), window)}, ${time(Math.max(begin, from))} – ${time(Math.min(end, to))}`;
}

function dayLabel(date: string, { begin, end }: Span, { from, to, today, time }: Window): string {
  const day = date === today ? "Today" : formatWeekday(date);
  if (begin < from && end > to) return `${day}, ${time(from)} – ${time(to)}`;
  if (end > to) return `${day}, until ${time(to)}`;
  return begin < from ? `${day}, from ${time(from)}` : day;
}

/** @param zone that the series was requested in */
export function toBuckets(data: AnalyticsResponse, zone: string): Bucket[] {
  const { series, from, to, as_of } = data;
  const time = (at: number) => formatTime(at, zone);
  const recent = recentDays(Date.parse(as_of), zone);
  const window = { from: Date.parse(from), to: Date.parse(to), time, ...recent };
  return series.map((point, index) => {
    const { date, requests, errors, avg_response_time } = point;
    const span = spanOf(point, series[index + 1], zone);
    return {
      key: date,
      requests,
      errors,
      time: requests > 0 ? avg_response_time : null,
      errorRate: requests > 0 ? (errors / requests) * 100 : null,
      cost: spendOf(point),
      imported: point.imported_cost ?? 0,
      tokens: tokenCounts(point),
      label: isHour(point) ? hourLabel(date, span, window) : dayLabel(date, span, window),
      tick: isHour(point) ? date.slice(11, 16) : formatDay(date),
      partial: span.begin < window.from || span.end > window.to,
    };
  });
}

/** The dollars that the balance paid. */
export const spendOf = ({ cost, imported_cost }: Pick<SeriesPoint, "cost" | "imported_cost">) =>
  sumDollars([cost, -(imported_cost ?? 0)]);

export const totalErrors = ({ series }: AnalyticsResponse) =>
  series.reduce((sum, { errors }) => sum + errors, 0);
