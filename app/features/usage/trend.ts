import type { AnalyticsAnswer } from "#core/contract/analytics.ts";

export type Direction = "up" | "down" | "flat";
export interface Trend {
  direction: Direction;
  /** What the badge shows: `12.4%`, or `from 0` where a percentage does not exist. */
  text: string;
}
interface Trends {
  requests: Trend | null;
  time: Trend | null;
  errors: Trend | null;
  cost: Trend | null;
}

const LARGEST_SHOWN = 999.9;
const percent = (change: number) =>
  change > LARGEST_SHOWN ? `>${Math.floor(LARGEST_SHOWN)}%` : `${change.toFixed(1)}%`;

export function trendBetween(before: number, now: number): Trend {
  if (before === now) return { direction: "flat", text: percent(0) };
  const direction = now > before ? "up" : "down";
  if (before === 0) return { direction, text: "from 0" };
  const text = percent((Math.abs(now - before) / before) * 100);
  return text === "0.0%" ? { direction: "flat", text } : { direction, text };
}

/** Nothing to compare with gives no trend: an invented number would mislead. */
export function trendsOf(answer: AnalyticsAnswer): Trends {
  const { previous } = answer;
  if (previous.total_requests === 0) return { requests: null, time: null, errors: null, cost: null };
  const requests = trendBetween(previous.total_requests, answer.total_requests);
  if (answer.total_requests === 0) return { requests, time: null, errors: null, cost: null };
  return {
    requests,
    time: trendBetween(previous.average_response_time, answer.average_response_time),
    errors: trendBetween(previous.error_rate, answer.error_rate),
    cost: trendBetween(previous.cost, answer.cost),
  };
}
