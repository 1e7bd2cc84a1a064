import type { PendingPayment } from "#core/contract/account.ts";
import type { PageQuery } from "#core/contract/page.ts";
import type {
  InvoiceResponse,
  Receipt,
  ReceiptResponse,
  ReceiptsQuery,
  ReceiptsResponse,
} from "#core/contract/payments.ts";
import { arrivesBy } from "#core/domain/checkout.ts";
import { notFound } from "#core/domain/errors.ts";
import { dollarsFromMicros, MICROS_PER_CENT } from "#core/domain/money.ts";
import { cutPage, unknownCursor } from "#core/domain/page.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { AccountContext, PaymentsContext, ReceiptsContext } from "#core/services/context.ts";
import { noRead, together } from "#core/storage/read.ts";
import { findListedOrder, type ListedOrder, readListedOrders } from "#core/storage/receipts.ts";

/** As on the provider's payment page. */
const DESCRIPTIONS = { balance: "Latchkey balance", api_key: "Latchkey Premium, 1 year" } as const;
const PRODUCT_NAME = "Latchkey";
const MINOR_UNITS = 100;
const NUMBER_ID_CHARACTERS = 8;

/** Settled payments and, with `unsettled`, those that are pending or failed. */
export async function listReceipts(
  { db, account }: AccountContext,
  { cursor, limit, unsettled = false }: PageQuery & Partial<ReceiptsQuery>,
): Promise<ReceiptsResponse> {
  const [last, orders] = await together(db, [
    cursor === undefined ? noRead(db) : findListedOrder(db, account.id, cursor),
    readListedOrders(db, account.id, { after: cursor ?? null, limit: limit + 1, unsettled }),
  ]);
  if (cursor !== undefined && last === null) throw unknownCursor();
  return cutPage(orders, limit, { item: receiptView, cursor: ({ id }) => id });
}

/** @throws DomainError `not_found` also for a checkout that was never completed. */
export async function getReceipt(
  ctx: AccountContext & ReceiptsContext,
  { id }: { id: string },
): Promise<ReceiptResponse> {
  const order = await findReceipt(ctx, id);
  const { balanceAfter, taxMinor } = order;
  return {
    ...receiptView(order),
    seller: sellerOf(ctx),
    billed_to: ctx.account.email,
    tax: taxMinor === null ? null : taxMinor / MINOR_UNITS,
    has_invoice: order.invoiceId !== null,
    balance_after: balanceAfter === null ? null : dollarsFromMicros(balanceAfter),
  };
}

/**
 * Asks the provider each time, because the address of an invoice expires. @throws DomainError `not_found` also for a
 * payment without an invoice, `payment_provider_error`.
 */
export async function getInvoice(
  ctx: AccountContext & Pick<PaymentsContext, "payments">,
  { id }: { id: string },
): Promise<InvoiceResponse> {
  const { invoiceId } = await findReceipt(ctx, id);
  const url = invoiceId === null ? null : await ctx.payments.invoiceUrl(invoiceId);
  if (url === null) throw notFound("Invoice");
  return { url };
}

async function findReceipt({ db, account }: AccountContext, id: string): Promise<ListedOrder> {
  const order = await findListedOrder(db, account.id, id);
  if (!order) throw notFound("Receipt");
  return order;
}

/** Lines of the seller's name and address. */
export const sellerOf = ({ seller }: ReceiptsContext): string[] => [...(seller ?? [PRODUCT_NAME])];

/** How an order was paid, as far as that is known. */
export const methodOf = ({
  paymentMethod: type,
  cardBrand: brand,
  cardLast4: last4,
}: Pick<ListedOrder, "paymentMethod" | "cardBrand" | "cardLast4">) =>
  type === null ? null : { type, brand, last4 };

/** A payment that was never pending was paid when it was sent. */
const sentAtOf = ({ pendingAt, paidAt }: ListedOrder) => pendingAt ?? paidAt ?? 0;

/** For the balance: a payment on its way, which is no part of it. */
export function pendingView(order: ListedOrder): PendingPayment {
  const sentAt = sentAtOf(order);
  return {
    id: order.id,
    amount: order.amountMinor / MINOR_UNITS,
    sent_at: isoTime(sentAt),
    arrives_by: isoTime(arrivesBy(sentAt)),
    payment_method: methodOf(order),
  };
}

export function receiptView(order: ListedOrder): Receipt {
  const { id, paidAt } = order;
  const sentAt = sentAtOf(order);
  const reversedMinor = reversedOf(order);
  const status = statusOf(order, reversedMinor);
  return {
    id,
    number: paidAt === null ? null : receiptNumber({ id, paidAt }),
    paid_at: isoTimeOrNull(paidAt),
    sent_at: isoTime(sentAt),
    arrives_by: status === "pending" ? isoTime(arrivesBy(sentAt)) : null,
    product: order.product,
    description: DESCRIPTIONS[order.product],
    amount: order.amountMinor / MINOR_UNITS,
    reversed: reversedMinor / MINOR_UNITS,
    currency: order.currency === "usd" ? "USD" : "INR",
    status,
    payment_method: methodOf(order),
    payment_reference: order.paymentIntent,
    session_reference: order.sessionId ?? "",
  };
}

/**
 * The number printed on the receipt of a payment, such as `LK-20261126-4F3A9C21`: the UTC day on which it was paid and the
 * beginning of its order's id. Neither changes, so it needs no counter. It isn't the number of an invoice.
 * @param paidAt epoch ms.
 */
export function receiptNumber({ id, paidAt }: { id: string; paidAt: number }): string {
  const day = new Date(paidAt).toISOString().slice(0, 10).replaceAll("-", "");
  const random = id.replace(/^order_/, "").replace(/[^a-z0-9]/gi, "");
  return `LK-${day}-${random.slice(0, NUMBER_ID_CHARACTERS).toUpperCase()}`;
}

/** A year is taken back as a whole, a top-up to the cent. */
function reversedOf({ product, amountMinor, reversedMicros, reversedYears }: ListedOrder): number {
  if (product === "api_key") return reversedYears > 0 ? amountMinor : 0;
  return reversedMicros / MICROS_PER_CENT;
}

function statusOf({ paidAt, status, amountMinor }: ListedOrder, reversedMinor: number): Receipt["status"] {
  if (paidAt === null) return status === "failed" ? "failed" : "pending";
  if (reversedMinor <= 0) return "paid";
  return reversedMinor < amountMinor ? "partly_reversed" : "reversed";
}
