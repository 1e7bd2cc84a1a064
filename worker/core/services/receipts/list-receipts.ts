import type { PageQuery } from "#core/contract/page.ts";
import type { ReceiptsAnswer } from "#core/contract/receipts.ts";
import type { AccountContext } from "#core/services/context.ts";

export async function listReceipts(_ctx: AccountContext, _query: PageQuery): Promise<ReceiptsAnswer> {
  throw new Error("Not built yet.");
}
