import type { Card, CardSetup } from "#core/card-ports.ts";
import { CARD_CONSENT, cardName, supportsAutoTopUp } from "#core/domain/auto-top-up.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { PaymentsContext, ServiceContext } from "#core/services/context.ts";
import { findOrderBySession, markCardSaved, type Order, takeUnsavedCards } from "#core/storage/orders.ts";
import { findAccountOfCustomer, findCustomer } from "#core/storage/payment-customers.ts";
import { saveCard } from "#core/storage/saved-cards.ts";

export type CardContext = ServiceContext & Pick<PaymentsContext, "payments">;

/** Makes it the account's card, unless a checkout created after `offeredAt` (epoch ms) has saved another one. */
async function storeCard(ctx: CardContext, accountId: number, card: Card, offeredAt: number): Promise<void> {
  const { paymentMethodId, customerId: _, ...details } = card;
  const entry = {
    ...auditStamp(ctx, accountId),
    action: "card.saved" as const,
    subject: paymentMethodId,
    detail: { card: cardName(card) },
  };
  const row = { ...details, paymentMethod: paymentMethodId, offeredAt, consent: CARD_CONSENT };
  await saveCard(ctx.db, row, { supported: supportsAutoTopUp(card), entry });
}

/** Saves the card of a complete page for cards. One that is detached again, or not ours, is ignored. */
export async function saveSetUpCard(ctx: CardContext, sessionId: string): Promise<void> {
  const setup = await ctx.payments.retrieveCardSetup(sessionId);
  if (setup === null || setup.customerId === null) return;
  const accountId = await findAccountOfCustomer(ctx.db, setup.customerId);
  if (accountId !== null) await saveCardOfSetup(ctx, accountId, setup);
}

/** As `saveSetUpCard`, for the account whose customer the page has. */
export async function saveCardOfSetup(
  ctx: CardContext,
  accountId: number,
  { card, customerId, createdAt }: CardSetup,
): Promise<void> {
  if (card !== null && customerId !== null && card.customerId === customerId)
    await storeCard(ctx, accountId, card, createdAt);
}

/** Saves the card of a paid checkout whose payer agreed to that. Repeating it changes nothing. */
export async function saveOfferedCard(ctx: CardContext, sessionId: string): Promise<void> {
  const order = await findOrderBySession(ctx.db, sessionId);
  if (order?.savesCard && order.status === "paid") await saveCardOf(ctx, order);
}

async function saveCardOf(ctx: CardContext, order: Order): Promise<void> {
  const [card, customerId] = await Promise.all([
    order.paymentIntent === null ? null : ctx.payments.cardOfPayment(order.paymentIntent),
    findCustomer(ctx.db, order.accountId),
  ]);
  if (card && card.customerId !== null && card.customerId === customerId)
    await storeCard(ctx, order.accountId, card, order.createdAt);
  await markCardSaved(ctx.db, order.id);
}

const MAX_A_RUN = 10;

/** Saves cards that an interrupted webhook left out. @returns how many were due. */
export async function saveLeftCards(ctx: CardContext): Promise<number> {
  const orders = await takeUnsavedCards(ctx.db, { limit: MAX_A_RUN, now: ctx.clock.now() });
  for (const order of orders) await saveCardOf(ctx, order);
  return orders.length;
}
