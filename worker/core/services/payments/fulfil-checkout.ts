import { type CheckoutEvent, type CheckoutOutcome, judgeCheckout } from "#core/domain/checkout.ts";
import { DomainError } from "#core/domain/errors.ts";
import { PLAN_KEY_NAME } from "#core/domain/plans.ts";
import type { CheckoutState } from "#core/ports.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { FulfilmentContext, PaymentsContext, ServiceContext } from "#core/services/context.ts";
import { refreshBalance } from "#core/services/gateway/refresh-meter.ts";
import { sealedKey } from "#core/services/keys/create-key.ts";
import { settlePlanPurchase, settleTopUp } from "#core/storage/order-settlement.ts";
import {
  advanceOrder,
  findOrderBySession,
  findOrderFor,
  type Order,
  type OrderPayment,
} from "#core/storage/orders.ts";
import { findReturned, markRefunded } from "#core/storage/returned-payments.ts";
import { findOrder } from "#core/storage/reversals.ts";
import { openOrdersOf } from "#core/storage/unpaid-orders.ts";

/** More than an account opens in ten minutes; the cron handles the rest. */
const MAX_AT_ONCE = 25;

const PROVIDER_FAILURES = new Set(["payment_provider_error", "order_mismatch", "order_unknown"]);

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

/**
 * Also for an order without a stored session; `expire` ends an open checkout first. @returns null without a checkout.
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

/** Refunds a payment to a closed account, once. If it throws, the refund stays due for the cron. */
export async function returnPayment(
  ctx: ServiceContext & Pick<PaymentsContext, "payments">,
  orderId: string,
): Promise<void> {
  const [returned, order] = await Promise.all([findReturned(ctx.db, orderId), findOrder(ctx.db, orderId)]);
  if (returned === null || order === null || returned.refundedAt !== null) return;
  const outcome = await ctx.payments.refundPayment(returned.paymentIntent, orderId);
  const detail = { outcome, amount_minor: order.amountMinor, currency: order.currency };
  const entry = {
    ...auditStamp(ctx, order.accountId),
    action: "payment.returned",
    subject: orderId,
  } as const;
  await markRefunded(ctx.db, { ...entry, place: undefined, detail });
}

/**
 * Expires a closed account's checkouts; what the provider fails at is left to the cron. @returns how many are left.
 */
export async function expireCheckouts(ctx: FulfilmentContext, accountId: number): Promise<number> {
  const orders = await openOrdersOf(ctx.db, accountId, MAX_AT_ONCE);
  const ended = await Promise.all(
    orders.map((order) => fulfilOrder(ctx, order, { expire: true }).then(isEnded, providerFailed)),
  );
  return ended.filter((done) => !done).length;
}

const isEnded = (outcome: Awaited<ReturnType<typeof fulfilOrder>>) => outcome !== null && outcome !== "open";

function providerFailed(error: unknown): false {
  if (error instanceof DomainError && PROVIDER_FAILURES.has(error.code)) return false;
  throw error;
}
