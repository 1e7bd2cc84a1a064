import { CARD_CONSENT } from "#core/domain/auto-top-up.ts";
import { accountClosed, DomainError, rateLimited } from "#core/domain/errors.ts";
import { allowanceAt } from "#core/domain/plans.ts";
import { amountError, CURRENCY_OF, minorUnits, type Product } from "#core/domain/products.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { ensureCustomer } from "#core/services/cards/set-up-card.ts";
import type { AccountContext, PaymentsContext } from "#core/services/context.ts";
import { bindSession, insertOrder } from "#core/storage/orders.ts";

export interface PaymentLinkInput {
  /** One of `TOP_UP_AMOUNTS_DOLLARS` for `balance`, `PLAN_PRICE_RUPEES` for `api_key`. */
  amount: number;
  product: Product;
  /** The payer agreed to `CARD_CONSENT`. Only for `balance`. */
  savesCard?: boolean;
}

/** Per account in any 10 minutes: each costs the provider a session. */
export const MAX_UNPAID_ORDERS = 20;
const ORDER_WINDOW_MS = 10 * MINUTE_MS;

/** Spec section 2. */
const CHECKOUTS = {
  balance: {
    description: "Latchkey balance",
    success: "/payment/success",
    cancel: "/add-balance?canceled=true",
  },
  api_key: {
    description: "Latchkey Premium, 1 year",
    success: "/payment-success",
    cancel: "/purchase-api-key?canceled=true",
  },
} satisfies Record<Product, { description: string; success: string; cancel: string }>;

/**
 * The order is stored first and its id travels with the checkout, so that every payment finds its order. @throws
 * DomainError `invalid_amount`, `plan_not_for_sale`, `rate_limited`, `account_closed`, `payment_provider_error`.
 */
export async function createPaymentLink(
  ctx: AccountContext & PaymentsContext,
  input: PaymentLinkInput,
): Promise<{ paymentLinkUrl: string; session_id: string }> {
  requireForSale(ctx, input);
  const orderId = `order_${crypto.randomUUID().replaceAll("-", "")}`;
  const price = { amountMinor: minorUnits(input.amount), currency: CURRENCY_OF[input.product] };
  const savesCard = input.savesCard === true && input.product === "balance";
  const order = { id: orderId, product: input.product, savesCard, ...price };
  const known = await placeOrder(ctx, order);
  const { description, success, cancel } = CHECKOUTS[input.product];
  const checkout = await ctx.payments.createCheckout({
    orderId,
    ...price,
    description,
    customerEmail: ctx.account.email,
    savesCard: savesCard ? { customerId: await ensureCustomer(ctx, known), consent: CARD_CONSENT } : null,
    successUrl: `${ctx.appOrigin}${success}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${ctx.appOrigin}${cancel}`,
  });
  const bound = { id: orderId, accountId: ctx.account.id };
  // It may have closed before there was a checkout to expire.
  if (await bindSession(ctx.db, bound, checkout.sessionId)) {
    await ctx.payments.expireCheckout(checkout.sessionId);
    throw accountClosed();
  }
  return { paymentLinkUrl: checkout.url, session_id: checkout.sessionId };
}

function requireForSale({ account, clock }: AccountContext, input: PaymentLinkInput) {
  const message = amountError(input);
  if (message !== null) throw new DomainError("invalid_amount", message, { field: "amount" });
  if (input.product === "balance" || allowanceAt(clock.now(), account.plan).plan !== "Business") return;
  throw new DomainError("plan_not_for_sale", "Your Business plan already covers what Premium offers.");
}

type NewOrder = Parameters<typeof insertOrder>[1];

/** @returns the account's customer at the provider, if it has one. */
async function placeOrder(
  { db, account, clock }: AccountContext,
  order: Omit<NewOrder, "accountId" | "createdAt">,
): Promise<string | null> {
  const now = clock.now();
  const { reason, customerId } = await insertOrder(
    db,
    { ...order, accountId: account.id, createdAt: now },
    { max: MAX_UNPAID_ORDERS, since: now - ORDER_WINDOW_MS },
  );
  if (reason === null) return customerId;
  if (reason.closed) throw accountClosed();
  const { oldest } = reason;
  const message = "Too many unpaid checkouts. Please complete one of them, or try again in a few minutes.";
  throw rateLimited(message, { oldest, windowMs: ORDER_WINDOW_MS, now });
}
