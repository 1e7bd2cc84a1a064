import { disputeSource, refundSource, type TransferKind } from "./ledger.ts";
import type { PlanChangeKind } from "./plans.ts";

/** Webhook event types after which a payment's refunds and disputes are checked. */
const REVERSAL_EVENTS: readonly string[] = [
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.refund.updated",
  "charge.dispute.created",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
];

export const isReversalEvent = (type: string): boolean => REVERSAL_EVENTS.includes(type);

interface Refund {
  id: string;
  amountMinor: number;
  stands: boolean;
}
interface Dispute {
  id: string;
  amountMinor: number;
  fundsWithdrawn: boolean;
  fundsReinstated: boolean;
}
export interface Reversals {
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
}

export interface ReversalTransaction {
  direction: "out" | "back";
  kind: Extract<TransferKind, "refund" | "refund_failed" | "dispute" | "dispute_won">;
  source: string;
  /** Cents; above 0. */
  amountMinor: number;
}

/** All transactions ever caused. A return always includes the one it reverses, so an outdated state adds nothing. */
export function reversalTransactionsOf({ refunds, disputes }: Reversals): ReversalTransaction[] {
  const transactions = [...refunds.flatMap(ofRefund), ...disputes.flatMap(ofDispute)];
  return transactions.filter(({ amountMinor }) => amountMinor > 0);
}

function ofRefund({ id, amountMinor, stands }: Refund): ReversalTransaction[] {
  const made = refundSource(id, "made");
  const out: ReversalTransaction = { direction: "out", kind: "refund", source: made, amountMinor };
  if (stands) return [out];
  return [out, { direction: "back", kind: "refund_failed", source: refundSource(id, "failed"), amountMinor }];
}

function ofDispute({ id, amountMinor, fundsWithdrawn, fundsReinstated }: Dispute): ReversalTransaction[] {
  if (!fundsWithdrawn) return [];
  const withdrawn = disputeSource(id, "withdrawn");
  const out: ReversalTransaction = { direction: "out", kind: "dispute", source: withdrawn, amountMinor };
  if (!fundsReinstated) return [out];
  const reinstated = disputeSource(id, "reinstated");
  return [out, { direction: "back", kind: "dispute_won", source: reinstated, amountMinor }];
}

/**
 * The change that takes a bought year back while its payment is refunded in full or withdrawn by a dispute, or restores
 * it. However many reversals a payment has, one year is taken.
 * @param changes the year's changes so far, oldest first. @returns null when nothing changes.
 */
export function nextPlanChange(
  changes: readonly PlanChangeKind[],
  amountMinor: number,
  reversals: Reversals,
): Exclude<PlanChangeKind, "purchase"> | null {
  const last = changes.at(-1);
  const isTaken = last === "refund" || last === "dispute";
  const reason = reasonToTake(amountMinor, reversals);
  if (reason === null) return isTaken ? "restored" : null;
  return isTaken ? null : reason;
}

function reasonToTake(amountMinor: number, { refunds, disputes }: Reversals): "refund" | "dispute" | null {
  if (disputes.some((dispute) => dispute.fundsWithdrawn && !dispute.fundsReinstated)) return "dispute";
  const standing = refunds.filter(({ stands }) => stands);
  const refunded = standing.reduce((sum, refund) => sum + refund.amountMinor, 0);
  return refunded >= amountMinor ? "refund" : null;
}

/** The `source` of the change after the first `count` changes to an order's year. */
export function planChangeSource(orderId: string, count: number): string {
  return `stripe:reversal:${orderId}:${count}`;
}
