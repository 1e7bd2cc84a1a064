import { sumDollars } from "#app/lib/dollars.ts";
import { formatDate, formatDollars } from "#app/lib/format.ts";
import type { PendingPayment } from "#core/contract/account.ts";
import { ARRIVES_WITHIN_DAYS } from "#core/domain/checkout.ts";

const IN_TIME = `in up to ${ARRIVES_WITHIN_DAYS} days`;

/** `Dec 1`; in the reader's zone unless stated. */
export const shortDate = (at: string, zone?: string) => formatDate(at, zone).split(", ")[0] ?? "";

/** `Arrives in up to 5 days, by Dec 1`; another text once that day has passed. */
export function arrivalText(arrivesBy: string, now: number, zone?: string): string {
  const day = shortDate(arrivesBy, zone);
  return isLate(arrivesBy, now)
    ? `Expected by ${day}, and taking longer than usual`
    : `Arrives ${IN_TIME}, by ${day}`;
}

/** `Pending $50.00`, and when it arrives: `, arrives in up to 5 days` */
export function pendingParts(payments: readonly PendingPayment[], now: number) {
  const total = formatDollars(sumDollars(payments.map(({ amount }) => amount)));
  const late = payments.some(({ arrives_by }) => isLate(arrives_by, now));
  if (payments.length > 1) {
    return {
      amount: `Pending ${total} in ${payments.length} payments`,
      arrival: late ? "" : `, arrive ${IN_TIME}`,
    };
  }
  return {
    amount: `Pending ${total}`,
    arrival: late ? ", taking longer than usual" : `, arrives ${IN_TIME}`,
  };
}

export function pendingText(payments: readonly PendingPayment[], now: number): string {
  const { amount, arrival } = pendingParts(payments, now);
  return amount + arrival;
}

const isLate = (arrivesBy: string, now: number) => Date.parse(arrivesBy) < now;
