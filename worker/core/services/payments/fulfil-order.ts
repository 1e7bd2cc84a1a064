import type { CheckoutOutcome } from "#core/domain/checkout.ts";
import type { Order } from "#core/storage/orders.ts";
import type { FulfilmentContext } from "./context.ts";
import { fulfilCheckout } from "./fulfil-checkout.ts";

/**
 * Brings an order up to the provider's present word, also one whose session was never stored.
 * @param options.expire ends its checkout first, if that is still open: for an account that is closed.
 * @returns what became of it; null when the provider has made no checkout of it.
 * @throws DomainError `order_unknown`, `order_mismatch`, `payment_provider_error`.
 */
export async function fulfilOrder(
  ctx: FulfilmentContext,
  order: Order,
  { expire = false } = {},
): Promise<CheckoutOutcome | null> {
  const sessionId = order.sessionId ?? (await findSession(ctx, order));
  if (sessionId === null) return null;
  if (expire) await ctx.payments.expireCheckout(sessionId);
  return fulfilCheckout(ctx, sessionId);
}

async function findSession(
  { payments }: FulfilmentContext,
  { id, createdAt }: Order,
): Promise<string | null> {
  return (await payments.findCheckout(id, createdAt))?.sessionId ?? null;
}
