import type {
  OperatorPaymentItem,
  OperatorPaymentResponse,
  OperatorPaymentsQuery,
  OperatorPaymentsResponse,
  PaymentRange,
  PaymentState,
  PaymentSummaryResponse,
} from "#core/contract/operator-payments.ts";
import { csvRecord, textStream } from "#core/domain/csv.ts";
import { notFound } from "#core/domain/errors.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { refundStateOf } from "#core/domain/refunds.ts";
import { DAY_MS, isoTime } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import {
  type PaymentRow,
  readPayment,
  readPaymentSums,
  readPayments,
} from "#core/storage/operator-payments.ts";
import { findPaidOrder } from "#core/storage/operator-refunds.ts";
import { together } from "#core/storage/read.ts";
import { type RefundContext, reversalsOf } from "./refund-payment.ts";

const MINOR = 100;
const ROWS_A_READ = 500;
const RANGE_MS = { "24h": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS } as const;
const COLUMNS = ["paid_at", "order", "payment", "account", "email", "product", "automatic"];
const LATER_COLUMNS = ["amount", "currency", "state", "refunded"];

/** A page of the payments of all accounts, as orders and ledger have them. */
export async function listPayments(
  ctx: ServiceContext,
  { page, limit, sort, direction, ...filter }: OperatorPaymentsQuery,
): Promise<OperatorPaymentsResponse> {
  const place = { order: { sort, direction }, limit, offset: (page - 1) * limit };
  const { rows, total } = await readPayments(ctx.db, filter, place);
  return { items: rows.map(paymentItem), total, page, pages: Math.max(1, Math.ceil(total / limit)) };
}

/** One payment with its refunds as the provider has them now. @throws DomainError `not_found`, `payment_provider_error`. */
export async function showPayment(ctx: RefundContext, name: string): Promise<OperatorPaymentResponse> {
  const { db } = ctx;
  const [order, row] = await together(db, [findPaidOrder(db, name.trim()), readPayment(db, name.trim())]);
  if (order === null || row === null) throw notFound("Payment");
  const reversals = await reversalsOf(ctx, order);
  const { refundedMinor, leftMinor, disputed } = refundStateOf(order.amountMinor, reversals);
  return { ...paymentItem(row), refunded: refundedMinor / MINOR, left: leftMinor / MINOR, disputed };
}

/** The same payments as CSV. One that is made during the download may be left out. */
export async function exportPayments(
  ctx: ServiceContext,
  query: OperatorPaymentsQuery,
): Promise<ReadableStream<Uint8Array>> {
  // Before the response, so that an unavailable database still becomes a 503.
  return textStream(csvChunks(ctx, query, await readChunk(ctx, query, 0)));
}

async function* csvChunks(
  ctx: ServiceContext,
  query: OperatorPaymentsQuery,
  first: PaymentRow[],
): AsyncGenerator<string, void> {
  yield csvRecord([...COLUMNS, ...LATER_COLUMNS]);
  let offset = 0;
  for (let chunk = first; chunk.length > 0; ) {
    yield chunk.map((row) => record(paymentItem(row))).join("");
    offset += chunk.length;
    chunk = chunk.length === ROWS_A_READ ? await readChunk(ctx, query, offset) : [];
  }
}

async function readChunk(
  { db }: ServiceContext,
  { sort, direction, search, product }: OperatorPaymentsQuery,
  offset: number,
) {
  const place = { order: { sort, direction }, limit: ROWS_A_READ, offset };
  return (await readPayments(db, { search, product }, place)).rows;
}

function record({ id, payment, account, product, automatic, paid_at, ...rest }: OperatorPaymentItem): string {
  const { amount, currency, state, refunded } = rest;
  const who = [account.id, account.email, product, String(automatic)];
  return csvRecord([paid_at, id, payment, ...who, amount, currency, state, refunded]);
}

const paymentItem = (row: PaymentRow): OperatorPaymentItem => ({
  id: row.id,
  payment: row.payment,
  account: { id: row.accountId, email: row.email },
  product: row.product,
  automatic: row.automatic,
  amount: row.amountMinor / MINOR,
  currency: row.currency,
  paid_at: isoTime(row.paidAt),
  state: stateOf(row),
  refunded: row.product === "api_key" ? null : row.refundedMinor / MINOR,
});

function stateOf({ product, amountMinor, ...row }: PaymentRow): PaymentState {
  const taken = product === "api_key" ? row.lastChange : null;
  if (taken === "dispute" || row.disputedMinor > 0) return "disputed";
  if (taken === "refund" || row.refundedMinor >= amountMinor) return "refunded";
  return row.refundedMinor > 0 ? "part_refunded" : "paid";
}

/** Payments, refunds, events and alert notices of a time that ends now. */
export async function summarizePayments(
  { db, clock }: ServiceContext,
  range: PaymentRange,
): Promise<PaymentSummaryResponse> {
  const now = clock.now();
  const from = now - RANGE_MS[range];
  const found = await readPaymentSums(db, { from, until: now + 1 });
  return {
    from: isoTime(from),
    top_ups: { count: found.topUps, amount: found.topUpMinor / MINOR },
    refunds: { count: found.refunds, amount: dollarsFromMicros(found.refundMicros) },
    plans: { count: found.plans, amount: found.planMinor / MINOR },
    events: { total: found.events, failing: found.failingEvents, closed: found.closedEvents },
    alert_notices: { total: found.notices, failing: found.failingNotices },
  };
}
