import type { CheckoutOutcome } from "#core/domain/checkout.ts";
import { DomainError } from "#core/domain/errors.ts";
import { HOUR_MS, MINUTE_MS } from "#core/domain/time.ts";
import type { FulfilmentContext } from "#core/services/context.ts";
import { type ChargeTerms, findChargeTerms } from "#core/storage/auto-top-up-charges.ts";
import type { Order } from "#core/storage/orders.ts";
import { closeUnmadeOrder } from "#core/storage/unpaid-orders.ts";
import { applyCharge } from "./apply-charge.ts";

const CHARGE_DESCRIPTION = "Latchkey balance (auto top-up)";
/** Less than the day after which the provider forgets an idempotency key. */
const REPEAT_WITHIN_MS = 20 * HOUR_MS;
/** By then a request that was sent has arrived, or never will. */
const UNMADE_AFTER_MS = 10 * MINUTE_MS;

/**
 * Goes on with a charge that was interrupted or waits. It is looked up at the provider first; only when there is none, it is
 * made, under the same idempotency key. One that is not wanted any more is canceled, as is every one with `expire`.
 * @throws DomainError `order_unknown`, `order_mismatch`, `payment_provider_error`.
 */
export async function resumeCharge(
  ctx: FulfilmentContext,
  order: Order,
  { expire = false } = {},
): Promise<CheckoutOutcome> {
  const terms = await findChargeTerms(ctx.db, order.id);
  if (terms === null) throw new DomainError("order_unknown", "The order has no charge.");
  const { payments } = ctx;
  const state = order.sessionId
    ? await payments.retrieveCharge(order.sessionId)
    : await payments.findCharge(terms.customerId, order.id);
  if (state === null) return makeOrClose(ctx, order, { terms, expire });
  const isOpen = state.status === "pending" || state.status === "unconfirmed";
  const isOver = expire || !terms.wanted || (terms.confirmBy !== null && terms.confirmBy <= ctx.clock.now());
  if (!isOpen || !isOver || state.paymentIntentId === null) return applyCharge(ctx, order, state);
  return applyCharge(ctx, order, await payments.cancelCharge(state.paymentIntentId));
}

async function makeOrClose(
  ctx: FulfilmentContext,
  order: Order,
  { terms, expire }: { terms: ChargeTerms; expire: boolean },
): Promise<CheckoutOutcome> {
  const age = ctx.clock.now() - order.createdAt;
  if (!expire && terms.wanted && terms.needed && age < REPEAT_WITHIN_MS) return makeCharge(ctx, order, terms);
  if (age < UNMADE_AFTER_MS) return order.status;
  await closeUnmadeOrder(ctx.db, order.id);
  return "expired";
}

/** Charges the card for an order whose terms are stored. Safe to repeat within a day. */
export async function makeCharge(
  ctx: FulfilmentContext,
  order: Order,
  { customerId, paymentMethod }: Pick<ChargeTerms, "customerId" | "paymentMethod">,
): Promise<CheckoutOutcome> {
  const { id: orderId, amountMinor, currency } = order;
  const price = { amountMinor, currency, description: CHARGE_DESCRIPTION };
  const state = await ctx.payments.chargeCard({
    orderId,
    ...price,
    customerId,
    paymentMethodId: paymentMethod,
  });
  return applyCharge(ctx, order, state);
}

/** Cancels a charge in progress if it isn't wanted any more. The cron does what the provider fails at. */
export async function cancelUnwanted(ctx: FulfilmentContext, order: Order): Promise<void> {
  try {
    await resumeCharge(ctx, order);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "payment_provider_error")) throw error;
  }
}
