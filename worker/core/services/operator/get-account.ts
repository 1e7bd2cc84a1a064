import type { OperatorAccountKey, OperatorAccountResponse } from "#core/contract/operator.ts";
import type { Span } from "#core/domain/analytics-window.ts";
import { displayMask, isTestKey } from "#core/domain/api-key.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { allowanceAt } from "#core/domain/plans.ts";
import { DAY_MS, HOUR_MS, isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type {
  IdentityContext,
  LiveMeteringContext,
  OperatorContext,
  ServiceContext,
} from "#core/services/context.ts";
import { listAccountBudgets } from "#core/storage/account-budgets.ts";
import type { StoredAccount } from "#core/storage/accounts.ts";
import { countPlan } from "#core/storage/analytics.ts";
import { readAutoTopUp } from "#core/storage/auto-top-ups.ts";
import { type KeyShare, readBreakdown } from "#core/storage/breakdown.ts";
import { type ApiKeyRow, listKeysOf } from "#core/storage/keys.ts";
import {
  readDailySpend,
  readLedgerSums,
  readUsageSums,
  type UsageSums,
} from "#core/storage/operator-account-figures.ts";
import { readAccountSummaries } from "#core/storage/operator-account-list.ts";
import { together } from "#core/storage/read.ts";
import { accountItem } from "./list-accounts.ts";
import { findAccount } from "./look-up-account.ts";

type PageContext = ServiceContext &
  IdentityContext &
  LiveMeteringContext &
  Pick<OperatorContext, "namedAccounts">;

const MAX_LISTED_KEYS = 500;
const WEEK_DAYS = 7;
const IDENTITY_WAIT_MS = 2000;

/**
 * All about one account but its statement. A week is that of seven UTC days up to now, and 24 hours are the present hour
 * and the 23 before it; what they are compared with is as long. @throws DomainError `not_found`.
 */
export async function getAccountPage(ctx: PageContext, name: string): Promise<OperatorAccountResponse> {
  const account = await findAccount(ctx, name);
  const { db } = ctx;
  const stored = together(db, [
    readAccountSummaries(db, [account.id], ctx.clock.now()),
    usageOf(ctx, account),
    planOf(ctx, account),
    moneyOf(ctx, account),
  ]);
  const [[summaries, usage, plan, money], held, identity] = await Promise.all([
    stored,
    heldOf(ctx, account),
    identityOf(ctx, account),
  ]);
  const [summary] = summaries;
  if (summary === undefined) throw new Error("The account was gone while it was read.");
  return {
    ...accountItem(summary),
    user_id: account.userId,
    suspended_at: isoTimeOrNull(account.suspendedAt),
    stopped_at: isoTimeOrNull(account.stoppedAt),
    closed_at: isoTimeOrNull(account.closedAt),
    ...usage,
    ...plan,
    ...held,
    ...money,
    ...identity,
  };
}

const endOfHour = (at: number) => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;
/** Up to now, from a full hour on. */
const until = (now: number, from: number): Span => ({
  from,
  until: now + 1,
  first: from,
  end: endOfHour(now),
});
/** The same span, `ms` earlier. */
const earlier = (span: Span, ms: number): Span => ({
  from: span.from - ms,
  first: span.first - ms,
  until: span.until - ms,
  end: Math.round((span.until - ms) / HOUR_MS) * HOUR_MS,
});

function usageOf({ db, clock }: PageContext, { id }: StoredAccount) {
  const now = clock.now();
  const today = Math.floor(now / DAY_MS);
  const firstDay = today - WEEK_DAYS + 1;
  const week = until(now, firstDay * DAY_MS);
  const day = until(now, endOfHour(now) - DAY_MS);
  const hour = { from: now - HOUR_MS, until: now + 1, first: endOfHour(now) - HOUR_MS, end: endOfHour(now) };
  const all = { accountId: id, keyId: 0, endpoint: null, model: null };
  return together(db, [
    readBreakdown(db, all, week),
    readDailySpend(db, id, { from: firstDay, to: today + 1 }),
    readUsageSums(db, id, [day, earlier(day, DAY_MS), earlier(week, WEEK_DAYS * DAY_MS), hour]),
    listKeysOf(db, id, MAX_LISTED_KEYS),
  ]).map(([breakdown, days, sums, keys]) => usageView({ breakdown, days, sums, keys }, now));
}

interface UsageReading {
  breakdown: Awaited<ReturnType<typeof readBreakdown>>;
  days: readonly { day: number; cost: number }[];
  sums: readonly UsageSums[];
  keys: readonly ApiKeyRow[];
}

function usageView({ breakdown, days, sums, keys }: UsageReading, now: number) {
  const [lastDay, dayBefore, weekBefore, lastHour] = sums;
  return {
    requests_last_hour: lastHour?.requests ?? 0,
    keys_last_hour: keys.filter(({ lastUsed }) => lastUsed !== null && lastUsed > now - HOUR_MS).length,
    spend_7d: dollarsFromMicros(days.reduce((sum, { cost }) => sum + cost, 0)),
    spend_previous_7d: dollarsFromMicros(weekBefore?.cost ?? 0),
    requests_previous_24h: dayBefore?.requests ?? 0,
    errors_24h: lastDay?.errors ?? 0,
    keys: keys.map((key) => keyItem(key, breakdown.keys)),
    days: days.map(({ day: number, cost }) => ({ date: dateOf(number), spend: dollarsFromMicros(cost) })),
    models: modelsOf(breakdown.models ?? []),
  };
}

const dateOf = (day: number) => isoTime(day * DAY_MS).slice(0, 10);

const keyItem = (row: ApiKeyRow, shares: readonly KeyShare[]): OperatorAccountKey => {
  const share = shares.find(({ publicId }) => publicId === row.publicId);
  return {
    id: row.publicId,
    name: row.name,
    key: displayMask(row.mask),
    status: row.status,
    disabled: row.disabledAt !== null,
    test: isTestKey(row.mask),
    created_at: isoTime(row.createdAt),
    last_used: isoTimeOrNull(row.lastUsed),
    requests_7d: share?.requests ?? 0,
    spend_7d: dollarsFromMicros(share?.cost ?? 0),
  };
};

/** Models without spend are left out. */
const modelsOf = (shares: readonly { model: string | null; cost: number }[]) =>
  shares
    .filter(({ cost }) => cost > 0)
    .sort((left, right) => right.cost - left.cost)
    .map(({ model, cost }) => ({ model: model ?? "", spend: dollarsFromMicros(cost) }));

function planOf({ db, clock }: PageContext, { id, plan: stored }: StoredAccount) {
  const allowance = allowanceAt(clock.now(), stored);
  const { plan, limit } = allowance;
  const value = plan === "Free" ? null : (stored?.microsPerMonth ?? null);
  return together(db, [countPlan(db, id, allowance), listAccountBudgets(db, id)]).map(([used, limits]) => ({
    plan_value_per_month: value === null ? null : dollarsFromMicros(value),
    plan_valid_until: plan === "Free" ? null : isoTimeOrNull(stored?.validUntil ?? null),
    requests_used: used.requests,
    requests_limit: limit,
    spending_limits: limits.map(({ period: per, micros }) => ({
      period: per,
      amount: dollarsFromMicros(micros),
    })),
  }));
}

/** Without a route the account has no key yet. */
async function heldOf({ metering }: PageContext, { route }: StoredAccount) {
  const { requests, heldMicros } =
    route === null ? { requests: 0, heldMicros: 0 } : await metering.inProgress(route);
  return { held: dollarsFromMicros(heldMicros), in_progress: requests };
}

const moneyOf = ({ db, clock }: PageContext, { id }: StoredAccount) =>
  together(db, [readLedgerSums(db, id), readAutoTopUp(db, id, clock.now())]).map(([ledger, topUp]) => {
    const { payments, credits, entries, balance } = ledger;
    return {
      auto_top_up: topUp.settings?.enabled === true && topUp.settings.stoppedAt === null,
      ledger: {
        payments: dollarsFromMicros(payments),
        credits: dollarsFromMicros(credits),
        usage: dollarsFromMicros(payments + credits - entries),
        matches: entries === balance,
      },
    };
  });

/** Null for a deleted user, and when the provider doesn't respond quickly. */
async function identityOf({ directory }: PageContext, { userId }: StoredAccount) {
  const user = await directory.findUserById(userId, { timeoutMs: IDENTITY_WAIT_MS }).catch(() => null);
  if (user === null) return { identity: null };
  const methods = user.signInMethods?.map((method) => method.split(":")[0] ?? method) ?? null;
  return {
    identity: { two_factor: user.hasSecondFactor, methods: methods && [...new Set(methods)] },
  };
}
