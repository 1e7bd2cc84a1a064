import type { LedgerAnswer } from "#core/contract/ledger.ts";
import type { PageQuery } from "#core/contract/page.ts";
import { cursorAt, cutPage, placeOf } from "#core/domain/page.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readStatement } from "#core/storage/ledger.ts";
import { ledgerItem } from "./ledger-item.ts";

/**
 * The account's transfers with the balance after each, newest first. All pages together hold each transfer that was
 * there at the first one exactly once, whatever is added meanwhile; a page's cost does not grow with their number.
 * @throws DomainError `invalid_request` for a cursor that is none.
 */
export async function listLedger(ctx: AccountContext, { cursor, limit }: PageQuery): Promise<LedgerAnswer> {
  const [before = null] = cursor === undefined ? [] : placeOf(cursor, 1);
  const entries = await readStatement(ctx.db, ctx.account.id, { before, limit: limit + 1 });
  return cutPage(entries, limit, { item: ledgerItem, cursor: ({ transferId }) => cursorAt(transferId) });
}
