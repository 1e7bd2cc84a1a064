import type { ApiKey } from "#core/contract/keys.ts";
import type { Account, AccountContext } from "#core/services/context.ts";
import { listBudgetsOf } from "#core/storage/key-budgets.ts";
import { readMonthByKey, withSpending } from "#core/storage/key-spending.ts";
import { type ApiKeyRow, listKeysOf } from "#core/storage/keys.ts";
import { type BudgetInUse, keyView } from "./key-view.ts";

/** Every active key, then the most recently created revoked ones. */
const MAX_LISTED_KEYS = 500;

/** Masked, newest first; at most `MAX_LISTED_KEYS`. */
export async function listKeys(ctx: AccountContext): Promise<ApiKey[]> {
  const { db, account, clock } = ctx;
  const [rows, budgets, month] = await Promise.all([
    listKeysOf(db, account.id, MAX_LISTED_KEYS),
    budgetsInUse(ctx),
    readMonthByKey(db, account.id, clock.now()),
  ]);
  return rows.map((row) => keyView(row, { budgets, month }));
}

type KeyOwner = Pick<AccountContext, "db" | "clock"> & { account: Pick<Account, "id"> };

/** Masked, with its budgets. */
export async function viewOfKey(ctx: KeyOwner, row: ApiKeyRow): Promise<ApiKey> {
  const [budgets, month] = await Promise.all([
    budgetsInUse(ctx, row.id),
    readMonthByKey(ctx.db, ctx.account.id, ctx.clock.now()),
  ]);
  return keyView(row, { budgets, month });
}

/** @param keyId api_keys.id; null for all keys. */
export async function budgetsInUse(
  { db, account, clock }: KeyOwner,
  keyId: number | null = null,
): Promise<BudgetInUse[]> {
  const all = await listBudgetsOf(db, account.id);
  const budgets = keyId === null ? all : all.filter((budget) => budget.keyId === keyId);
  return withSpending(db, account.id, { budgets, at: clock.now() });
}
