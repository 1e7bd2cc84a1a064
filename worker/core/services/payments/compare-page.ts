import { DomainError, type ErrorCode } from "#core/domain/errors.ts";
import { MICROS_PER_CENT } from "#core/domain/money.ts";
import { judgeCharge } from "#core/domain/reconciliation.ts";
import { reversalTransactionsOf } from "#core/domain/reversals.ts";
import type { PageOfPayments, PaymentCharge, PaymentReversal } from "#core/ports.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { FulfilmentContext } from "#core/services/context.ts";
import { refreshBalance } from "#core/services/gateway/refresh-meter.ts";
import type { Order } from "#core/storage/orders.ts";
import {
  findBookedOrders,
  markCompared,
  microsBySource,
  productsOf,
  takeBackUnpaid,
  takeUncompared,
} from "#core/storage/reconciliation.ts";
import { appendPlanChange, findOrder, readPlanChanges } from "#core/storage/reversals.ts";
import { bookOrder } from "./fulfil-order.ts";
import { recordReversals } from "./record-reversals.ts";

/** The provider is called once for each of them. */
const ORDERS_A_PAGE = 25;

interface ComparedWindow extends PageOfPayments {
  /** When the comparison began, epoch ms. */
  startedAt: number;
}

export interface Page {
  compared: number;
  /** Each as "kind subject". */
  repaired: string[];
  problems: { subject: string; code: ErrorCode | "payment_unknown" | "amount_differs" }[];
  /** Null when the stage is done. */
  next: string | null;
}

const emptyPage = (compared: number, next: string | null): Page => ({
  compared,
  repaired: [],
  problems: [],
  next,
});

/** Every succeeded charge of ours must have its order paid and its credit or year booked. */
export async function compareCharges(ctx: FulfilmentContext, window: ComparedWindow): Promise<Page> {
  const { items, next } = await ctx.payments.listCharges(window);
  const ours = items.filter((charge) => charge.orderId !== null);
  const orders = await findBookedOrders(
    ctx.db,
    ours.flatMap(({ orderId }) => orderId ?? []),
  );
  const page = emptyPage(ours.length, next);
  const compared: string[] = [];
  for (const charge of ours) {
    const order = orders.find(({ id }) => id === charge.orderId);
    const judgement = judgeCharge(charge, order);
    if (judgement === "missing") await repairing(page, "charge", charge.id, () => book(ctx, charge));
    else if (judgement !== "equal") page.problems.push({ subject: charge.id, code: judgement });
    if (order !== undefined && judgement !== "order_mismatch") compared.push(order.id);
  }
  await markCompared(ctx.db, compared, window.startedAt);
  return page;
}

async function book(ctx: FulfilmentContext, { orderId }: PaymentCharge): Promise<boolean> {
  const order = orderId === null ? null : await findOrder(ctx.db, orderId);
  return order !== null && (await bookOrder(ctx, order));
}

/** Every refund and dispute of ours must be in the ledger with its amount; those of a year are judged anew. */
export async function compareReversals(
  ctx: FulfilmentContext,
  kind: "refunds" | "disputes",
  window: ComparedWindow,
): Promise<Page> {
  const { items, next } = await ctx.payments.listReversals(kind, window);
  const intents = [...new Set(items.map(({ paymentIntentId }) => paymentIntentId))];
  const products = await productsOf(ctx.db, intents);
  const expected = items.map((item) => ({ ...item, transactions: reversalTransactionsOf(item) }));
  const sources = expected.flatMap(({ transactions }) => transactions.map(({ source }) => source));
  const booked = await microsBySource(ctx.db, sources);
  const page = emptyPage(items.length, next);
  for (const intent of intents) {
    const own = expected.filter(({ paymentIntentId }) => paymentIntentId === intent);
    const transactions = own.flatMap((item) => item.transactions);
    const known = transactions.map(({ source, amountMinor }) => ({
      booked: booked.get(source),
      micros: amountMinor * MICROS_PER_CENT,
    }));
    const isCredit = products.get(intent) === "balance";
    if (known.some((one) => one.booked !== undefined && one.booked !== one.micros))
      page.problems.push({ subject: intent, code: "amount_differs" });
    else if (!isCredit || known.some((one) => one.booked === undefined))
      await repairing(page, kind, intent, () => record(ctx, own));
  }
  return page;
}

const record = async (ctx: FulfilmentContext, [first]: PaymentReversal[]) =>
  first !== undefined && (await recordReversals(ctx, first.paymentIntentId)).recorded > 0;

/** Orders that are paid here, and for which the provider listed no charge. */
export async function compareOrders(ctx: FulfilmentContext, window: ComparedWindow): Promise<Page> {
  const uncompared = { from: window.from, until: window.until, comparedBefore: window.startedAt };
  const orders = await takeUncompared(ctx.db, uncompared, ORDERS_A_PAGE);
  const page = emptyPage(orders.length, orders.length === ORDERS_A_PAGE ? "more" : null);
  for (const order of orders) {
    const intent = order.paymentIntent;
    const status = intent === null ? null : await ctx.payments.paymentStatus(intent);
    // An unknown payment may be the wrong secret key, so nobody's money is touched for it.
    if (status === null) page.problems.push({ subject: order.id, code: "payment_unknown" });
    else if (status === "unpaid") await repairing(page, "unpaid order", order.id, () => takeBack(ctx, order));
  }
  await markCompared(
    ctx.db,
    orders.map(({ id }) => id),
    window.startedAt,
  );
  return page;
}

async function takeBack(ctx: FulfilmentContext, order: Order): Promise<boolean> {
  if (order.product === "api_key") {
    const changes = await readPlanChanges(ctx.db, order.id);
    const taken = changes.at(-1) !== "purchase" && changes.at(-1) !== "restored";
    if (taken) return false;
    const change = { kind: "refund" as const, count: changes.length, at: ctx.clock.now() };
    return appendPlanChange(ctx.db, order, change);
  }
  const detail = { reason: "The payment was not made", dollars: order.amountMinor / 100, by: "cron" };
  const entry = { ...auditStamp(ctx, order.accountId), subject: order.id, detail };
  const taken = await takeBackUnpaid(ctx.db, order, { ...entry, action: "credit.taken_back" });
  if (taken) await refreshBalance(ctx, order.accountId);
  return taken;
}

/** A failure that concerns one payment is left to a person; any other would also affect the next one. */
async function repairing(
  page: Page,
  kind: string,
  subject: string,
  repair: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await repair()) page.repaired.push(`${kind} ${subject}`);
  } catch (error) {
    const one = error instanceof DomainError && ["order_unknown", "order_mismatch"].includes(error.code);
    if (!one) throw error;
    page.problems.push({ subject, code: error.code });
  }
}
