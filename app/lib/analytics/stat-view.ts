import { formatNumber } from "#app/lib/format.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { DAILY_REQUEST_LIMIT } from "#core/domain/ranges.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { spendOf } from "./buckets.ts";

export interface Trend {
  direction: "up" | "down" | "flat";
  /** `12.4%`, or `from 0` where a percentage does not exist. */
  text: string;
}
type Trends = Record<"requests" | "time" | "errors" | "cost", Trend | null>;

/** Level 0 is best. */
export type Rating = { level: 0 | 1 | 2; label: string };

const RESPONSE_TIME_LABELS = [
  "Excellent performance",
  "Good performance",
  "Performance needs improvement",
] as const;
const ERROR_RATE_LABELS = ["Excellent", "Good", "Needs attention"] as const;
const MAX_PERCENT = 999.9;
const NO_TRENDS: Trends = { requests: null, time: null, errors: null, cost: null };

const percentText = (change: number) =>
  change > MAX_PERCENT ? `>${Math.floor(MAX_PERCENT)}%` : `${change.toFixed(1)}%`;

export function trendBetween(before: number, now: number): Trend {
  if (before === now) return { direction: "flat", text: percentText(0) };
  const direction = now > before ? "up" : "down";
  if (before === 0) return { direction, text: "from 0" };
  const text = percentText((Math.abs(now - before) / before) * 100);
  return text === "0.0%" ? { direction: "flat", text } : { direction, text };
}

/** Without requests to compare with there is no trend: an invented number would mislead. */
export function trendsOf({ previous, ...current }: AnalyticsResponse): Trends {
  if (previous.total_requests === 0) return NO_TRENDS;
  const requests = trendBetween(previous.total_requests, current.total_requests);
  if (current.total_requests === 0) return { ...NO_TRENDS, requests };
  return {
    requests,
    time: trendBetween(previous.average_response_time, current.average_response_time),
    errors: trendBetween(previous.error_rate, current.error_rate),
    cost: trendBetween(spendOf(previous), spendOf(current)),
  };
}

const levelOf = (value: number, excellentUnder: number, goodUnder: number) =>
  value < excellentUnder ? 0 : value < goodUnder ? 1 : 2;

export function rateResponseTime(milliseconds: number): Rating {
  const level = levelOf(milliseconds, 100, 300);
  return { level, label: RESPONSE_TIME_LABELS[level] };
}

export function rateErrorRate(percent: number): Rating {
  const level = levelOf(percent, 1, 5);
  return { level, label: ERROR_RATE_LABELS[level] };
}

type Window = Pick<AnalyticsResponse, "from" | "to">;

/** The length of a window in days of 24 hours. */
export const daysOf = ({ from, to }: Window) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/**
 * The bar of the daily limit (spec section 2) shows the requests of the whole range, but the limit counts by the day in
 * UTC; so a range of a day has no count here that would differ from the enforced one on the plan's card. Over several
 * days the daily average counts: the total would always exceed the limit of one day.
 * @returns the bar's width in percent, at most 100, and its caption.
 */
export function dailyLimit(data: Window & Pick<AnalyticsResponse, "total_requests">) {
  const days = daysOf(data);
  // Less than a day is not stretched to one.
  const perDay = data.total_requests / Math.max(days, 1);
  const limit = formatNumber(DAILY_REQUEST_LIMIT);
  return {
    percent: Math.min(100, (perDay / DAILY_REQUEST_LIMIT) * 100),
    text: days > 1 ? `${formatNumber(Math.round(perDay))} of ${limit} a day` : limit,
  };
}
