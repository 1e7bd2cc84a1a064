import { DETAILS_CHECKED_MS } from "#core/domain/cron.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import type { PaymentsContext, ServiceContext } from "#core/services/context.ts";
import { findOrderBySession, type Order } from "#core/storage/orders.ts";
import { findUndetailed, markDetailsChecked, storeDetails } from "#core/storage/receipts.ts";

type DetailsContext = ServiceContext & Pick<PaymentsContext, "payments">;

/** Until then the webhook stores them. Also the pause between two checks of an order. */
const CHECKED_AFTER_MS = 10 * MINUTE_MS;
const MAX_A_RUN = 10;

/**
 * Stores how a paid order was paid, its tax and its invoice, as far as the provider knows them by now. The session is a
 * payment intent for an automatic charge. Repeating it changes nothing. @throws DomainError `payment_provider_error`.
 */
export async function detailPayment(ctx: DetailsContext, sessionId: string): Promise<void> {
  const order = await findOrderBySession(ctx.db, sessionId);
  if (order !== null && order.paidAt !== null && order.detailsAt === null) await detail(ctx, order);
}

/** @returns true once nothing is missing. */
async function detail({ db, payments, clock }: DetailsContext, order: Order): Promise<boolean> {
  const { paymentIntent: paymentIntentId, sessionId, origin } = order;
  if (paymentIntentId === null) return false;
  const known = await payments.paymentDetails({
    paymentIntentId,
    sessionId: origin === "auto_top_up" ? null : sessionId,
  });
  if (known === null) return false;
  const { complete, method: paymentMethod, ...details } = known;
  const completeAt = complete ? clock.now() : null;
  await storeDetails(db, order.id, { details: { ...details, paymentMethod }, completeAt });
  return complete;
}

/**
 * Completes receipts whose details the webhook could not store, for three days and at most ten a run. A failed order
 * goes to the end of the queue. @throws DomainError `payment_provider_error`.
 */
export async function completeReceipts(ctx: DetailsContext): Promise<{ checked: number; completed: number }> {
  const now = ctx.clock.now();
  const orders = await findUndetailed(ctx.db, {
    paidAfter: now - DETAILS_CHECKED_MS,
    checkedUntil: now - CHECKED_AFTER_MS,
    limit: MAX_A_RUN,
  });
  let completed = 0;
  for (const order of orders) {
    await markDetailsChecked(ctx.db, order.id, now);
    if (await detail(ctx, order)) completed += 1;
  }
  return { checked: orders.length, completed };
}
