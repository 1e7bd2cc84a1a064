import type { ReceiptAnswer } from "#core/contract/receipts.ts";
import type { AccountContext } from "#core/services/context.ts";

export async function getReceipt(_ctx: AccountContext, _input: { id: string }): Promise<ReceiptAnswer> {
  throw new Error("Not built yet.");
}
