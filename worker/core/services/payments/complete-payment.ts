import type { CompletionResponse } from "#core/contract/payments.ts";
import { notFound } from "#core/domain/errors.ts";
import type { AccountContext, FulfilmentContext } from "#core/services/context.ts";
import { findOwnOrder } from "#core/storage/orders.ts";
import { settleCheckout } from "./fulfil-checkout.ts";

/** Asks the provider only about the account's own unpaid session. @throws DomainError like `settleCheckout`. */
export async function completePayment(
  ctx: AccountContext & FulfilmentContext,
  input: { session_id: string },
): Promise<CompletionResponse> {
  const order = await findOwnOrder(ctx.db, ctx.account.id, input.session_id);
  if (!order) throw notFound("Payment");
  const { session_id: sessionId } = input;
  const status =
    order.status === "paid" ? "paid" : await settleCheckout(ctx, { sessionId, bound: order, event: null });
  return {
    success: status === "paid",
    pending: status === "open" || status === "pending",
    product: order.product,
    amount: order.amountMinor / 100,
    currency: order.currency === "usd" ? "USD" : "INR",
  };
}
