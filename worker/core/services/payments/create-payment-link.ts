import { DomainError } from "#core/domain/errors.ts";
import { centsFromDollars } from "#core/domain/money.ts";
import { INVALID_TOP_UP_AMOUNT, TOP_UP_AMOUNTS_DOLLARS } from "#core/domain/top-up.ts";
import type { AccountContext } from "#core/services/context.ts";
import { bindSession, insertOrder } from "#core/storage/orders.ts";
import type { PaymentsContext } from "./context.ts";

export interface PaymentLinkInput {
  /** Dollars; one of `TOP_UP_AMOUNTS_DOLLARS`. */
  amount: number;
  product: "balance";
}

/**
 * Opens a checkout for the signed-in account and returns where to pay it.
 *
 * The order is stored before the provider hears of it, and its id goes along, so that a payment always finds its
 * order even when the session id could not be stored.
 * @throws DomainError `invalid_amount`, `payment_provider_error`.
 */
export async function createPaymentLink(
  ctx: AccountContext & PaymentsContext,
  input: PaymentLinkInput,
): Promise<{ paymentLinkUrl: string }> {
  const amountMinor = topUpCents(input.amount);
  const orderId = `order_${crypto.randomUUID().replaceAll("-", "")}`;
  await insertOrder(ctx.db, {
    id: orderId,
    accountId: ctx.account.id,
    product: input.product,
    currency: "usd",
    amountMinor,
    createdAt: ctx.clock.now(),
  });
  const checkout = await ctx.payments.createCheckout({
    orderId,
    amountMinor,
    currency: "usd",
    description: "Latchkey balance",
    customerEmail: ctx.account.email,
    successUrl: `${ctx.appOrigin}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${ctx.appOrigin}/add-balance`,
  });
  await bindSession(ctx.db, orderId, checkout.sessionId);
  return { paymentLinkUrl: checkout.url };
}

function topUpCents(dollars: number): number {
  const cents = TOP_UP_AMOUNTS_DOLLARS.includes(dollars) ? centsFromDollars(dollars) : null;
  if (cents === null) throw new DomainError("invalid_amount", INVALID_TOP_UP_AMOUNT, { field: "amount" });
  return cents;
}
