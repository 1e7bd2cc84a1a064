import type { ReceiptAnswer } from "#core/contract/receipts.ts";
import { notFound } from "#core/domain/errors.ts";
import type { AccountContext } from "#core/services/context.ts";
import { findPaidOrder } from "#core/storage/receipts.ts";
import { receiptView } from "./receipt-view.ts";

/** @throws DomainError `not_found` for a payment that is unknown, not settled or another account's. */
export async function getReceipt(ctx: AccountContext, { id }: { id: string }): Promise<ReceiptAnswer> {
  const order = await findPaidOrder(ctx.db, ctx.account.id, id);
  if (!order) throw notFound("Receipt");
  return { ...receiptView(order), billed_to: ctx.account.email };
}
