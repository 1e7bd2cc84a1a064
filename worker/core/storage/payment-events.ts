import { DAY_MS } from "#core/domain/time.ts";
import type { PaymentEvent } from "#core/ports.ts";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

const KEPT_MS = 30 * DAY_MS;
const MAX_DELETED = 500;
const NOTE = `INSERT INTO payment_events (id, type, object_id, received_at, last_at, deliveries, error)
  VALUES (:id, :type, :objectId, :at, :at, 1, :error)
  ON CONFLICT (id) DO UPDATE SET last_at = max(last_at, excluded.last_at), deliveries = deliveries + 1,
    error = excluded.error`;
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

/** Deletes events that arrived over a month before `now` (epoch ms). @returns the number deleted. */
export async function forgetPaymentEvents(db: Database, now: number): Promise<number> {
  const [deleted] = await writeBatch(db, [{ sql: FORGET, args: { before: now - KEPT_MS } }]);
  return deleted?.rowsAffected ?? 0;
}
