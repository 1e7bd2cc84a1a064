import type { PAID_PLANS, Plan } from "./plans.ts";
import { DAILY_REQUEST_LIMIT, DAY_MS } from "./ranges.ts";

const EPOCH_YEAR = 1970;

/** [from, to), epoch ms. */
export interface Period {
  from: number;
  to: number;
}

interface StoredPlan {
  type: (typeof PAID_PLANS)[number];
  /** Epoch ms; null has no end. */
  validUntil: number | null;
  requestsPerMonth: number | null;
}

/** What an account may ask for, and in which time it counts. */
export interface Allowance {
  plan: Plan;
  /** Requests in `period`; null is without limit. */
  limit: number | null;
  period: Period;
}

/** Free counts the UTC day; a plan its month, or the calendar's (UTC) when it has no end. One that ended is Free. */
export function allowanceAt(now: number, stored: StoredPlan | null): Allowance {
  if (stored === null || (stored.validUntil !== null && stored.validUntil <= now)) {
    const from = now - (now % DAY_MS);
    return { plan: "Free", limit: DAILY_REQUEST_LIMIT, period: { from, to: from + DAY_MS } };
  }
  const { type, validUntil, requestsPerMonth } = stored;
  const period = validUntil === null ? calendarMonth(now) : planMonth(now, validUntil);
  return { plan: type, limit: requestsPerMonth, period };
}

/**
 * The month of a plan in which `now` lies, counted back from the plan's end, which is later: the months begin at
 * the end's day and time of day in UTC, or on the last day of a month that is too short for that day.
 */
export function planMonth(now: number, validUntil: number): Period {
  const months = monthNumber(validUntil) - monthNumber(now);
  const inThisMonth = monthsBefore(validUntil, months);
  return inThisMonth > now
    ? { from: monthsBefore(validUntil, months + 1), to: inThisMonth }
    : { from: inThisMonth, to: monthsBefore(validUntil, months - 1) };
}

function calendarMonth(now: number): Period {
  const month = monthNumber(now);
  return { from: startOfMonth(month), to: startOfMonth(month + 1) };
}

/** Months since the epoch, in UTC. */
function monthNumber(instant: number): number {
  const date = new Date(instant);
  return (date.getUTCFullYear() - EPOCH_YEAR) * 12 + date.getUTCMonth();
}

const startOfMonth = (month: number) => Date.UTC(EPOCH_YEAR, month);

function monthsBefore(instant: number, months: number): number {
  const month = monthNumber(instant) - months;
  const daysInMonth = (startOfMonth(month + 1) - startOfMonth(month)) / DAY_MS;
  const day = Math.min(new Date(instant).getUTCDate(), daysInMonth);
  return startOfMonth(month) + (day - 1) * DAY_MS + (instant % DAY_MS);
}
