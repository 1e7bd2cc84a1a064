import { OVER_AFTER_MS } from "#core/domain/cron.ts";
import { accountName, checkoutSource, STRIPE_USD, USAGE_REVENUE } from "#core/domain/ledger.ts";
import { MICROS_PER_CENT, MICROS_PER_DOLLAR } from "#core/domain/money.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { type PaidCheckout, paidCheckout } from "./paid-checkout.ts";

/** Funds are added in time to keep the balance above this after each day's usage. */
const KEPT_MICROS = 5 * MICROS_PER_DOLLAR;
/** At the end it is at least this, and under 45 dollars. */
const FINAL_MICROS = 20 * MICROS_PER_DOLLAR;
const TOP_UP_MICROS = 25 * MICROS_PER_DOLLAR;

export interface SeedTransfer {
  debit: string;
  credit: string;
  micros: number;
  kind: "top_up" | "usage";
  source: string;
  createdAt: number;
  /** The UTC day that a transfer of usage books, since the epoch. */
  usageDay?: number;
  /** The payment method of a top-up. */
  order?: PaidCheckout;
}

/** Cost of one UTC day, counted from the epoch. */
export interface DayCost {
  day: number;
  micros: number;
}

/** The first payment of an account, the same whatever it uses later. */
export function firstTopUp(accountId: number, createdAt: number): SeedTransfer {
  return topUp(accountId, 1, createdAt);
}

/**
 * Payments and one usage transfer for each day that is over, in the order of time, from `opened` (epoch ms, before the
 * first day) to `now`. The balance never falls under 5 dollars, and ends from 20 to under 45.
 */
export function ledgerPlan(
  accountId: number,
  days: readonly DayCost[],
  { opened, now }: { opened: number; now: number },
): SeedTransfer[] {
  const transfers = [firstTopUp(accountId, opened)];
  let balance = TOP_UP_MICROS;
  let topUps = 1;
  const pay = (at: number) => {
    transfers.push(topUp(accountId, ++topUps, at));
    balance += TOP_UP_MICROS;
  };
  for (const { day, micros } of days) {
    const noon = Math.min(day * DAY_MS + DAY_MS / 2, now);
    while (balance - micros < KEPT_MICROS) pay(noon);
    const bookedAt = (day + 1) * DAY_MS + OVER_AFTER_MS;
    if (micros > 0 && bookedAt <= now) transfers.push(usage(accountId, day, micros, bookedAt));
    balance -= micros;
  }
  if (balance < FINAL_MICROS) pay(now);
  return transfers;
}

function topUp(accountId: number, n: number, createdAt: number): SeedTransfer {
  const order = paidCheckout(accountId, n, {
    amountMinor: TOP_UP_MICROS / MICROS_PER_CENT,
    paidAt: createdAt,
  });
  const sides = { debit: STRIPE_USD, credit: accountName(accountId) };
  const source = checkoutSource(order.sessionId);
  return { ...sides, micros: TOP_UP_MICROS, kind: "top_up", source, createdAt, order };
}

export const usageSource = (accountId: number, day: string) => `seed:usage:${accountId}:${day}`;

function usage(accountId: number, day: number, micros: number, createdAt: number): SeedTransfer {
  const source = usageSource(accountId, new Date(day * DAY_MS).toISOString().slice(0, 10));
  const sides = { debit: accountName(accountId), credit: USAGE_REVENUE };
  return { ...sides, micros, kind: "usage", source, createdAt, usageDay: day };
}
