import { DomainError } from "./errors.ts";
import { DAY_MS } from "./time.ts";

const STATUSES = ["open", "pending", "failed", "expired", "paid"] as const;
export type OrderStatus = (typeof STATUSES)[number];

/** A checkout's outcome. `returned`: paid after the account was closed, so it is refunded. */
export type CheckoutOutcome = OrderStatus | "returned";

/** Later ranks win; `paid` outranks all, because a provider that says "paid" holds the customer's money. */
const RANK: Record<OrderStatus, number> = { open: 0, pending: 1, failed: 2, expired: 2, paid: 3 };

/** The statuses from which an order may become `next`; never `next` itself. */
export function statusesBefore(next: OrderStatus): OrderStatus[] {
  return STATUSES.filter((status) => RANK[status] < RANK[next]);
}

const CHECKOUT_EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
] as const;
export type CheckoutEvent = (typeof CHECKOUT_EVENTS)[number];

export function asCheckoutEvent(type: string): CheckoutEvent | null {
  return CHECKOUT_EVENTS.find((known) => known === type) ?? null;
}

interface Price {
  amountMinor: number;
  currency: string;
}

interface ProviderCheckout extends Price {
  status: "open" | "complete" | "expired";
  paymentStatus: "paid" | "unpaid" | "no_payment_required";
  /** The payment of a complete checkout was refused for good. */
  paymentFailed: boolean;
}

/** How long a bank payment takes at most, as the payer is informed. */
export const ARRIVES_WITHIN_DAYS = 5;

/** @param sentAt when its checkout was completed, epoch ms. */
export const arrivesBy = (sentAt: number) => sentAt + ARRIVES_WITHIN_DAYS * DAY_MS;

/**
 * An order's new status, given the provider's current view of its checkout. An unpaid complete checkout is pending,
 * unless its payment or the event that prompted the check says that it failed.
 * @throws DomainError `order_mismatch` when the payment is not what was ordered.
 */
export function judgeCheckout(
  checkout: ProviderCheckout,
  order: Price,
  event: CheckoutEvent | null,
): OrderStatus {
  if (checkout.paymentStatus !== "unpaid") {
    const asOrdered =
      checkout.paymentStatus === "paid" &&
      checkout.amountMinor === order.amountMinor &&
      checkout.currency === order.currency;
    if (!asOrdered) throw new DomainError("order_mismatch", "The payment does not match its order.");
    return "paid";
  }
  if (checkout.status === "expired") return "expired";
  if (checkout.status === "open") return "open";
  const failed = checkout.paymentFailed || event === "checkout.session.async_payment_failed";
  return failed ? "failed" : "pending";
}
