import { type CheckoutEvent, type CheckoutOutcome, judgeCheckout } from "#core/domain/checkout.ts";
import { DomainError } from "#core/domain/errors.ts";
import { PLAN_KEY_NAME } from "#core/domain/plans.ts";
import type { CheckoutState } from "#core/ports.ts";
import type { FulfilmentContext, ServiceContext } from "#core/services/context.ts";
import { refreshBalance } from "#core/services/gateway/refresh-meter.ts";
import { sealedKey } from "#core/services/keys/create-key.ts";
import { accountRouteOf } from "#core/services/keys/key-hash.ts";
import { settlePlanPurchase, settleTopUp } from "#core/storage/order-settlement.ts";
import {
  advanceOrder,
  findOrderBySession,
  findOrderFor,
  type Order,
  type OrderPayment,
} from "#core/storage/orders.ts";
import { returnPayment } from "./return-payment.ts";

const orderUnknown = () => new DomainError("order_unknown", "No order belongs to this payment.");

/**
 * The only way to money: repeated, reordered and concurrent calls settle an order exactly once. A payment to a closed
 * account is refunded. @throws DomainError `order_unknown`, `order_mismatch`, `payment_provider_error`.
 */
export async function fulfilCheckout(
  ctx: FulfilmentContext,
  sessionId: string,
  event: CheckoutEvent | null = null,
): Promise<CheckoutOutcome> {
  const bound = await findOrderBySession(ctx.db, sessionId);
  return bound?.status === "paid" ? "paid" : await settleCheckout(ctx, { sessionId, bound, event });
}

/**
 * As `fulfilCheckout`, also for an order that is paid already, whose credit may be missing. @param bound the session's own
 * order, if it is stored.
 */
export async function settleCheckout(
  ctx: FulfilmentContext,
  { sessionId, bound, event }: { sessionId: string; bound: Order | null; event: CheckoutEvent | null },
): Promise<CheckoutOutcome> {
  const checkout = await ctx.payments.retrieveCheckout(sessionId);
  if (!checkout) throw orderUnknown();
  const order = bound ?? (await findByReference(ctx, checkout));
  const status = judgeCheckout(checkout, order, event);
  if (status !== "paid")
    return advanceOrder(ctx.db, {
      orderId: order.id,
      sessionId,
      status,
      at: ctx.clock.now(),
      method: checkout.method,
    });
  const { paymentIntentId } = checkout;
  const settled = await settle(ctx, { order, sessionId, paymentIntentId, paidAt: ctx.clock.now() });
  if (settled === null) throw orderUnknown();
  if (settled === "returned") {
    await returnPayment(ctx, order.id);
    return "returned";
  }
  await refreshBalance(ctx, order.accountId);
  return "paid";
}

async function settle(ctx: FulfilmentContext, payment: OrderPayment & { order: Order }) {
  const { product, accountId } = payment.order;
  if (product === "balance") return settleTopUp(ctx.db, payment, ctx.requestId);
  const owner = { id: accountId, route: await accountRouteOf(ctx, accountId) };
  const { row: key } = await sealedKey(ctx, owner, { name: PLAN_KEY_NAME });
  return settlePlanPurchase(ctx.db, payment, { key, requestId: ctx.requestId });
}

async function findByReference(ctx: ServiceContext, { orderId, sessionId }: CheckoutState): Promise<Order> {
  const order = orderId === null ? null : await findOrderFor(ctx.db, orderId, sessionId);
  if (!order) throw orderUnknown();
  return order;
}
