import type { AccountBudgetInput, AccountBudgetsResponse } from "#core/contract/budgets.ts";
import { ACCOUNT_LIMIT_PERIODS, budgetWindow } from "#core/domain/gateway/budgets.ts";
import { dollarsFromMicros, microsFromDollars } from "#core/domain/money.ts";
import { isoTime } from "#core/domain/time.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext, MeteringContext } from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { listAccountBudgets, setAccountBudgetsOf } from "#core/storage/account-budgets.ts";
import { withAccountSpending } from "#core/storage/key-spending.ts";
import { type Read, together } from "#core/storage/read.ts";

/** The budgets of all keys together, and what these have spent in the current periods, in dollars. */
export function getAccountBudgets({ db, account, clock }: AccountContext): Read<AccountBudgetsResponse> {
  const limits = ACCOUNT_LIMIT_PERIODS.map((period) => ({ period }));
  return together(db, [
    listAccountBudgets(db, account.id),
    withAccountSpending(db, account.id, { limits, at: clock.now() }),
  ]).map(([budgets, spending]) => budgetsView(budgets, spending));
}

type Budgets = Awaited<ReturnType<typeof listAccountBudgets>>;
type Spent = { period: AccountBudgetInput["period"]; from: number; spentMicros: number };

function budgetsView(budgets: Budgets, spending: readonly Spent[]): AccountBudgetsResponse {
  const views = spending.map(({ period, from, spentMicros }) => ({
    period,
    spent: dollarsFromMicros(spentMicros),
    resets_at: isoTime(budgetWindow(period, from).to),
  }));
  const viewOf = (period: AccountBudgetInput["period"]) => {
    const { spent = 0, resets_at = "" } = views.find((view) => view.period === period) ?? {};
    return { spent, resets_at };
  };
  return {
    budgets: budgets.map(({ period, micros }) => ({
      period,
      amount: dollarsFromMicros(micros),
      ...viewOf(period),
    })),
    spending: { day: viewOf("day"), month: viewOf("month") },
  };
}

/** Replaces the account's budgets (dollars) at once; earlier spending counts. Repeating it changes nothing. */
export async function setAccountBudgets(
  ctx: AccountContext & KeysContext & MeteringContext,
  budgets: readonly AccountBudgetInput[],
): Promise<AccountBudgetsResponse> {
  const { db, account } = ctx;
  const amountOf = (period: AccountBudgetInput["period"]) =>
    budgets.find((budget) => budget.period === period)?.amount ?? null;
  const detail = { budget_day: amountOf("day"), budget_month: amountOf("month") };
  const stamp = auditStamp(ctx, account.id);
  const stored = budgets.map(({ period, amount }) => ({ period, micros: microsFromDollars(amount) }));
  const { after, route } = await setAccountBudgetsOf(
    db,
    { ...stamp, action: "budgets.changed", subject: "account", detail },
    { budgets: stored, read: getAccountBudgets(ctx) },
  );
  await refreshMeter(ctx, route);
  return after;
}
