import type { CheckoutOutcome } from "#core/domain/checkout.ts";
import { DomainError } from "#core/domain/errors.ts";
import { resumeCharge } from "#core/services/auto-top-up/resume-charge.ts";
import type { FulfilmentContext } from "#core/services/context.ts";
import type { Order } from "#core/storage/orders.ts";
import { openOrdersOf } from "#core/storage/unpaid-orders.ts";
import { fulfilCheckout, settleCheckout } from "./fulfil-checkout.ts";

/** More than an account opens in ten minutes; the cron handles the rest. */
const MAX_AT_ONCE = 25;

const PROVIDER_FAILURES = new Set(["payment_provider_error", "order_mismatch", "order_unknown"]);

/**
 * Also for an order without a stored session; `expire` ends an open checkout first. @returns null without a checkout.
 */
export async function fulfilOrder(
  ctx: FulfilmentContext,
  order: Order,
  { expire = false } = {},
): Promise<CheckoutOutcome | null> {
  if (order.origin === "auto_top_up") return resumeCharge(ctx, order, { expire });
  const sessionId = order.sessionId ?? (await findSession(ctx, order));
  if (sessionId === null) return null;
  if (expire) await ctx.payments.expireCheckout(sessionId);
  return fulfilCheckout(ctx, sessionId);
}

/**
 * Settles what is missing of an order that was paid, also of one whose status says so already. @returns true if it is
 * booked or refunded now. @throws DomainError like `fulfilOrder`.
 */
export async function bookOrder(ctx: FulfilmentContext, order: Order): Promise<boolean> {
  const outcome =
    order.origin === "auto_top_up" ? await resumeCharge(ctx, order) : await settleAgain(ctx, order);
  return outcome === "paid" || outcome === "returned";
}

async function settleAgain(ctx: FulfilmentContext, order: Order): Promise<CheckoutOutcome | null> {
  const sessionId = order.sessionId ?? (await findSession(ctx, order));
  return sessionId === null ? null : settleCheckout(ctx, { sessionId, bound: order, event: null });
}

async function findSession(
  { payments }: FulfilmentContext,
  { id, createdAt }: Order,
): Promise<string | null> {
  return (await payments.findCheckout(id, createdAt))?.sessionId ?? null;
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
