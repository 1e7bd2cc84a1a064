import type { PageQuery } from "#core/contract/page.ts";
import type { ReceiptsAnswer } from "#core/contract/receipts.ts";
import { cutPage, unknownCursor } from "#core/domain/page.ts";
import type { AccountContext } from "#core/services/context.ts";
import { findPaidOrder, readPaidOrders } from "#core/storage/receipts.ts";
import { receiptView } from "./receipt-view.ts";

/**
 * The account's settled payments of either product, newest first.
 * @throws DomainError `invalid_request` for a cursor that is none.
 */
export async function listReceipts(
  ctx: AccountContext,
  { cursor, limit }: PageQuery,
): Promise<ReceiptsAnswer> {
  const after = cursor === undefined ? null : await findPaidOrder(ctx.db, ctx.account.id, cursor);
  if (cursor !== undefined && after === null) throw unknownCursor();
  const orders = await readPaidOrders(ctx.db, ctx.account.id, { after, limit: limit + 1 });
  return cutPage(orders, limit, { item: receiptView, cursor: ({ id }) => id });
}
