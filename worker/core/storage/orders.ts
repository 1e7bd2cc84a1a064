import { and, eq, gt, inArray, isNotNull, isNull, min, ne, or, sql } from "drizzle-orm";
import { type OrderStatus, statusesBefore } from "#core/domain/checkout.ts";
import { CURRENCY_OF, type Product } from "#core/domain/products.ts";
import { isClosed, isOpen } from "./accounts.ts";
import type { Database } from "./database.ts";
import { isCheckout, notifyOfFailure, notifyOfPayment, notifyOfPending } from "./order-notices.ts";
import { findCustomer } from "./payment-customers.ts";
import { firstOf, type Read, writeAndRead } from "./read.ts";
import { checkoutOrders } from "./schema/ledger.ts";
import { hasChanged, writeBatch } from "./write-batch.ts";

export type Order = typeof checkoutOrders.$inferSelect;
type NewOrder = Pick<Order, "id" | "accountId" | "product" | "currency" | "amountMinor" | "createdAt"> & {
  savesCard?: boolean;
};

/** `reason` is null when the order was stored, else the time of the oldest order counted or that the account is closed. */
interface Placed {
  reason: { closed: boolean; oldest: number } | null;
  /** The account's at the payment provider. */
  customerId: string | null;
}

/**
 * Stores an open order unless the account is closed or has made `max` unpaid orders after `since` (epoch ms). One
 * statement, so that concurrent requests cannot pass together.
 */
export async function insertOrder(
  db: Database,
  order: NewOrder,
  { max, since }: { max: number; since: number },
): Promise<Placed> {
  const { id, accountId, product, currency, amountMinor, createdAt, savesCard = false } = order;
  const unpaid = and(
    eq(checkoutOrders.accountId, accountId),
    gt(checkoutOrders.createdAt, since),
    ne(checkoutOrders.status, "paid"),
    eq(checkoutOrders.origin, "checkout"),
  );
  const stored =
    db.run(sql`INSERT INTO checkout_orders (id, account_id, product, currency, amount_minor, status, created_at, saves_card)
      SELECT ${id}, ${accountId}, ${product}, ${currency}, ${amountMinor}, 'open', ${createdAt}, ${Number(savesCard)}
      WHERE (SELECT count(*) FROM ${checkoutOrders} WHERE ${unpaid}) < ${max} AND ${isOpen(accountId)}`);
  const oldest = db
    .select({ at: min(checkoutOrders.createdAt) })
    .from(checkoutOrders)
    .where(unpaid);
  const { written, values } = await writeAndRead(
    db,
    [stored],
    [firstOf(db, oldest), isClosed(db, accountId), findCustomer(db, accountId)],
  );
  const [first, closed, customerId] = values;
  const reason = hasChanged(written[0]) ? null : { closed, oldest: first?.at ?? createdAt };
  return { reason, customerId };
}

/** The order, if it is unbound or bound to this session. */
export const ofSession = (orderId: string, sessionId: string) =>
  and(
    eq(checkoutOrders.id, orderId),
    or(isNull(checkoutOrders.sessionId), eq(checkoutOrders.sessionId, sessionId)),
  );

/** Binds an order to its session unless it is bound to another one. @returns whether its account is closed by now. */
export async function bindSession(
  db: Database,
  { id, accountId }: Pick<Order, "id" | "accountId">,
  sessionId: string,
): Promise<boolean> {
  const bound = db.update(checkoutOrders).set({ sessionId }).where(ofSession(id, sessionId));
  return (await writeAndRead(db, [bound], [isClosed(db, accountId)])).values[0];
}

/** The order of any account; for a user's request see `findOwnOrder`. */
export async function findOrderBySession(db: Database, sessionId: string): Promise<Order | null> {
  const [order] = await db.select().from(checkoutOrders).where(eq(checkoutOrders.sessionId, sessionId));
  return order ?? null;
}

/** @returns null for another account's order. */
export async function findOwnOrder(
  db: Database,
  accountId: number,
  sessionId: string,
): Promise<Order | null> {
  const [order] = await db
    .select()
    .from(checkoutOrders)
    .where(and(eq(checkoutOrders.accountId, accountId), eq(checkoutOrders.sessionId, sessionId)));
  return order ?? null;
}

/** The account's automatic charge in progress; there is at most one. */
export const findUnfinishedCharge = (db: Database, accountId: number): Read<Order | null> =>
  firstOf(
    db,
    db
      .select()
      .from(checkoutOrders)
      .where(
        and(
          eq(checkoutOrders.accountId, accountId),
          eq(checkoutOrders.origin, "auto_top_up"),
          inArray(checkoutOrders.status, ["open", "pending"]),
        ),
      ),
  );

/** The order a session may settle; by the id given to the provider, for a session that was never stored. */
export async function findOrderFor(db: Database, orderId: string, sessionId: string): Promise<Order | null> {
  const [order] = await db.select().from(checkoutOrders).where(ofSession(orderId, sessionId));
  return order ?? null;
}

interface Advance {
  orderId: string;
  sessionId: string;
  status: OrderStatus;
  /** Epoch ms. */
  at: number;
  /** How it is paid, if that is known. */
  method?: { type: string; last4: string | null } | null;
}

/** Binds an order to its session and advances its status. @returns the status afterwards, which never goes back. */
export async function advanceOrder(
  db: Database,
  { orderId, sessionId, status, at, method = null }: Advance,
): Promise<OrderStatus> {
  const mayBecome = and(
    ofSession(orderId, sessionId),
    inArray(checkoutOrders.status, statusesBefore(status)),
  );
  const writes = [
    ...(status === "pending" ? notifyOfPending(db, mayBecome, at) : []),
    ...(status === "failed" ? notifyOfFailure(db, mayBecome, at) : []),
    db.update(checkoutOrders).set({ sessionId }).where(ofSession(orderId, sessionId)),
    db.update(checkoutOrders).set({ status }).where(mayBecome),
    ...(status === "pending" || status === "failed"
      ? [notePending(db, { orderId, sessionId, at, method })]
      : []),
  ];
  const stored = db
    .select({ status: checkoutOrders.status })
    .from(checkoutOrders)
    .where(eq(checkoutOrders.id, orderId));
  return (await writeAndRead(db, writes, [firstOf(db, stored)])).values[0]?.status ?? status;
}

/** When a payment by bank was first seen, and how it is paid. Nothing of an automatic charge, which has its own page. */
const notePending = (
  db: Database,
  {
    orderId,
    sessionId,
    at,
    method,
  }: Pick<Advance, "orderId" | "sessionId" | "at"> & Required<Pick<Advance, "method">>,
) =>
  db
    .update(checkoutOrders)
    .set({
      pendingAt: sql`coalesce(${checkoutOrders.pendingAt}, ${at})`,
      paymentMethod: sql`coalesce(${method?.type ?? null}, ${checkoutOrders.paymentMethod})`,
      cardLast4: sql`coalesce(${method?.last4 ?? null}, ${checkoutOrders.cardLast4})`,
    })
    .where(
      and(ofSession(orderId, sessionId), inArray(checkoutOrders.status, ["pending", "failed"]), isCheckout),
    );

const unsavedCard = sql`saves_card = 1 AND status = 'paid'`;

/** Paid orders whose card is still to be saved, longest untried first; marks them as tried at `now` (epoch ms). */
export async function takeUnsavedCards(
  db: Database,
  { limit, now }: { limit: number; now: number },
): Promise<Order[]> {
  const orders = await db
    .select()
    .from(checkoutOrders)
    .where(unsavedCard)
    .orderBy(checkoutOrders.checkedAt)
    .limit(limit);
  const ids = orders.map(({ id }) => id);
  if (ids.length > 0)
    await writeBatch(db, [
      db.update(checkoutOrders).set({ checkedAt: now }).where(inArray(checkoutOrders.id, ids)),
    ]);
  return orders;
}

export async function markCardSaved(db: Database, orderId: string): Promise<void> {
  await writeBatch(db, [
    db.update(checkoutOrders).set({ savesCard: false }).where(eq(checkoutOrders.id, orderId)),
  ]);
}

export interface OrderPayment {
  order: Pick<Order, "id" | "accountId">;
  sessionId: string;
  paymentIntentId: string | null;
  paidAt: number;
}

const ofProduct = (product: Product) =>
  and(eq(checkoutOrders.product, product), eq(checkoutOrders.currency, CURRENCY_OF[product]));

/**
 * For `writeBatch`: marks the order as paid, and notifies its account the first time. Does nothing for another session's
 * or product's order, or when the account is closed. The last result counts the orders marked.
 */
export function markPaid(db: Database, { order, sessionId, ...payment }: OrderPayment, product: Product) {
  const payable = and(
    ofSession(order.id, sessionId),
    ofProduct(product),
    or(eq(checkoutOrders.status, "paid"), isOpen(order.accountId)),
  );
  return [
    ...notifyOfPayment(db, payable, payment.paidAt),
    db
      .update(checkoutOrders)
      .set({
        sessionId,
        status: "paid",
        paymentIntent: payment.paymentIntentId,
        paidAt: sql`coalesce(${checkoutOrders.paidAt}, ${payment.paidAt})`,
      })
      .where(payable),
  ];
}

/** The order that `markPaid` has marked: of two sessions that name one order only the first is credited. */
export const markedPaid = ({ order, sessionId }: OrderPayment, product: Product) =>
  and(
    eq(checkoutOrders.id, order.id),
    eq(checkoutOrders.sessionId, sessionId),
    ofProduct(product),
    isNotNull(checkoutOrders.paidAt),
  );
