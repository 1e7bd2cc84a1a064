/** Ledger account that mirrors the card payment provider's dollars: money in leaves it, refunds return to it. */
export const STRIPE_USD = "stripe:usd";

/** Ledger account that holds a customer's prepaid balance. `accountId` is the row id of `accounts`. */
export function accountName(accountId: number): string {
  return `account:${accountId}`;
}

/** The `source` that makes a paid checkout credit once, however often it is reported. */
export function checkoutSource(sessionId: string): string {
  return `stripe:cs:${sessionId}`;
}
