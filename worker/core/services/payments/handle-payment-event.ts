import { asCheckoutEvent } from "#core/domain/checkout.ts";
import { isReversalEvent } from "#core/domain/reversals.ts";
import type { FulfilmentContext } from "#core/services/context.ts";
import { fulfilCheckout } from "./fulfil-checkout.ts";
import { recordReversals } from "./record-reversals.ts";

export interface SignedEvent {
  /** Byte for byte: the signature covers it. */
  rawBody: string;
  signature: string;
}

/**
 * The event is only a hint; the facts are read from the provider. Any DomainError but `invalid_signature` makes the
 * provider send the event again. @returns `returned` when its payment was refunded, as the account is closed.
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
