import type { AutoTopUp } from "#core/contract/auto-top-up.ts";
import { CARD_CONSENT } from "#core/domain/auto-top-up.ts";
import { notFound, rateLimited } from "#core/domain/errors.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { getAutoTopUp } from "#core/services/auto-top-up/get-auto-top-up.ts";
import type { AccountContext, FulfilmentContext, PaymentsContext } from "#core/services/context.ts";
import { countSetup, ensureCustomerId, findCustomer } from "#core/storage/payment-customers.ts";
import { saveCardOfSetup } from "./save-card.ts";

/** Per account in any 10 minutes: each costs the provider a session. */
const MAX_SETUPS = 20;
const SETUP_WINDOW_MS = 10 * MINUTE_MS;

type SetupContext = AccountContext & PaymentsContext;

/** The account's customer at the provider, created at the first need. @param known the stored one. */
export async function ensureCustomer(
  { db, account, payments }: SetupContext,
  known: string | null,
): Promise<string> {
  if (known !== null) return known;
  const created = await payments.createCustomer({ key: `customer:${account.userId}`, email: account.email });
  return ensureCustomerId(db, account.id, created);
}

/** A page of the provider on which the owner enters a card. @throws DomainError `rate_limited`, `payment_provider_error`. */
export async function startCardSetup(ctx: SetupContext): Promise<{ url: string; session_id: string }> {
  const customerId = await ensureCustomer(ctx, await findCustomer(ctx.db, ctx.account.id));
  const now = ctx.clock.now();
  const limit = { max: MAX_SETUPS, since: now - SETUP_WINDOW_MS, now };
  const oldest = await countSetup(ctx.db, ctx.account.id, limit);
  const message = "Too many attempts to save a card. Please try again in a few minutes.";
  if (oldest !== null) throw rateLimited(message, { oldest, windowMs: SETUP_WINDOW_MS, now });
  const settings = `${ctx.appOrigin}/billing?tab=settings`;
  const { url, sessionId } = await ctx.payments.createCardSetup({
    customerId,
    consent: CARD_CONSENT,
    successUrl: `${settings}&card={CHECKOUT_SESSION_ID}`,
    cancelUrl: settings,
  });
  return { url, session_id: sessionId };
}

/** Saves the card of the account's own page, if it is complete. @throws DomainError `not_found`. */
export async function completeCardSetup(
  ctx: AccountContext & FulfilmentContext,
  { session_id }: { session_id: string },
): Promise<AutoTopUp> {
  const [setup, customerId] = await Promise.all([
    ctx.payments.retrieveCardSetup(session_id),
    findCustomer(ctx.db, ctx.account.id),
  ]);
  if (setup === null || customerId === null || setup.customerId !== customerId) throw notFound("Card");
  await saveCardOfSetup(ctx, ctx.account.id, setup);
  return getAutoTopUp(ctx);
}
