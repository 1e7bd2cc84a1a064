import { type CheckoutEvent, type CheckoutOutcome, judgeCheckout } from "#core/domain/checkout.ts";
import { DomainError } from "#core/domain/errors.ts";
import { PLAN_KEY_NAME } from "#core/domain/plans.ts";
import type { CheckoutState } from "#core/ports.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { refreshBalance } from "#core/services/gateway/refresh-meter.ts";
import { sealedKey } from "#core/services/keys/new-key.ts";
import { settleTopUp } from "#core/storage/ledger-top-up.ts";
import { advanceOrder, findOrderBySession, findOrderFor, type Order } from "#core/storage/orders.ts";
import type { OrderPayment } from "#core/storage/paid-order.ts";
import { settlePlanPurchase } from "#core/storage/plan-purchase.ts";
import type { FulfilmentContext } from "./context.ts";
import { returnPayment } from "./return-payment.ts";

const orderUnknown = () => new DomainError("order_unknown", "No order belongs to this payment.");

/**
 * Brings one checkout's order up to the provider's present word; a paid one credits its account, or adds a year
 * to its plan, exactly once.
 *
 * The one way to money, for the webhook and the landing page alike: repeated, reordered and simultaneous calls end
 * in one. A payment that arrives after its account was closed is refunded instead. `event` is the webhook's reason for
 * asking, if any.
 * @returns what became of the order.
 * @throws DomainError `order_unknown`, `order_mismatch`, `payment_provider_error`.
 */
export async function fulfilCheckout(
  ctx: FulfilmentContext,
  sessionId: string,
  event: CheckoutEvent | null = null,
): Promise<CheckoutOutcome> {
  const bound = await findOrderBySession(ctx.db, sessionId);
  if (bound?.status === "paid") return "paid";
  const checkout = await ctx.payments.retrieveCheckout(sessionId);
  if (!checkout) throw orderUnknown();
  const order = bound ?? (await findByReference(ctx, checkout));
  const status = judgeCheckout(checkout, order, event);
  if (status !== "paid") return advanceOrder(ctx.db, { orderId: order.id, sessionId, status });
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
  if (product === "balance") return settleTopUp(ctx.db, payment);
  const { row: key } = await sealedKey(ctx, accountId, { name: PLAN_KEY_NAME });
  return settlePlanPurchase(ctx.db, payment, { key, requestId: ctx.requestId });
}

async function findByReference(ctx: ServiceContext, { orderId, sessionId }: CheckoutState): Promise<Order> {
  const order = orderId === null ? null : await findOrderFor(ctx.db, orderId, sessionId);
  if (!order) throw orderUnknown();
  return order;
}
