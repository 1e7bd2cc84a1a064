import type { OrderStatus } from "#core/domain/checkout.ts";
import type { Order } from "#core/storage/orders.ts";
import type { FulfilmentContext } from "./context.ts";
import { fulfilCheckout } from "./fulfil-checkout.ts";

/**
 * Brings an order up to the provider's present word, also one whose session was never stored.
 * @returns the order's status afterwards; null when the provider has made no checkout of it.
 * @throws DomainError `order_unknown`, `order_mismatch`, `payment_provider_error`.
 */
export async function fulfilOrder(ctx: FulfilmentContext, order: Order): Promise<OrderStatus | null> {
  const sessionId = order.sessionId ?? (await findSession(ctx, order));
  return sessionId === null ? null : fulfilCheckout(ctx, sessionId);
}

async function findSession(
  { payments }: FulfilmentContext,
  { id, createdAt }: Order,
): Promise<string | null> {
  return (await payments.findCheckout(id, createdAt))?.sessionId ?? null;
}
