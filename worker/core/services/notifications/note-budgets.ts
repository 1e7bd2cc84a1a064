import { type Budget, budgetWindow } from "#core/domain/gateway/budgets.ts";
import { BUDGET_WARNING, type BudgetLevel } from "#core/domain/notifications.ts";
import { type BudgetNotice, storeBudgetNotices } from "#core/storage/budget-notices.ts";
import type { Database } from "#core/storage/database.ts";
import type { Spending } from "#core/storage/key-spending.ts";

/** A budget that had no room for a request of its key. */
export interface RefusedBudget extends Budget {
  keyId: number;
  /** When the period began, epoch ms. */
  from: number;
}

type SpentBudget = Budget & Spending & { keyId: number };

interface Budgets {
  /** As they are stored, with what is stored as spent. */
  budgets: readonly SpentBudget[];
  /** Of keys that were used since the last time. */
  used: ReadonlySet<number>;
  refused: readonly RefusedBudget[];
  /** Epoch ms. */
  at: number;
}

/**
 * Tells the account of budgets that are used to 80 %, and of those that are used up: to the last cent, or so far that
 * they refused a request. Once each in every period; repeating it changes nothing. Budgets of keys that were neither
 * used nor refused cost nothing.
 */
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

/** A budget that was changed since has refused nothing. */
const isSame = (one: RefusedBudget, other: SpentBudget) =>
  one.keyId === other.keyId &&
  one.period === other.period &&
  one.from === other.from &&
  one.micros === other.micros;

/** Null below the first level, and for a budget of nothing, which its owner knows is used up. */
function levelOf({ micros, spentMicros }: SpentBudget, refused: boolean): BudgetLevel | null {
  if (micros === 0 || spentMicros * 100 < micros * BUDGET_WARNING) return null;
  return refused || spentMicros >= micros ? 100 : 80;
}
