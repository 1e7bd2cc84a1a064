const REVERSAL_SOURCE = /^stripe:(?:refund|dispute):([^:]+):/;

/** Mirrors the card provider's dollars: payments leave this account, refunds return to it. */
export const STRIPE_USD = "stripe:usd";
export const USAGE_REVENUE = "revenue:usage";
export const OPERATOR_CREDIT = "operator:credit";

/** Seen from the customer: `refund_failed` and `dispute_won` return what a refund or dispute took. */
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

/** Names of customers' accounts are this and their id; SQL builds them. */
export const ACCOUNT_PREFIX = "account:";

export function accountName(accountId: number): string {
  return `${ACCOUNT_PREFIX}${accountId}`;
}

// A transfer with a known `source` changes nothing, so each cause below is booked once.

/** @param reference of the checkout session, or of the payment intent of an automatic charge. */
export function checkoutSource(reference: string): string {
  return reference.startsWith("pi_") ? `stripe:pi:${reference}` : `stripe:cs:${reference}`;
}

export function operatorSource(id: string): string {
  return `operator:${id}`;
}

/** `failed` returns what `made` took. */
export function refundSource(refundId: string, outcome: "made" | "failed"): string {
  return `stripe:refund:${refundId}:${outcome}`;
}

/** `reinstated` returns what `withdrawn` took. */
export function disputeSource(disputeId: string, outcome: "withdrawn" | "reinstated"): string {
  return `stripe:dispute:${disputeId}:${outcome}`;
}

/** Takes back a credit whose payment the provider reports as not made. */
export function unpaidSource(orderId: string): string {
  return `stripe:unpaid:${orderId}`;
}

/** A month's usage is final so many days after its end. */
export const DAYS_AFTER_A_MONTH = 3;

/** The payment provider's id for a transfer: the refund's or dispute's for a reversal, else the payment intent's. */
export function referenceOf(source: string, paymentIntent: string | null): string | null {
  return REVERSAL_SOURCE.exec(source)?.[1] ?? paymentIntent;
}
