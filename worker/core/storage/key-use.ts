import type { Budget } from "#core/domain/gateway/budgets.ts";
import type { Database } from "./database.ts";
import { readBudgetsInUse, readMonthByKey, type Spending } from "./key-spending.ts";
import { type Read, together } from "./read.ts";

export type BudgetInUse = Budget & Spending & { keyId: number };

export interface KeyUse {
  /** Those of active keys. */
  budgets: readonly BudgetInUse[];
  /** Micro-dollars by key id; a key that spent nothing may be missing. */
  month: ReadonlyMap<number, number>;
}

/** What the account's keys have used, for their views: in the periods that contain `at` (epoch ms), exact at that instant. */
export const readKeyUse = (db: Database, accountId: number, at: number): Read<KeyUse> =>
  together(db, [readBudgetsInUse(db, accountId, at), readMonthByKey(db, accountId, at)]).map(
    ([budgets, month]) => ({ budgets, month }),
  );
