import { type Budget, budgetWindow } from "#core/domain/gateway/budgets.ts";
import { BUDGET_WARNING, type BudgetLevel } from "#core/domain/notifications.ts";
import type { Database } from "#core/storage/database.ts";
import { type BudgetNotice, storeBudgetNotices } from "#core/storage/key-notices.ts";
import type { Spending } from "#core/storage/key-spending.ts";

export interface RefusedBudget extends Budget {
  keyId: number;
  /** Start of the period, epoch ms. */
  from: number;
}

type SpentBudget = Budget & Spending & { keyId: number };

interface Budgets {
  budgets: readonly SpentBudget[];
  /** Keys used since the last call. */
  used: ReadonlySet<number>;
  refused: readonly RefusedBudget[];
  /** Epoch ms. */
  at: number;
}

/** Notifies once per period of budgets that are 80 % used, or used up (or too small for a request). */
export async function noteBudgets(db: Database, accountId: number, budgets: Budgets): Promise<void> {
  const notices = noticesOf(budgets);
  if (notices.length > 0) await storeBudgetNotices(db, accountId, { notices, at: budgets.at });
}

function noticesOf({ budgets, used, refused, at }: Budgets): BudgetNotice[] {
  return budgets.flatMap((budget): BudgetNotice[] => {
    const wasRefused = refused.some((one) => isSame(one, budget));
    if (!wasRefused && !used.has(budget.keyId)) return [];
    const level = levelOf(budget, wasRefused);
    if (level === null) return [];
    const { keyId, period, from, micros: budgetMicros, spentMicros } = budget;
    const { to } = budgetWindow(period, at);
    return [{ keyId, period, from, to, level, budgetMicros, spentMicros }];
  });
}

/** A budget that has changed since refused nothing. */
const isSame = (one: RefusedBudget, other: SpentBudget) =>
  one.keyId === other.keyId &&
  one.period === other.period &&
  one.from === other.from &&
  one.micros === other.micros;

/** Null below the first level, and for a budget of 0, which its owner knows is used up. */
function levelOf({ micros, spentMicros }: SpentBudget, refused: boolean): BudgetLevel | null {
  if (micros === 0 || spentMicros * 100 < micros * BUDGET_WARNING) return null;
  return refused || spentMicros >= micros ? 100 : 80;
}
