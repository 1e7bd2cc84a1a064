import type { BudgetInput, BudgetTrialAnswer } from "#core/contract/budgets.ts";
import { notFound } from "#core/domain/errors.ts";
import { type DaySum, trialSpan, tryBudget } from "#core/domain/gateway/budget-trial.ts";
import { type BudgetPeriod, budgetWindow } from "#core/domain/gateway/budgets.ts";
import { dollarsFromMicros, microsFromDollars } from "#core/domain/money.ts";
import { DAY_MS } from "#core/domain/ranges.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readKeyDays } from "#core/storage/key-spending.ts";
import { findKey } from "#core/storage/keys.ts";
import { keyRevoked } from "./key-revoked.ts";

/**
 * What budgets, in dollars, would have refused of a key's requests in the last 30 UTC days, today included, each by
 * itself; and what the key spent in the periods that run now. `budgets` has passed `budgetsRequest`.
 * @throws DomainError `not_found` also for another account's key; `key_revoked`.
 */
export async function tryBudgets(
  { db, account, clock }: AccountContext,
  { id, budgets }: { id: string; budgets: readonly BudgetInput[] },
): Promise<BudgetTrialAnswer> {
  const now = clock.now();
  const key = await findKey(db, account.id, id);
  if (key === null) throw notFound("API key");
  if (key.status === "revoked") throw keyRevoked();
  // A month reaches back further than the other periods, so it has all their days.
  const { readFrom, from, to } = trialSpan("month", now);
  const days = await readKeyDays(db, account.id, { keyId: key.id, from: readFrom, to });
  return {
    from: dateOf(from),
    to: dateOf(to - 1),
    spending: {
      day: spendingOf("day", days, now),
      week: spendingOf("week", days, now),
      month: spendingOf("month", days, now),
    },
    budgets: budgets.map((budget) => trialOf(budget, days, from)),
  };
}

function trialOf({ period, amount }: BudgetInput, days: readonly DaySum[], from: number) {
  const trial = tryBudget({ period, micros: microsFromDollars(amount) }, days, from);
  return {
    period,
    amount,
    blocked_amount: dollarsFromMicros(trial.blockedMicros),
    blocked_requests: trial.blockedRequests,
    blocked_days: trial.blockedDays.map(dateOf),
  };
}

function spendingOf(period: BudgetPeriod, days: readonly DaySum[], now: number) {
  const { from, to } = budgetWindow(period, now);
  const within = days.filter(({ day }) => day >= from / DAY_MS);
  const micros = within.reduce((sum, { costMicros }) => sum + costMicros, 0);
  return { spent: dollarsFromMicros(micros), resets_at: new Date(to).toISOString() };
}

const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, "2026-11-22".length);
