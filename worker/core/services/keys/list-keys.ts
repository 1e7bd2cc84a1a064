import type { ApiKey } from "#core/contract/keys.ts";
import type { Account, AccountContext } from "#core/services/context.ts";
import { listBudgetsOf } from "#core/storage/key-budgets.ts";
import { withSpending } from "#core/storage/key-spending.ts";
import { type ApiKeyRow, listKeysOf } from "#core/storage/keys.ts";
import { type BudgetInUse, keyView } from "./key-view.ts";

/** Every active key, then the most recently created revoked ones. */
const MAX_LISTED_KEYS = 500;

/** Masked, newest first; at most `MAX_LISTED_KEYS`. */
export async function listKeys(ctx: AccountContext): Promise<ApiKey[]> {
  const { db, account } = ctx;
  const [rows, budgets] = await Promise.all([listKeysOf(db, account.id, MAX_LISTED_KEYS), budgetsInUse(ctx)]);
  return rows.map((row) => keyView(row, budgets));
}

type KeyOwner = Pick<AccountContext, "db" | "clock"> & { account: Pick<Account, "id"> };

/** Masked, with its budgets. */
export async function viewOfKey(ctx: KeyOwner, row: ApiKeyRow): Promise<ApiKey> {
  return keyView(row, await budgetsInUse(ctx, row.id));
}

/** @param keyId api_keys.id; null for all keys. */
async function budgetsInUse(
  { db, account, clock }: KeyOwner,
  keyId: number | null = null,
): Promise<BudgetInUse[]> {
  const all = await listBudgetsOf(db, account.id);
  const budgets = keyId === null ? all : all.filter((budget) => budget.keyId === keyId);
  return withSpending(db, account.id, { budgets, at: clock.now() });
}
