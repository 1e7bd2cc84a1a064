/** Ledger account that mirrors the card payment provider's dollars: money in leaves it, refunds return to it. */
export const STRIPE_USD = "stripe:usd";
/** Ledger account that usage is paid to. */
export const USAGE_REVENUE = "revenue:usage";
/** Ledger account that credit granted by the operator comes from, and returns to. */
export const OPERATOR_CREDIT = "operator:credit";

/** What a transfer is, seen from the customer: `refund_failed` and `dispute_won` give back what their kind took. */
export const TRANSFER_KINDS = [
  "top_up",
  "usage",
  "refund",
  "refund_failed",
  "dispute",
  "dispute_won",
  "grant",
  "take_back",
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** Ledger account that holds a customer's prepaid balance. `accountId` is the row id of `accounts`. */
export function accountName(accountId: number): string {
  return `account:${accountId}`;
}

/** The `source` that makes a paid checkout credit once, however often it is reported. */
export function checkoutSource(sessionId: string): string {
  return `stripe:cs:${sessionId}`;
}

/** The `source` of an operator's adjustment. */
export function operatorSource(id: string): string {
  return `operator:${id}`;
}

/** The `source` of what a refund takes from the account; `failed` gives it back. */
export function refundSource(refundId: string, outcome: "made" | "failed"): string {
  return `stripe:refund:${refundId}:${outcome}`;
}

/** The `source` of what a dispute takes from the account; `reinstated` gives it back. */
export function disputeSource(disputeId: string, outcome: "withdrawn" | "reinstated"): string {
  return `stripe:dispute:${disputeId}:${outcome}`;
}

/** The `source` of what a batch of metered requests cost; `epoch` is drawn anew when an account's meter lost its memory. */
export function usageSource(accountId: number, epoch: string, batch: number): string {
  return `usage:${accountId}:${epoch}:${batch}`;
}
