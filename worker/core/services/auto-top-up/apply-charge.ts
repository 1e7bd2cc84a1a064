import type { ChargeState } from "#core/card-ports.ts";
import { CONFIRM_WITHIN_MS, cardName, declineReason } from "#core/domain/auto-top-up.ts";
import type { CheckoutOutcome } from "#core/domain/checkout.ts";
import { DomainError } from "#core/domain/errors.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { FulfilmentContext } from "#core/services/context.ts";
import { refreshBalance } from "#core/services/gateway/refresh-meter.ts";
import { returnPayment } from "#core/services/payments/return-payment.ts";
import { awaitConfirmation, endCharge } from "#core/storage/auto-top-up-charges.ts";
import { settleTopUp } from "#core/storage/order-settlement.ts";
import { advanceOrder, type Order } from "#core/storage/orders.ts";
import { findCard } from "#core/storage/saved-cards.ts";

const mismatch = () => new DomainError("order_mismatch", "The payment does not match its order.");

/**
 * Brings the order of an automatic charge to the state that the provider reports. Repeated, reordered and concurrent
 * calls credit it exactly once. @throws DomainError `order_mismatch`, `payment_provider_error`.
 */
export async function applyCharge(
  ctx: FulfilmentContext,
  order: Order,
  state: ChargeState,
): Promise<CheckoutOutcome> {
  const { paymentIntentId, status } = state;
  if (status === "declined") return declined(ctx, order, state);
  if (paymentIntentId === null) throw mismatch();
  if (status === "succeeded") return paid(ctx, order, { ...state, paymentIntentId });
  if (status === "canceled") return canceled(ctx, order, paymentIntentId);
  if (status === "pending")
    return advanceOrder(ctx.db, {
      orderId: order.id,
      sessionId: paymentIntentId,
      status,
      at: ctx.clock.now(),
    });
  const now = ctx.clock.now();
  await awaitConfirmation(ctx.db, order, { paymentIntentId, confirmBy: now + CONFIRM_WITHIN_MS, now });
  return "pending";
}

async function paid(
  ctx: FulfilmentContext,
  order: Order,
  { paymentIntentId, amountMinor, currency }: ChargeState & { paymentIntentId: string },
): Promise<CheckoutOutcome> {
  if (amountMinor !== order.amountMinor || currency !== order.currency) throw mismatch();
  const payment = { order, sessionId: paymentIntentId, paymentIntentId, paidAt: ctx.clock.now() };
  const settled = await settleTopUp(ctx.db, payment, ctx.requestId);
  if (settled === null) throw mismatch();
  if (settled === "returned") await returnPayment(ctx, order.id);
  else await refreshBalance(ctx, order.accountId);
  return settled;
}

async function declined(
  ctx: FulfilmentContext,
  order: Order,
  { paymentIntentId, declineCode }: ChargeState,
): Promise<CheckoutOutcome> {
  const code = declineCode ?? "generic_decline";
  const reason = declineReason(code);
  const card = await findCard(ctx.db, order.accountId);
  const facts = {
    event: "declined" as const,
    order: order.id,
    amount_minor: order.amountMinor,
    reason,
    card: card === null ? "Your card" : cardName(card),
  };
  const stop = { entry: stopEntry(ctx, order, reason), facts };
  await endCharge(ctx.db, order, { paymentIntentId, status: "failed", declineCode: code, stop });
  return "failed";
}

/** It stops if the owner could have confirmed the charge, and did not. */
async function canceled(
  ctx: FulfilmentContext,
  order: Order,
  paymentIntentId: string,
): Promise<CheckoutOutcome> {
  const facts = { event: "not_confirmed", order: order.id, amount_minor: order.amountMinor } as const;
  const stop = { entry: stopEntry(ctx, order, declineReason("not_confirmed")), facts };
  await endCharge(ctx.db, order, { paymentIntentId, status: "expired", declineCode: null, stop });
  return "expired";
}

const stopEntry = (ctx: FulfilmentContext, order: Order, reason: string) => ({
  ...auditStamp(ctx, order.accountId),
  action: "auto_top_up.stopped" as const,
  subject: order.id,
  place: undefined,
  detail: { order: order.id, by: "auto_top_up", reason },
});
