import type { ApiKey } from "#core/contract/keys.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readKeyUse } from "#core/storage/key-use.ts";
import { listKeysOf } from "#core/storage/keys.ts";
import { together } from "#core/storage/read.ts";
import { keyView } from "./key-view.ts";

/** Every active key, then the most recently created revoked ones. */
const MAX_LISTED_KEYS = 500;

/** Masked, newest first; at most `MAX_LISTED_KEYS`. */
export async function listKeys({ db, account, clock }: AccountContext): Promise<ApiKey[]> {
  const [rows, use] = await together(db, [
    listKeysOf(db, account.id, MAX_LISTED_KEYS),
    readKeyUse(db, account.id, clock.now()),
  ]);
  return rows.map((row) => keyView(row, use));
}
