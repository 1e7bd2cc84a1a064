import { DomainError } from "#core/domain/errors.ts";
import { movementsOf, nextPlanChange } from "#core/domain/reversals.ts";
import type { PaymentReversals } from "#core/ports.ts";
import { refreshBalance } from "#core/services/gateway/refresh-meter.ts";
import type { Order } from "#core/storage/orders.ts";
import { findReturned } from "#core/storage/returned-payments.ts";
import { appendPlanChange, findOrder, readPlanChanges, transferReversals } from "#core/storage/reversals.ts";
import type { FulfilmentContext } from "./context.ts";
import { fulfilOrder } from "./fulfil-order.ts";

/** Far more often than the refunds and disputes of one payment can change while they are being recorded. */
const MOST_LOOKS = 10;

/**
 * Brings the books up to what the provider says now of a payment's refunds and disputes.
 *
 * Repeated, reordered and simultaneous calls end in the same books: a balance follows each refund and dispute by a
 * transfer of its own and may go below 0; a bought year is gone for as long as its payment is.
 * @returns how many transfers or plan changes were new. A payment that is not of an order of ours has none.
 * @throws DomainError `order_unknown`, also for an order whose payment is not known yet; `order_mismatch`;
 * `payment_provider_error`.
 */
export async function recordReversals(
  ctx: FulfilmentContext,
  paymentIntentId: string,
): Promise<{ recorded: number }> {
  const reversals = await look(ctx, paymentIntentId);
  if (reversals.orderId === null) return { recorded: 0 };
  const order = await paidOrder(ctx, reversals.orderId);
  if (order === null) return { recorded: 0 };
  if (order.paymentIntent !== paymentIntentId)
    throw new DomainError("order_mismatch", "The payment does not belong to its order.");
  const recorded =
    order.product === "api_key"
      ? await changeYear(ctx, order, reversals)
      : await transferReversals(ctx.db, order, movementsOf(reversals), ctx.clock.now());
  if (recorded > 0) await refreshBalance(ctx, order.accountId);
  return { recorded };
}

async function look({ payments }: FulfilmentContext, paymentIntentId: string): Promise<PaymentReversals> {
  const reversals = await payments.retrieveReversals(paymentIntentId);
  if (reversals) return reversals;
  throw new DomainError("order_unknown", "The payment provider does not know this payment.");
}

/**
 * A refund may be told of before the payment it belongs to.
 * @returns null for a payment that credited nothing, because its account was closed.
 */
async function paidOrder(ctx: FulfilmentContext, orderId: string): Promise<Order | null> {
  const order = await findOrder(ctx.db, orderId);
  if (order?.status === "paid") return order;
  if ((await findReturned(ctx.db, orderId)) !== null) return null;
  if (order && (await fulfilOrder(ctx, order)) === "returned") return null;
  const fulfilled = order && (await findOrder(ctx.db, orderId));
  if (fulfilled?.status === "paid") return fulfilled;
  throw new DomainError("order_unknown", "No paid order belongs to this payment.");
}

/**
 * A year is taken or not, so an older word could undo a newer one. Therefore whoever changed something looks again:
 * after the last change somebody looked and found it right.
 */
async function changeYear(ctx: FulfilmentContext, order: Order, first: PaymentReversals): Promise<number> {
  let reversals = first;
  let recorded = 0;
  for (let looks = 1; looks <= MOST_LOOKS; looks += 1) {
    const changes = await readPlanChanges(ctx.db, order.id);
    const kind = nextPlanChange(changes, order.amountMinor, reversals);
    if (kind === null) return recorded;
    const at = ctx.clock.now();
    if (await appendPlanChange(ctx.db, order, { kind, count: changes.length, at })) recorded += 1;
    reversals = await look(ctx, reversals.paymentIntentId);
  }
  throw new DomainError("payment_provider_error", "The payment's refunds and disputes keep changing.");
}
