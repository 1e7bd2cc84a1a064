import { DomainError, rateLimited } from "#core/domain/errors.ts";
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

/** Checkouts an account may leave unpaid in any 10 minutes: each one costs the provider a session. */
export const MAX_UNPAID_ORDERS = 20;
const ORDER_WINDOW_MS = 600_000;

/**
 * Opens a checkout for the signed-in account and returns where to pay it.
 *
 * The order is stored before the provider hears of it, and its id goes along, so that a payment always finds its
 * order even when the session id could not be stored.
 * @throws DomainError `invalid_amount`; `rate_limited` after `MAX_UNPAID_ORDERS` unpaid ones in any 10 minutes;
 * `payment_provider_error`.
 */
export async function createPaymentLink(
  ctx: AccountContext & PaymentsContext,
  input: PaymentLinkInput,
): Promise<{ paymentLinkUrl: string }> {
  const amountMinor = topUpCents(input.amount);
  const orderId = `order_${crypto.randomUUID().replaceAll("-", "")}`;
  await placeOrder(ctx, { id: orderId, product: input.product, amountMinor });
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

async function placeOrder(
  { db, account, clock }: AccountContext,
  order: { id: string; product: "balance"; amountMinor: number },
): Promise<void> {
  const now = clock.now();
  const oldest = await insertOrder(
    db,
    { ...order, accountId: account.id, currency: "usd", createdAt: now },
    { max: MAX_UNPAID_ORDERS, since: now - ORDER_WINDOW_MS },
  );
  if (oldest === null) return;
  const message = "Too many unpaid checkouts. Please complete one of them, or try again in a few minutes.";
  throw rateLimited(message, { oldest, windowMs: ORDER_WINDOW_MS, now });
}

function topUpCents(dollars: number): number {
  const cents = TOP_UP_AMOUNTS_DOLLARS.includes(dollars) ? centsFromDollars(dollars) : null;
  if (cents === null) throw new DomainError("invalid_amount", INVALID_TOP_UP_AMOUNT, { field: "amount" });
  return cents;
}
