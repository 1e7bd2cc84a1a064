import type { PageQuery } from "#core/contract/page.ts";
import type { Receipt, ReceiptResponse, ReceiptsResponse } from "#core/contract/payments.ts";
import { notFound } from "#core/domain/errors.ts";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import { cutPage, unknownCursor } from "#core/domain/page.ts";
import { isoTime } from "#core/domain/time.ts";
import type { AccountContext } from "#core/services/context.ts";
import { findPaidOrder, type PaidOrder, readPaidOrders } from "#core/storage/receipts.ts";

/** As on the provider's payment page. */
const DESCRIPTIONS = { balance: "Latchkey balance", api_key: "Latchkey Premium, 1 year" } as const;
const MINOR_UNITS = 100;

export async function listReceipts(
  ctx: AccountContext,
  { cursor, limit }: PageQuery,
): Promise<ReceiptsResponse> {
  const after = cursor === undefined ? null : await findPaidOrder(ctx.db, ctx.account.id, cursor);
  if (cursor !== undefined && after === null) throw unknownCursor();
  const orders = await readPaidOrders(ctx.db, ctx.account.id, { after, limit: limit + 1 });
  return cutPage(orders, limit, { item: receiptView, cursor: ({ id }) => id });
}

/** @throws DomainError `not_found` also for an unsettled payment. */
export async function getReceipt(ctx: AccountContext, { id }: { id: string }): Promise<ReceiptResponse> {
  const order = await findPaidOrder(ctx.db, ctx.account.id, id);
  if (!order) throw notFound("Receipt");
  return { ...receiptView(order), billed_to: ctx.account.email };
}

export function receiptView(order: PaidOrder): Receipt {
  const reversedMinor = reversedOf(order);
  return {
    id: order.id,
    paid_at: isoTime(order.paidAt),
    product: order.product,
    description: DESCRIPTIONS[order.product],
    amount: order.amountMinor / MINOR_UNITS,
    reversed: reversedMinor / MINOR_UNITS,
    currency: order.currency === "usd" ? "USD" : "INR",
    status: statusOf(reversedMinor, order.amountMinor),
    payment_reference: order.paymentIntent,
    session_reference: order.sessionId ?? "",
  };
}

/** A year is taken back as a whole, a top-up to the cent. */
function reversedOf({ product, amountMinor, reversedMicros, reversedYears }: PaidOrder): number {
  if (product === "api_key") return reversedYears > 0 ? amountMinor : 0;
  return reversedMicros / MICROS_PER_CENT;
}

function statusOf(reversedMinor: number, amountMinor: number): Receipt["status"] {
  if (reversedMinor <= 0) return "paid";
  return reversedMinor < amountMinor ? "partly_reversed" : "reversed";
}
