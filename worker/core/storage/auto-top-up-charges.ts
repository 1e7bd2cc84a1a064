import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { accountName } from "#core/domain/ledger.ts";
import type { AutoTopUpFacts } from "#core/domain/notifications.ts";
import { isOpen } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { notifyIfChanged } from "./notifications.ts";
import { type Order, ofSession } from "./orders.ts";
import { firstOf, type Read } from "./read.ts";
import { autoTopUpCharges } from "./schema/cards.ts";
import { checkoutOrders } from "./schema/ledger.ts";
import { hasChanged, ifChanged, writeBatch } from "./write-batch.ts";

const accountIds = z.array(z.object({ account_id: z.int() }));

/** Accounts whose charge is due, longest due first; each is due again at `again` (epoch ms). Reads no other account. */
export async function takeDueAccounts(
  db: Database,
  { now, again, limit }: { now: number; again: number; limit: number },
): Promise<number[]> {
  const [taken] = await writeBatch(db, [
    db.run(sql`UPDATE auto_top_ups SET due_at = ${again} WHERE account_id IN (
        SELECT account_id FROM auto_top_ups WHERE due_at IS NOT NULL AND due_at <= ${now} ORDER BY due_at LIMIT ${limit})
      RETURNING account_id`),
  ]);
  return accountIds.parse(taken?.rows).map(({ account_id }) => account_id);
}

interface Decision {
  accountId: number;
  /** Of the settings it was made on: outdated decisions change nothing. */
  revision: number;
}

const postpone = (db: Database, { accountId, revision }: Decision, until: number) =>
  db.run(sql`UPDATE auto_top_ups SET due_at = ${until}
    WHERE account_id = ${accountId} AND revision = ${revision} AND due_at IS NOT NULL`);

/** @param until epoch ms. */
export async function postponeDue(db: Database, decision: Decision, until: number): Promise<void> {
  await writeBatch(db, [postpone(db, decision, until)]);
}

/** Considers the account again once its balance falls. @param chargeable false without a card that may be charged. */
export async function settleDue(
  db: Database,
  { accountId, revision }: Decision,
  chargeable: boolean,
): Promise<void> {
  const balance = sql`coalesce((SELECT micros FROM balances WHERE account = ${accountName(accountId)}), 0)`;
  await writeBatch(db, [
    db.run(sql`UPDATE auto_top_ups
      SET due_at = CASE WHEN ${Number(chargeable)} AND threshold_micros > ${balance} THEN due_at END
      WHERE account_id = ${accountId} AND revision = ${revision}`),
  ]);
}

/** Postpones the account and notifies it, once per month and limit. */
export async function postponeAtLimit(
  db: Database,
  decision: Decision,
  {
    now,
    until,
    month,
    facts,
  }: { now: number; until: number; month: number; facts: AutoTopUpFacts & { event: "limit_reached" } },
): Promise<void> {
  const source = `auto_top_up:limit_reached:${month}:${facts.limit_minor}`;
  await writeBatch(db, [
    postpone(db, decision, until),
    ...notifyIfChanged(
      db,
      { accountId: decision.accountId, at: now },
      { kind: "auto_top_up", source, data: facts },
    ),
  ]);
}

/**
 * Stores the order of a charge before the provider is called. One transaction, which changes nothing when the settings,
 * the card or an earlier charge have changed since the decision. @returns whether it is stored.
 */
export async function placeCharge(
  db: Database,
  { accountId, revision }: Decision,
  { orderId, now, again }: { orderId: string; now: number; again: number },
): Promise<boolean> {
  const terms = sql`FROM auto_top_ups AS a JOIN saved_cards AS c ON c.account_id = a.account_id
    JOIN payment_customers AS p ON p.account_id = a.account_id
    WHERE a.account_id = ${accountId} AND a.revision = ${revision}`;
  const [placed] = await writeBatch(db, [
    db.run(sql`INSERT INTO checkout_orders (id, account_id, product, currency, amount_minor, status, created_at, origin)
      SELECT ${orderId}, a.account_id, 'balance', 'usd', a.amount_minor, 'open', ${now}, 'auto_top_up' ${terms}
        AND a.enabled = 1 AND a.stopped_at IS NULL AND ${isOpen(accountId)}
      ON CONFLICT DO NOTHING`),
    db.run(sql`INSERT INTO auto_top_up_charges (order_id, customer_id, payment_method)
      SELECT ${orderId}, p.customer_id, c.payment_method ${terms} AND ${ifChanged}`),
    db.run(sql`UPDATE auto_top_ups SET revision = revision + 1, due_at = ${again}
      WHERE account_id = ${accountId} AND ${ifChanged}`),
  ]);
  return hasChanged(placed);
}

export interface ChargeTerms {
  customerId: string;
  paymentMethod: string;
  confirmBy: number | null;
  /** Auto top-up is on, not stopped, and still uses this card. */
  wanted: boolean;
  /** The balance is below the threshold. */
  needed: boolean;
}

/** Of any account; null for an order of another kind. */
export function findChargeTerms(db: Database, orderId: string): Read<ChargeTerms | null> {
  const terms = db
    .select({
      customerId: autoTopUpCharges.customerId,
      paymentMethod: autoTopUpCharges.paymentMethod,
      confirmBy: autoTopUpCharges.confirmBy,
      wanted: sql<number>`EXISTS (SELECT 1 FROM auto_top_ups AS a
        JOIN saved_cards AS c ON c.account_id = a.account_id AND c.payment_method = auto_top_up_charges.payment_method
        JOIN accounts AS u ON u.id = a.account_id AND u.closed_at IS NULL AND u.suspended_at IS NULL
        WHERE a.account_id = checkout_orders.account_id AND a.enabled = 1 AND a.stopped_at IS NULL)`,
      needed: sql<number>`EXISTS (SELECT 1 FROM auto_top_ups AS a WHERE a.account_id = checkout_orders.account_id
        AND a.threshold_micros > coalesce((SELECT micros FROM balances WHERE account = 'account:' || a.account_id), 0))`,
    })
    .from(autoTopUpCharges)
    .innerJoin(checkoutOrders, eq(checkoutOrders.id, autoTopUpCharges.orderId))
    .where(eq(autoTopUpCharges.orderId, orderId));
  return firstOf(db, terms).map(
    (row) => row && { ...row, wanted: row.wanted === 1, needed: row.needed === 1 },
  );
}

type ChargeOrder = Pick<Order, "id" | "accountId" | "amountMinor">;

/** Marks an order as waiting for its owner's confirmation until `confirmBy` (epoch ms), and notifies once. */
export async function awaitConfirmation(
  db: Database,
  order: ChargeOrder,
  { paymentIntentId, confirmBy, now }: { paymentIntentId: string; confirmBy: number; now: number },
): Promise<void> {
  const facts = { order: order.id, amount_minor: order.amountMinor, confirm_by: confirmBy };
  await writeBatch(db, [
    db.run(sql`UPDATE checkout_orders SET session_id = ${paymentIntentId}, status = 'pending'
      WHERE ${ofSession(order.id, paymentIntentId)} AND status IN ('open', 'pending')`),
    db.run(sql`UPDATE auto_top_up_charges SET confirm_by = ${confirmBy}
      WHERE order_id = ${order.id} AND confirm_by IS NULL AND ${ifChanged}`),
    ...notifyIfChanged(
      db,
      { accountId: order.accountId, at: now },
      {
        kind: "auto_top_up",
        source: `auto_top_up:confirmation_needed:${order.id}`,
        data: { event: "confirmation_needed", ...facts },
      },
    ),
  ]);
}

interface Failure {
  /** Null when the provider refused the card before there was a payment. */
  paymentIntentId: string | null;
  status: "failed" | "expired";
  declineCode: string | null;
  /** Why auto top-up stops; null if it does not. */
  stop: { entry: AuditEntry; facts: AutoTopUpFacts } | null;
}

/**
 * Ends an unpaid charge. A stop lasts until the card changes, and does nothing when it already has. A decline stops
 * auto top-up that was turned off meanwhile too, silently, so that turning it on doesn't charge that card again.
 */
export async function endCharge(
  db: Database,
  order: ChargeOrder,
  { paymentIntentId, status, declineCode, stop }: Failure,
): Promise<void> {
  const ended =
    db.run(sql`UPDATE checkout_orders SET session_id = coalesce(${paymentIntentId}, session_id), status = ${status}
    WHERE id = ${order.id} AND status IN ('open', 'pending')
      AND (session_id IS NULL OR session_id = coalesce(${paymentIntentId}, session_id))`);
  const code = db.run(sql`UPDATE auto_top_up_charges SET decline_code = ${declineCode}
    WHERE order_id = ${order.id} AND ${ifChanged}`);
  await writeBatch(
    db,
    stop === null
      ? [ended, code]
      : [ended, code, ...stopping(db, order, { ...stop, evenOff: status === "failed" })],
  );
}

const stopping = (
  db: Database,
  order: ChargeOrder,
  { entry, facts, evenOff }: NonNullable<Failure["stop"]> & { evenOff: boolean },
) => [
  db.run(sql`UPDATE auto_top_ups SET stopped_at = ${entry.at}, stopped_by = ${order.id}, due_at = NULL, revision = revision + 1
    WHERE account_id = ${order.accountId} AND ${ifChanged} AND (enabled = 1 OR ${Number(evenOff)}) AND stopped_at IS NULL
      AND EXISTS (SELECT 1 FROM saved_cards AS c JOIN auto_top_up_charges AS t ON t.payment_method = c.payment_method
        WHERE c.account_id = ${order.accountId} AND t.order_id = ${order.id})`),
  auditIf(
    db,
    entry,
    sql`${ifChanged} AND EXISTS (SELECT 1 FROM auto_top_ups WHERE account_id = ${order.accountId} AND enabled = 1)`,
  ),
  ...notifyIfChanged(db, entry, {
    kind: "auto_top_up",
    source: `auto_top_up:${facts.event}:${order.id}`,
    data: facts,
  }),
];
