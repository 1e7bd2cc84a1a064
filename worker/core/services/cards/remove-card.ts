import type { AutoTopUp } from "#core/contract/auto-top-up.ts";
import { cardName } from "#core/domain/auto-top-up.ts";
import { DomainError } from "#core/domain/errors.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import { getAutoTopUp } from "#core/services/auto-top-up/get-auto-top-up.ts";
import { cancelUnwanted } from "#core/services/auto-top-up/resume-charge.ts";
import type { AccountContext, FulfilmentContext } from "#core/services/context.ts";
import { noRead } from "#core/storage/read.ts";
import {
  confirmDetached,
  findCard,
  findCardByMethod,
  removeCard,
  type SavedCard,
  takeDetachedCards,
} from "#core/storage/saved-cards.ts";
import { deleteCustomers } from "./delete-customers.ts";
import { type CardContext, saveLeftCards } from "./save-card.ts";

/** Removes the card here and at the provider, and turns auto top-up off. Repeating it changes nothing. */
export async function removeSavedCard(ctx: AccountContext & FulfilmentContext): Promise<AutoTopUp> {
  const card = await findCard(ctx.db, ctx.account.id);
  if (card === null) return getAutoTopUp(ctx);
  const { charge, after } = await removeCard(ctx.db, removalOf(ctx, card), getAutoTopUp(ctx));
  if (charge !== null) await cancelUnwanted(ctx, charge);
  await detachNow(ctx, card.paymentMethod);
  return charge === null ? after : getAutoTopUp(ctx);
}

/** Follows the removal of a card at the provider, such as by the operator. */
export async function followDetachment(ctx: FulfilmentContext, paymentMethodId: string): Promise<void> {
  const saved = await findCardByMethod(ctx.db, paymentMethodId);
  if (saved === null) return;
  const card = await ctx.payments.retrieveCard(paymentMethodId);
  if (card !== null && card.customerId !== null) return;
  const { charge } = await removeCard(ctx.db, removalOf(ctx, saved), noRead(ctx.db));
  await confirmDetached(ctx.db, paymentMethodId, ctx.clock.now());
  if (charge !== null) await cancelUnwanted(ctx, charge);
}

const removalOf = (ctx: FulfilmentContext, card: SavedCard) => ({
  ...auditStamp(ctx, card.accountId),
  action: "card.removed" as const,
  subject: card.paymentMethod,
  detail: { card: cardName(card) },
});

/** The cron detaches it when the provider fails. */
async function detachNow(ctx: CardContext, paymentMethod: string): Promise<void> {
  try {
    await detach(ctx, paymentMethod);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "payment_provider_error")) throw error;
  }
}

async function detach({ db, payments, clock }: CardContext, paymentMethod: string): Promise<void> {
  await payments.detachCard(paymentMethod);
  await confirmDetached(db, paymentMethod, clock.now());
}

const MAX_A_RUN = 10;

interface CardsReport {
  saved: number;
  detached: number;
  /** Of deleted accounts, deleted at the provider. */
  customers: number;
}

/** Finishes what webhooks, removals and deletions of accounts left undone. @throws DomainError `payment_provider_error`. */
export async function syncCards(ctx: CardContext): Promise<CardsReport> {
  const saved = await saveLeftCards(ctx);
  const due = await takeDetachedCards(ctx.db, { limit: MAX_A_RUN, now: ctx.clock.now() });
  for (const paymentMethod of due) await detach(ctx, paymentMethod);
  return { saved, detached: due.length, customers: await deleteCustomers(ctx) };
}
