import type { LedgerAnswer } from "#core/contract/ledger.ts";
import type { PageQuery } from "#core/contract/page.ts";
import type { AccountContext } from "#core/services/context.ts";

export async function listLedger(_ctx: AccountContext, _query: PageQuery): Promise<LedgerAnswer> {
  throw new Error("Not built yet.");
}
