import type { BudgetInput, BudgetTrialResponse } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { notFound } from "#core/domain/errors.ts";
import {
  type BudgetTrial,
  type DaySum,
  tryBudgets as replay,
  spentBeside,
  trialSpan,
} from "#core/domain/gateway/budget-trial.ts";
import {
  BUDGET_PERIODS,
  type Budget,
  type BudgetPeriod,
  budgetWindow,
} from "#core/domain/gateway/budgets.ts";
import { dollarsFromMicros, microsFromDollars } from "#core/domain/money.ts";
import { DAY_MS, isoTime } from "#core/domain/time.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext, MeteringContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { setBudgetsOf } from "#core/storage/key-budgets.ts";
import { readKeyDays } from "#core/storage/key-spending.ts";
import { readTrialRequests } from "#core/storage/key-trial.ts";
import { together } from "#core/storage/read.ts";
import { keyRevoked, keyView } from "./key-view.ts";
import { ownKey } from "./own-key.ts";

/** Replaces a key's budgets (dollars) at once; earlier spending counts. @throws DomainError `key_revoked`. */
export async function setBudgets(
  ctx: AccountContext & KeysContext & MeteringContext,
  { id, budgets }: { id: string; budgets: readonly BudgetInput[] },
): Promise<ApiKey> {
  const { db, account } = ctx;
  const { key, route, use } = await setBudgetsOf(
    db,
    { ...auditStamp(ctx, account.id), action: "key.changed", subject: id, detail: budgetDetail(budgets) },
    budgets.map(({ period, amount }) => ({ period, micros: microsFromDollars(amount) })),
  );
  if (key === null) throw notFound("API key");
  if (key.status === "revoked") throw keyRevoked();
  await refreshMeter(ctx, route);
  return keyView(key, use);
}

/** For the audit log; null for none. */
export const budgetDetail = (budgets: readonly BudgetInput[]) =>
  Object.fromEntries(
    BUDGET_PERIODS.map((each) => [
      `budget_${each}`,
      budgets.find(({ period }) => period === each)?.amount ?? null,
    ]),
  );

/** Replays the last 30 UTC days under budgets (dollars), each alone and all together. @throws DomainError `key_revoked`. */
export async function tryBudgets(
  ctx: AccountContext,
  { id, budgets }: { id: string; budgets: readonly BudgetInput[] },
): Promise<BudgetTrialResponse> {
  const { db, account, clock } = ctx;
  const now = clock.now();
  const key = await ownKey(ctx, id);
  if (key.status === "revoked") throw keyRevoked();
  // A month reaches back furthest, so it covers the other periods.
  const { readFrom, from, to } = trialSpan("month", now);
  const [days, rows] = await together(db, [
    readKeyDays(db, account.id, { keyId: key.id, from: readFrom, to }),
    readTrialRequests(db, account.id, { keyId: key.id, from: readFrom, to }),
  ]);
  const startsAt = Math.max(rows.from, from * DAY_MS);
  const past = { requests: rows.requests, from: startsAt, earlier: spentBeside(days, rows.requests) };
  const blockedBy = (limits: readonly Budget[]) => trialView(replay(limits, past));
  const limits = budgets.map(({ period, amount }) => ({ period, micros: microsFromDollars(amount) }));
  return {
    from: dateOf(from),
    to: dateOf(to - 1),
    starts_at: isoTime(startsAt),
    spending: {
      day: spendingOf("day", days, now),
      week: spendingOf("week", days, now),
      month: spendingOf("month", days, now),
    },
    budgets: limits.map((limit) => ({
      period: limit.period,
      amount: dollarsFromMicros(limit.micros),
      ...blockedBy([limit]),
    })),
    together: blockedBy(limits),
  };
}

const trialView = ({ blockedMicros, blockedRequests, blockedDays }: BudgetTrial) => ({
  blocked_amount: dollarsFromMicros(blockedMicros),
  blocked_requests: blockedRequests,
  blocked_days: blockedDays.map(dateOf),
});

function spendingOf(period: BudgetPeriod, days: readonly DaySum[], now: number) {
  const { from, to } = budgetWindow(period, now);
  const current = days.filter(({ day }) => day >= from / DAY_MS);
  const micros = current.reduce((sum, { costMicros }) => sum + costMicros, 0);
  return { spent: dollarsFromMicros(micros), resets_at: isoTime(to) };
}

const dateOf = (day: number) => isoTime(day * DAY_MS).slice(0, "2026-11-22".length);
