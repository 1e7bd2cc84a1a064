import type { Reversals } from "./reversals.ts";

export interface RefundState {
  /** Refunds that stand, in minor units. */
  refundedMinor: number;
  /** What can still be refunded: nothing while the bank has taken the money back. */
  leftMinor: number;
  /** A dispute has withdrawn the money, and it isn't won. */
  disputed: boolean;
}

/** What the provider's refunds and disputes leave of a payment. */
export function refundStateOf(paidMinor: number, { refunds, disputes }: Reversals): RefundState {
  const standing = refunds.filter(({ stands }) => stands);
  const refundedMinor = standing.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const disputed = disputes.some(({ fundsWithdrawn, fundsReinstated }) => fundsWithdrawn && !fundsReinstated);
  return { refundedMinor, leftMinor: disputed ? 0 : Math.max(0, paidMinor - refundedMinor), disputed };
}

/** In words, for whoever requested it; null when the refund is possible. @param amountMinor null for all that is left. */
export function refundProblem(
  { leftMinor, disputed }: RefundState,
  amountMinor: number | null,
  currency: "usd" | "inr",
): { field: "payment" | "amount"; message: string } | null {
  if (disputed)
    return { field: "payment", message: "This payment is disputed: the bank has taken the money back." };
  if (leftMinor === 0) return { field: "payment", message: "This payment has been refunded in full." };
  if (amountMinor === null || amountMinor <= leftMinor) return null;
  const left = `${currency === "usd" ? "$" : "₹"}${(leftMinor / 100).toFixed(2)}`;
  return { field: "amount", message: `Only ${left} of this payment is left to refund.` };
}
