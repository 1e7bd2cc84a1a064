import { z } from "zod";
import { numbers } from "#core/domain/analytics-window.ts";
import type { DaySum } from "#core/domain/gateway/budget-trial.ts";
import { BUDGET_PERIODS, type BudgetPeriod, budgetWindow } from "#core/domain/gateway/budgets.ts";
import { DAY_MS } from "#core/domain/ranges.ts";
import type { Database } from "./database.ts";
import { BY_DAY, BY_WINDOW } from "./key-spending-sql.ts";

const windowSums = z.array(z.object({ keyId: z.int(), period: z.enum(BUDGET_PERIODS), micros: z.int() }));
const daySums = z.array(z.object({ day: z.int(), costMicros: z.int(), requests: z.int() }));

/** A budget's period that holds some instant, and what its key spent in it. */
export interface Spending {
  /** When the period began, epoch ms. */
  from: number;
  /** Micro-dollars. */
  spentMicros: number;
}

/**
 * The budgets, with what their keys spent in the periods that hold `at` (epoch ms): exactly what is stored at that
 * instant, whatever has been rolled up. Without budgets nothing is read.
 * @param budgets of keys of the account; others have spent nothing.
 */
export async function withSpending<Budget extends { keyId: number; period: BudgetPeriod }>(
  db: Database,
  accountId: number,
  { budgets, at }: { budgets: readonly Budget[]; at: number },
): Promise<(Budget & Spending)[]> {
  if (budgets.length === 0) return [];
  const periods = [...new Set(budgets.map(({ period }) => period))];
  const windows = periods.map((period) => ({ period, ...daysOf(period, at) }));
  const args = {
    ...spentArguments(accountId, {
      keyIds: [...new Set(budgets.map(({ keyId }) => keyId))],
      from: Math.min(...windows.map(({ from }) => from)),
      to: Math.max(...windows.map(({ to }) => to)),
    }),
    windows: JSON.stringify(windows.map(({ period, from, to }) => [period, from, to])),
  };
  const { rows } = await db.$client.execute({ sql: BY_WINDOW, args });
  const spent = new Map(windowSums.parse(rows).map(({ keyId, period, micros }) => [keyId + period, micros]));
  return budgets.map((budget) => ({
    ...budget,
    from: budgetWindow(budget.period, at).from,
    spentMicros: spent.get(budget.keyId + budget.period) ?? 0,
  }));
}

/** What one key of the account spent on the UTC days [from, to), in days since the epoch; days without usage are left out. */
export async function readKeyDays(
  db: Database,
  accountId: number,
  { keyId, from, to }: { keyId: number; from: number; to: number },
): Promise<DaySum[]> {
  const args = spentArguments(accountId, { keyIds: [keyId], from, to });
  const { rows } = await db.$client.execute({ sql: BY_DAY, args });
  return daySums.parse(rows);
}

const spentArguments = (
  account: number,
  { keyIds, from, to }: { keyIds: number[]; from: number; to: number },
) => ({
  account,
  key: 0,
  keys: JSON.stringify(keyIds),
  days: JSON.stringify(numbers(from, to)),
});

function daysOf(period: BudgetPeriod, at: number) {
  const { from, to } = budgetWindow(period, at);
  return { from: from / DAY_MS, to: to / DAY_MS };
}
