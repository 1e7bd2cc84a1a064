import { asCheckoutEvent } from "#core/domain/checkout.ts";
import { isReversalEvent } from "#core/domain/reversals.ts";
import type { FulfilmentContext } from "./context.ts";
import { fulfilCheckout } from "./fulfil-checkout.ts";
import { recordReversals } from "./record-reversals.ts";

export interface SignedEvent {
  /** The request's body, byte for byte: the signature covers it. */
  rawBody: string;
  signature: string;
}

/**
 * Takes one signed webhook event. It is only a hint to look: what happened is asked from the provider.
 * @returns the id of the event, also when it is one the product does not act on; and whether its payment was refunded
 * because its account is closed, which the operator should hear of.
 * @throws DomainError `invalid_signature`; `order_unknown`, `order_mismatch` and `payment_provider_error` leave the
 * event unacknowledged, so that the provider sends it again.
 */
export async function handlePaymentEvent(
  ctx: FulfilmentContext,
  input: SignedEvent,
): Promise<{ received: string; returned: boolean }> {
  const { id, type, objectId, paymentIntentId } = await ctx.payments.verifyEvent(
    input.rawBody,
    input.signature,
  );
  const checkoutEvent = asCheckoutEvent(type);
  if (checkoutEvent)
    return { received: id, returned: (await fulfilCheckout(ctx, objectId, checkoutEvent)) === "returned" };
  if (paymentIntentId !== null && isReversalEvent(type)) await recordReversals(ctx, paymentIntentId);
  return { received: id, returned: false };
}
