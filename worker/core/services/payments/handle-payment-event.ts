import { asCheckoutEvent } from "#core/domain/checkout.ts";
import type { FulfilmentContext } from "./context.ts";
import { fulfilCheckout } from "./fulfil-checkout.ts";

export interface SignedEvent {
  /** The request's body, byte for byte: the signature covers it. */
  rawBody: string;
  signature: string;
}

/**
 * Takes one signed webhook event. It is only a hint to look: what happened is asked from the provider.
 * @returns the id of the event, also when it is one the product does not act on.
 * @throws DomainError `invalid_signature`; `order_unknown`, `order_mismatch` and `payment_provider_error` leave the
 * event unacknowledged, so that the provider sends it again.
 */
export async function handlePaymentEvent(
  ctx: FulfilmentContext,
  input: SignedEvent,
): Promise<{ received: string }> {
  const event = await ctx.payments.verifyEvent(input.rawBody, input.signature);
  const checkoutEvent = asCheckoutEvent(event.type);
  if (checkoutEvent) await fulfilCheckout(ctx, event.objectId, checkoutEvent);
  return { received: event.id };
}
