import { z } from "zod";
import { DAY_MS } from "#core/domain/time.ts";
import type { PaymentEvent } from "#core/ports.ts";
import type { Database } from "./database.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { type Read, writeAndRead } from "./read.ts";
import { statement } from "./statement.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

const KEPT_MS = 30 * DAY_MS;
const MAX_DELETED = 500;
/** Rows of events that failed last and that no operator has closed. The partial index matches only the same condition. */
export const FAILING_EVENTS = "payment_events WHERE error IS NOT NULL AND closed_at IS NULL";
/** What was closed was the failure for one reason, so that another outcome opens it again. */
const kept = (column: string) => `${column} = iif(excluded.error IS error, ${column}, NULL)`;
const NOTE = `INSERT INTO payment_events (id, type, object_id, received_at, last_at, deliveries, error)
  VALUES (:id, :type, :objectId, :at, :at, 1, :error)
  ON CONFLICT (id) DO UPDATE SET last_at = max(last_at, excluded.last_at), deliveries = deliveries + 1,
    error = excluded.error, ${kept("closed_at")}, ${kept("closed_by")}, ${kept("closed_note")}`;
const CLOSE = `UPDATE payment_events SET closed_at = :at, closed_by = :by, closed_note = :note
  WHERE id = :id AND error = :error AND closed_at IS NULL`;
const FORGET = `DELETE FROM payment_events WHERE id IN (
  SELECT id FROM payment_events WHERE received_at < :before ORDER BY received_at LIMIT ${MAX_DELETED})`;

/** Records a delivery at `at` (epoch ms) with its failure's code, or null when it was processed. */
export async function notePaymentEvent(
  db: Database,
  { id, type, objectId }: PaymentEvent,
  { at, error }: { at: number; error: string | null },
): Promise<void> {
  await writeBatch(db, [{ sql: NOTE, args: { id, type, objectId, at, error } }]);
}

/**
 * Closes a failing event once, with the entry's operator and time; not if it has another outcome than `error` by now.
 * @returns the event afterwards.
 */
export async function closeFailingEvent(
  db: Database,
  { id, error, note }: { id: string; error: string; note: string },
  log: OperatorEntry,
): Promise<PaymentEventRow | null> {
  const writes = [
    { sql: CLOSE, args: { id, error, note, at: log.at, by: log.operator } },
    operatorLogIf(db, log, ifChanged),
  ];
  return (await writeAndRead(db, writes, [findPaymentEvent(db, id)])).values[0];
}

/** Deletes events that arrived over a month before `now` (epoch ms). @returns the number deleted. */
export async function forgetPaymentEvents(db: Database, now: number): Promise<number> {
  const [deleted] = await writeBatch(db, [{ sql: FORGET, args: { before: now - KEPT_MS } }]);
  return deleted?.rowsAffected ?? 0;
}

const eventRow = z.object({
  row: z.int(),
  id: z.string(),
  type: z.string(),
  objectId: z.string(),
  receivedAt: z.int(),
  lastAt: z.int(),
  deliveries: z.int(),
  error: z.string().nullable(),
  closedAt: z.int().nullable(),
  closedBy: z.string().nullable(),
  closedNote: z.string().nullable(),
  orderId: z.string().nullable(),
  accountId: z.int().nullable(),
  email: z.string().nullable(),
  userId: z.string().nullable(),
  product: z.enum(["balance", "api_key"]).nullable(),
  amountMinor: z.int().nullable(),
  currency: z.enum(["usd", "inr"]).nullable(),
  booked: z.int(),
});
/** `row` orders events that arrived in the same millisecond. The order's fields are null when it isn't known. */
export type PaymentEventRow = z.infer<typeof eventRow>;

/** The order of the event's checkout or payment, or of its refund or dispute once the ledger has it. */
const ORDER_OF_EVENT = `coalesce((SELECT id FROM checkout_orders WHERE session_id = e.object_id),
  (SELECT id FROM checkout_orders WHERE payment_intent = e.object_id),
  (SELECT order_id FROM ledger_transfers WHERE source = 'stripe:refund:' || e.object_id || ':made'),
  (SELECT order_id FROM ledger_transfers WHERE source = 'stripe:dispute:' || e.object_id || ':withdrawn'))`;
const BOOKED = `o.status IS 'paid' AND (
  EXISTS (SELECT 1 FROM ledger_transfers AS t WHERE t.order_id = o.id AND t.kind = 'top_up')
  OR EXISTS (SELECT 1 FROM plan_changes AS p WHERE p.order_id = o.id))`;
const EVENTS = `SELECT e.rowid AS row, e.id, e.type, e.object_id AS objectId, e.received_at AS receivedAt,
    e.last_at AS lastAt, e.deliveries, e.error, e.closed_at AS closedAt, e.closed_by AS closedBy,
    e.closed_note AS closedNote, o.id AS orderId, o.account_id AS accountId, a.email, a.user_id AS userId, o.product,
    o.amount_minor AS amountMinor, o.currency, ${BOOKED} AS booked
  FROM payment_events AS e LEFT JOIN checkout_orders AS o ON o.id = ${ORDER_OF_EVENT}
  LEFT JOIN accounts AS a ON a.id = o.account_id`;

/** At most `limit` events, newest first, after the position (time and row) where the page before ended. */
export function readPaymentEvents(
  db: Database,
  { failing, before, limit }: { failing: boolean; before: [at: number, row: number] | null; limit: number },
): Read<PaymentEventRow[]> {
  const [at, row] = before ?? [Number.MAX_SAFE_INTEGER, 0];
  const page = `${EVENTS} WHERE (e.received_at, e.rowid) < (:at, :row)
    ${failing ? "AND e.error IS NOT NULL AND e.closed_at IS NULL" : ""}
    ORDER BY e.received_at DESC, e.rowid DESC LIMIT :limit`;
  return statement(page, { at, row, limit }, eventRow).all(db);
}

export const findPaymentEvent = (db: Database, id: string): Read<PaymentEventRow | null> =>
  statement(`${EVENTS} WHERE e.id = ?`, [id], eventRow).first(db);

const COUNTS = `SELECT (SELECT count(*) FROM ${FAILING_EVENTS}) AS failing,
  (SELECT count(*) FROM payment_events) AS "all"`;

/** All that are stored: a month of them. */
export const countPaymentEvents = (db: Database): Read<{ failing: number; all: number }> =>
  statement(COUNTS, [], z.object({ failing: z.int(), all: z.int() })).only(db);
