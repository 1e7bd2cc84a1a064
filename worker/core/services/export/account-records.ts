import { displayMask } from "#core/domain/api-key.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import { getAccountBudgets } from "#core/services/accounts/account-budgets.ts";
import { getSpendAlerts } from "#core/services/accounts/spend-alerts.ts";
import { getAutoTopUp } from "#core/services/auto-top-up/get-auto-top-up.ts";
import { getBalance } from "#core/services/balance/get-balance.ts";
import type {
  AccountContext,
  CallerContext,
  IdentityContext,
  KeysContext,
  LiveMeteringContext,
  NotificationsContext,
} from "#core/services/context.ts";
import { getNotificationSettings } from "#core/services/notifications/settings.ts";
import { getRecoveryCodes } from "#core/services/recovery/recovery-codes.ts";
import { listSessions } from "#core/services/sessions/sessions.ts";
import { getSubscription } from "#core/services/subscription/get-subscription.ts";
import { scopesOf } from "#core/services/tokens/access-tokens.ts";
import { readCustomerOf, readPlanChangesOf, readTokensOf } from "#core/storage/account-export.ts";
import { findAccountOfUser } from "#core/storage/accounts.ts";
import { findCard } from "#core/storage/saved-cards.ts";

export type ExportContext = AccountContext &
  CallerContext &
  IdentityContext &
  KeysContext &
  LiveMeteringContext &
  NotificationsContext;

/** Every record of which an account has one or few, by the name of its file. */
export async function readRecords(ctx: ExportContext) {
  const { db, account } = ctx;
  const [profile, plan, autoTopUp, sessions, settings, limits, alerts, recovery, tokens] = await Promise.all([
    profileOf(ctx),
    planOf(ctx),
    autoTopUpOf(ctx),
    listSessions(ctx),
    getNotificationSettings(ctx),
    getAccountBudgets(ctx),
    getSpendAlerts(ctx),
    getRecoveryCodes(ctx),
    readTokensOf(db, account.id),
  ]);
  return {
    "profile.json": profile,
    "sessions.json": sessions.items,
    "recovery-codes.json": recovery,
    "access-tokens.json": tokens.map(tokenView),
    "spending-limits.json": limits,
    "spend-alerts.json": alerts,
    "plan.json": plan,
    "auto-top-up.json": autoTopUp,
    "notification-settings.json": settings.items,
  };
}

async function profileOf(ctx: ExportContext) {
  const { db, account, caller, directory } = ctx;
  const [row, person, balance] = await Promise.all([
    findAccountOfUser(db, { userId: account.userId, sessionId: null }),
    directory.readRecord(caller.token),
    getBalance(ctx),
  ]);
  if (row === null) throw new Error("The account was gone while it was read.");
  return {
    exported_at: isoTime(ctx.clock.now()),
    account: {
      number: row.id,
      email: row.email,
      created_at: isoTime(row.createdAt),
      suspended_at: isoTimeOrNull(row.suspendedAt),
      stopped_at: isoTimeOrNull(row.stoppedAt),
      low_balance_notified_at: isoTimeOrNull(row.lowBalanceAt),
      ...balance,
    },
    person: {
      user_id: row.userId,
      email: person.email,
      created_at: isoTimeOrNull(person.createdAt),
      last_sign_in_at: isoTimeOrNull(person.lastSignInAt),
      password_changed_at: isoTimeOrNull(row.passwordChangedAt),
      two_factor: row.secondFactor,
      metadata: person.metadata,
      sign_in_methods: person.identities.map(({ provider, email, createdAt }) => ({
        provider,
        email,
        created_at: isoTimeOrNull(createdAt),
      })),
      factors: person.factors.map(({ createdAt, ...factor }) => ({
        ...factor,
        created_at: isoTimeOrNull(createdAt),
      })),
    },
  };
}

async function planOf(ctx: ExportContext) {
  const [plan, changes] = await Promise.all([
    getSubscription(ctx),
    readPlanChangesOf(ctx.db, ctx.account.id),
  ]);
  return {
    ...plan,
    years: changes.map(({ kind, createdAt, orderId }) => ({
      change: kind,
      at: isoTime(createdAt),
      payment_id: orderId,
    })),
  };
}

async function autoTopUpOf(ctx: ExportContext) {
  const { db, account } = ctx;
  const [state, card, customer] = await Promise.all([
    getAutoTopUp(ctx),
    findCard(db, account.id),
    readCustomerOf(db, account.id),
  ]);
  const saved = card && {
    saved_at: isoTime(card.savedAt),
    country: card.country,
    you_agreed_to: card.consent,
  };
  return { ...state, card: saved, payment_provider_customer: customer };
}

type TokenRow = Awaited<ReturnType<typeof readTokensOf>>[number];

const tokenView = (row: TokenRow) => ({
  id: row.publicId,
  name: row.name,
  token: displayMask(row.mask),
  scopes: scopesOf(row),
  created_at: isoTime(row.createdAt),
  expires_at: isoTime(row.expiresAt),
  last_used: isoTimeOrNull(row.lastUsed),
  revoked_at: isoTimeOrNull(row.revokedAt),
});
