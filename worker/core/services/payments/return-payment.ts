import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { PaymentsContext, ServiceContext } from "#core/services/context.ts";
import { findReturned, markRefunded } from "#core/storage/returned-payments.ts";
import { findOrder } from "#core/storage/reversals.ts";

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
