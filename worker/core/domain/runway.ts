import { DAY_MS } from "./time.ts";

/** With fewer, one request would change the pace by more than a tenth. */
export const ENOUGH_PAID_REQUESTS = 10;
const MAX_ESTIMATE_MS = 3652 * DAY_MS;

export interface Spending {
  balance: number;
  cost: number;
  from: number;
  to: number;
  /** The account's first paid request up to `to`, or `from` when it was earlier; null without any. */
  firstPaid: number | null;
  paidRequests: number;
}

interface Estimate {
  dailyCost: number;
  daysLeft: number;
  /** Epoch ms; null beyond ten years. */
  lastsUntil: number | null;
}

export type Runway =
  | ({ status: "estimated" } & Estimate)
  | { status: "too_little_data" | "not_spending" | "empty" };

/** How long the balance lasts at the mean pace since `from` or, if later, the first paid request. */
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
    lastsUntil: left > MAX_ESTIMATE_MS ? null : to + left,
  };
}

/** ⌊a × b / c⌋ of integers; the product is too large for a double to be exact. */
const timesOver = (a: number, b: number, c: number) => Number((BigInt(a) * BigInt(b)) / BigInt(c));
