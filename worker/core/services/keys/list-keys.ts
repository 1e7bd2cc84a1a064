import type { ApiKey } from "#core/contract/keys.ts";
import type { AccountContext } from "#core/services/context.ts";
import { listKeysOf } from "#core/storage/keys.ts";
import { budgetsInUse, keyView } from "./key-view.ts";

/** Most keys in a list: every active one, then the most recently made of the revoked ones. */
const MAX_LISTED_KEYS = 500;

/** The account's keys, active and revoked, masked, newest first; see `MAX_LISTED_KEYS`. */
export async function listKeys(ctx: AccountContext): Promise<ApiKey[]> {
  const { db, account } = ctx;
  const [rows, budgets] = await Promise.all([listKeysOf(db, account.id, MAX_LISTED_KEYS), budgetsInUse(ctx)]);
  return rows.map((row) => keyView(row, budgets));
}
