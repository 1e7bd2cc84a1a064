import { DAY_MS } from "./ranges.ts";

/** Below this a pace says little: one request more or less would change it by a tenth. */
export const ENOUGH_PAID_REQUESTS = 10;
const LONGEST_MS = 3652 * DAY_MS;

/** Money in micro-dollars, times in epoch ms. */
export interface Spending {
  balance: number;
  /** Of the requests in [from, to]. */
  cost: number;
  from: number;
  to: number;
  /** The account's first paid request up to `to`; one before `from` may stand as `from`. Null: there is none. */
  firstPaid: number | null;
  /** In [from, to]; counted up to `ENOUGH_PAID_REQUESTS`. */
  paidRequests: number;
}

interface Estimate {
  /** Micro-dollars. */
  dailyCost: number;
  daysLeft: number;
  /** Epoch ms; null beyond ten years. */
  lastsUntil: number | null;
}

export type Runway =
  | ({ status: "estimated" } & Estimate)
  | { status: "too_little_data" | "not_spending" | "empty" };

/**
 * How long the balance lasts if spending goes on at its mean pace since `from`, or since the first paid request if
 * that is later: `to` + balance / pace, in whole milliseconds, rounded down. It says nothing rather than guess from
 * less than a day or fewer than ten paid requests.
 */
export function runwayOf(spending: Spending): Runway {
  const { balance, cost, from, to, firstPaid, paidRequests } = spending;
  if (balance <= 0) return { status: "empty" };
  if (cost <= 0 || firstPaid === null) return { status: "not_spending" };
  const length = to - Math.max(from, firstPaid);
  if (length < DAY_MS || paidRequests < ENOUGH_PAID_REQUESTS) return { status: "too_little_data" };
  const left = timesOver(balance, length, cost);
  return {
    status: "estimated",
    dailyCost: timesOver(cost, DAY_MS, length),
    daysLeft: left / DAY_MS,
    lastsUntil: left > LONGEST_MS ? null : to + left,
  };
}

/** ⌊a × b / c⌋ of whole numbers; the product is past what a double holds exactly. */
const timesOver = (a: number, b: number, c: number) => Number((BigInt(a) * BigInt(b)) / BigInt(c));
