import { asCheckoutEvent, type CheckoutEvent, type CheckoutOutcome } from "#core/domain/checkout.ts";
import { DomainError } from "#core/domain/errors.ts";
import { isReversalEvent } from "#core/domain/reversals.ts";
import type { PaymentEvent } from "#core/ports.ts";
import { applyCharge } from "#core/services/auto-top-up/apply-charge.ts";
import { followDetachment } from "#core/services/cards/remove-card.ts";
import { saveOfferedCard, saveSetUpCard } from "#core/services/cards/save-card.ts";
import type { FulfilmentContext } from "#core/services/context.ts";
import { detailPayment } from "#core/services/receipts/payment-details.ts";
import { notePaymentEvent } from "#core/storage/payment-events.ts";
import { findOrder } from "#core/storage/reversals.ts";
import { fulfilCheckout } from "./fulfil-checkout.ts";
import { recordReversals } from "./record-reversals.ts";

export interface SignedEvent {
  /** Byte for byte: the signature covers it. */
  rawBody: string;
  signature: string;
}

/**
 * The type of the event by which `npm run verify` tries the signature; the provider has none of this name. It leaves no
 * trace, because alerts watch when the provider was last heard of.
 */
export const VERIFICATION_EVENT = "latchkey.verification";

const CHARGE_EVENTS: readonly string[] = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.requires_action",
  "payment_intent.processing",
  "payment_intent.canceled",
];

/**
 * The event is only a hint; the facts are read from the provider. Any DomainError but `invalid_signature` makes the
 * provider send the event again. @returns `returned` when its payment was refunded, as the account is closed.
 */
export async function handlePaymentEvent(
  ctx: FulfilmentContext,
  input: SignedEvent,
): Promise<{ received: string; returned: boolean }> {
  return processEvent(ctx, await ctx.payments.verifyEvent(input.rawBody, input.signature));
}

/** For an event that is known to be the provider's, however often. Records the delivery and its outcome. */
export async function processEvent(
  ctx: FulfilmentContext,
  event: PaymentEvent,
): Promise<{ received: string; returned: boolean }> {
  if (event.type === VERIFICATION_EVENT) return { received: event.id, returned: false };
  const outcome = await handle(ctx, event).catch(async (error: unknown) => {
    await noteFailure(ctx, event, error);
    throw error;
  });
  await notePaymentEvent(ctx.db, event, { at: ctx.clock.now(), error: null });
  return { received: event.id, returned: outcome === "returned" };
}

/** Records the failure; the caller rethrows, so that the provider sends the event again. */
async function noteFailure({ db, clock }: FulfilmentContext, event: PaymentEvent, failure: unknown) {
  const error = failure instanceof DomainError ? failure.code : "internal_error";
  await notePaymentEvent(db, event, { at: clock.now(), error }).catch(() => {});
}

async function handle(ctx: FulfilmentContext, event: PaymentEvent): Promise<CheckoutOutcome | null> {
  const { type, objectId, paymentIntentId, isCardSetup, isForeign } = event;
  if (isForeign) return null;
  const checkoutEvent = asCheckoutEvent(type);
  if (checkoutEvent && isCardSetup) await saveSetUpCard(ctx, objectId);
  else if (checkoutEvent) return handleCheckout(ctx, objectId, checkoutEvent);
  else if (CHARGE_EVENTS.includes(type)) return handleCharge(ctx, objectId);
  else if (type === "payment_method.detached") await followDetachment(ctx, objectId);
  else if (paymentIntentId !== null && isReversalEvent(type)) await recordReversals(ctx, paymentIntentId);
  return null;
}

async function handleCheckout(ctx: FulfilmentContext, sessionId: string, event: CheckoutEvent) {
  const outcome = await fulfilCheckout(ctx, sessionId, event);
  if (outcome === "paid") {
    await saveOfferedCard(ctx, sessionId);
    await tryDetails(ctx, sessionId);
  }
  return outcome;
}

/** Only for the receipt. The payment is credited, so a failure is left to the cron, which reports it. */
async function tryDetails(ctx: FulfilmentContext, sessionId: string): Promise<void> {
  await detailPayment(ctx, sessionId).catch(() => {});
}

/** Payments of a checkout have its events instead. */
async function handleCharge(
  ctx: FulfilmentContext,
  paymentIntentId: string,
): Promise<CheckoutOutcome | null> {
  const state = await ctx.payments.retrieveCharge(paymentIntentId);
  const order = state?.orderId ? await findOrder(ctx.db, state.orderId) : null;
  if (state === null || order?.origin !== "auto_top_up") return null;
  const outcome = await applyCharge(ctx, order, state);
  if (outcome === "paid") await tryDetails(ctx, paymentIntentId);
  return outcome;
}
