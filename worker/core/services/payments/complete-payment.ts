import type { CompletionAnswer } from "#core/contract/payments.ts";
import { notFound } from "#core/domain/errors.ts";
import type { AccountContext } from "#core/services/context.ts";
import { findOwnOrder } from "#core/storage/orders.ts";
import type { FulfilmentContext } from "./context.ts";
import { fulfilCheckout } from "./fulfil-checkout.ts";

/**
 * What the page a payer lands on asks for: has this payment arrived?
 *
 * The provider is asked only about the account's own session, and only while it is unpaid.
 * @returns `pending` while it may still be paid; neither `success` nor `pending` when it failed or expired.
 * @throws DomainError `not_found` for a session that is unknown or another account's, `order_mismatch`,
 * `payment_provider_error`.
 */
export async function completePayment(
  ctx: AccountContext & FulfilmentContext,
  input: { session_id: string },
): Promise<CompletionAnswer> {
  const order = await findOwnOrder(ctx.db, ctx.account.id, input.session_id);
  if (!order) throw notFound("Payment");
  const status = await fulfilCheckout(ctx, input.session_id);
  return {
    success: status === "paid",
    pending: status === "open" || status === "pending",
    product: order.product,
    amount: order.amountMinor / 100,
    currency: order.currency === "usd" ? "USD" : "INR",
  };
}
