import { DomainError } from "#core/domain/errors.ts";
import { nextPlanChange, reversalTransactionsOf } from "#core/domain/reversals.ts";
import type { PaymentReversals } from "#core/ports.ts";
import type { FulfilmentContext, PaymentsContext, ServiceContext } from "#core/services/context.ts";
import { refreshBalance } from "#core/services/gateway/refresh-meter.ts";
import type { Order } from "#core/storage/orders.ts";
import { findReturned } from "#core/storage/returned-payments.ts";
import { appendPlanChange, findOrder, readPlanChanges, transferReversals } from "#core/storage/reversals.ts";
import { fulfilOrder } from "./fulfil-order.ts";

/** Far more often than one payment's refunds and disputes can change during the recording. */
const MAX_POLLS = 10;

/**
 * One transfer per refund or dispute, below 0 if need be; a bought year goes with its payment. Repeated, reordered
 * and concurrent calls have one result. @throws DomainError `order_unknown`, `order_mismatch`,
 * `payment_provider_error`.
 */
export async function recordReversals(
  ctx: FulfilmentContext,
  paymentIntentId: string,
): Promise<{ recorded: number }> {
  const reversals = await fetchReversals(ctx, paymentIntentId);
  if (reversals.orderId === null) return { recorded: 0 };
  const order = await paidOrder(ctx, reversals.orderId);
  if (order === null) return { recorded: 0 };
  if (order.paymentIntent !== paymentIntentId)
    throw new DomainError("order_mismatch", "The payment does not belong to its order.");
  const recorded = await applyReversals(ctx, order, reversals);
  if (recorded > 0) await refreshBalance(ctx, order.accountId);
  return { recorded };
}

type ReversalsContext = ServiceContext & Pick<PaymentsContext, "payments">;

/** Like `recordReversals`, for the paid order of the payment. @returns how many were new. */
export const applyReversals = (
  ctx: ReversalsContext,
  order: Order,
  reversals: PaymentReversals,
): Promise<number> =>
  order.product === "api_key"
    ? changeYear(ctx, order, reversals)
    : transferReversals(ctx.db, order, reversalTransactionsOf(reversals), ctx.clock.now());

async function fetchReversals(
  { payments }: ReversalsContext,
  paymentIntentId: string,
): Promise<PaymentReversals> {
  const reversals = await payments.retrieveReversals(paymentIntentId);
  if (reversals) return reversals;
  throw new DomainError("order_unknown", "The payment provider does not know this payment.");
}

/** The news of a refund may overtake its payment. @returns null for a refunded payment to a closed account. */
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
 * A year is taken or not, so a stale response could undo a newer one. Whoever changed something therefore polls
 * again, until the provider confirms the stored state.
 */
async function changeYear(ctx: ReversalsContext, order: Order, first: PaymentReversals): Promise<number> {
  let reversals = first;
  let recorded = 0;
  for (let polls = 1; polls <= MAX_POLLS; polls += 1) {
    const changes = await readPlanChanges(ctx.db, order.id);
    const kind = nextPlanChange(changes, order.amountMinor, reversals);
    if (kind === null) return recorded;
    const at = ctx.clock.now();
    if (await appendPlanChange(ctx.db, order, { kind, count: changes.length, at })) recorded += 1;
    reversals = await fetchReversals(ctx, reversals.paymentIntentId);
  }
  throw new DomainError("payment_provider_error", "The payment's refunds and disputes keep changing.");
}
