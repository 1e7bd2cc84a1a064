import { DAILY_REQUEST_LIMIT } from "./ranges.ts";
import { DAY_MS } from "./time.ts";

const EPOCH_YEAR = 1970;

/** Spec sections 3 and 9. */
export const PLANS = ["Free", "Premium", "Business"] as const;
export type Plan = (typeof PLANS)[number];
export const PAID_PLANS = ["Premium", "Business"] as const;

/** `refund` and `dispute` take a bought year back; `restored` returns it. */
export const PLAN_CHANGE_KINDS = ["purchase", "refund", "dispute", "restored"] as const;
export type PlanChangeKind = (typeof PLAN_CHANGE_KINDS)[number];

/** Spec section 9: the one-time price of a year, in rupees. */
export const PLAN_PRICE_RUPEES = 100;
export const PLAN_REQUESTS_PER_MONTH = 10_000;
/** Monthly allowance of Premium in micro-dollars, unless its purchase recorded another value. */
export const PLAN_MICROS_PER_MONTH = 20_000_000;
export const PLAN_KEY_NAME = "Premium key";
/** Value in micro-dollars that a plan pays per month where its own is not recorded; null is unlimited. */
const USUAL_MICROS_PER_MONTH = { Premium: PLAN_MICROS_PER_MONTH, Business: null };

export interface Period {
  from: number;
  to: number;
}

interface StoredPlan {
  type: (typeof PAID_PLANS)[number];
  validUntil: number | null;
  requestsPerMonth: number | null;
  /** Null for the plan's usual value. */
  microsPerMonth?: number | null;
  /** Beyond the plan, the balance pays; otherwise requests are refused. */
  drawsOnBalance?: boolean;
  /** Of the plan's month that a refund or dispute ended: its beginning and that end, epoch ms. Null for none. */
  carriedFrom?: number | null;
  carriedTo?: number | null;
}

export interface Allowance {
  plan: Plan;
  /** Requests per period; null is unlimited. */
  limit: number | null;
  /** Value that the plan pays per period, in micro-dollars; null is unlimited. */
  valueMicros: number | null;
  /** Whether the balance pays for requests that the plan doesn't. */
  drawsOnBalance: boolean;
  period: Period;
  /** What was used in this time counts in the period, too: a plan that is bought again continues its month. */
  carried: Period | null;
}

/** Free counts per UTC day, paid plans per plan month or, without an end, per calendar month in UTC. */
export function allowanceAt(now: number, stored: StoredPlan | null): Allowance {
  if (stored === null || (stored.validUntil !== null && stored.validUntil <= now)) {
    const from = now - (now % DAY_MS);
    const period = { from, to: from + DAY_MS };
    const free = { limit: DAILY_REQUEST_LIMIT, valueMicros: 0, drawsOnBalance: true };
    return { plan: "Free", ...free, period, carried: null };
  }
  const { type, validUntil, requestsPerMonth, drawsOnBalance = false } = stored;
  const period = validUntil === null ? calendarMonth(now) : planMonth(now, validUntil);
  const valueMicros = planMicros(stored);
  const carried = carriedInto(period, stored);
  return { plan: type, limit: requestsPerMonth, valueMicros, drawsOnBalance, period, carried };
}

/** A month that was ended is carried into the one that begins before it would have been over. */
function carriedInto(period: Period, { carriedFrom, carriedTo }: StoredPlan): Period | null {
  if (carriedFrom == null || carriedTo == null || period.from < carriedTo) return null;
  return period.from < monthsBefore(carriedFrom, -1) ? { from: carriedFrom, to: carriedTo } : null;
}

/** Where the plan's month begins that a refund or dispute ends now; null when no plan runs. */
export function endedMonthFrom(now: number, stored: StoredPlan | null): number | null {
  const { plan, period, carried } = allowanceAt(now, stored);
  return plan === "Free" ? null : (carried ?? period).from;
}

/** The plan's monthly allowance in micro-dollars; null for no limit. */
export const planMicros = ({ type, microsPerMonth }: Pick<StoredPlan, "type" | "microsPerMonth">) =>
  microsPerMonth ?? USUAL_MICROS_PER_MONTH[type];

/** Months are counted back from the plan's end, at its day and time of day in UTC or a shorter month's last day. */
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
