import { accountName } from "#core/domain/ledger.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { balanceChanged } from "#core/storage/balance-changed.ts";
import type { Database } from "#core/storage/database.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { type DayCost, ledgerPlan, type SeedTransfer, usageSource } from "./ledger-plan.ts";
import { seedPrefix } from "./usage-rows.ts";

/** With the card that the local Stripe has for them, as nothing would find it out later. */
const ADD_ORDERS = `INSERT INTO checkout_orders
    (id, session_id, account_id, product, currency, amount_minor, status, payment_intent, created_at, paid_at,
    payment_method, card_brand, card_last4, details_at)
  SELECT value->>'id', value->>'sessionId', value->>'accountId', 'balance', 'usd', value->>'amountMinor', 'paid',
    value->>'paymentIntent', value->>'createdAt', value->>'paidAt', 'card', 'visa', '4242', value->>'paidAt'
  FROM json_each(?1) WHERE true
  ON CONFLICT (id) DO NOTHING`;
/** Processed at once: a payment without its event is a reason for an alert. */
const ADD_EVENTS = `INSERT INTO payment_events (id, type, object_id, received_at, last_at, deliveries)
  SELECT value->>'eventId', 'checkout.session.completed', value->>'sessionId', value->>'paidAt', value->>'paidAt', 1
  FROM json_each(?1) WHERE true
  ON CONFLICT (id) DO NOTHING`;
const ADD_TRANSFERS = `INSERT INTO ledger_transfers (debit, credit, micros, kind, source, created_at, order_id, usage_day,
    statement_day)
  SELECT value->>'debit', value->>'credit', value->>'micros', value->>'kind', value->>'source', value->>'createdAt',
    value->>'$.order.id', value->>'usageDay', value->>'usageDay'
  FROM json_each(?1) WHERE true ORDER BY key
  ON CONFLICT (source) DO NOTHING`;

/** What the transfers have booked of each day is in the ledger, the rest of it open. */
const ADD_DAYS = `INSERT INTO usage_days (account_id, day, micros, booked_micros, bookings)
  SELECT ?2, value->>'day', value->>'micros', coalesce(t.micros, 0), t.id IS NOT NULL
  FROM json_each(?1) LEFT JOIN ledger_transfers AS t
    ON t.usage_day = value->>'day' AND t.debit = ?3
  WHERE value->>'micros' > 0
  ON CONFLICT DO UPDATE SET micros = micros + excluded.micros, booked_micros = booked_micros + excluded.booked_micros,
    bookings = bookings + excluded.bookings`;

/**
 * Stores an account's transfers in their order, with their orders and events, and the days of its usage, in one
 * transaction; known transfers change nothing.
 */
export async function insertTransfers(
  db: Database,
  accountId: number,
  transfers: readonly SeedTransfer[],
  days: readonly DayCost[] = [],
): Promise<void> {
  const orders = transfers.flatMap(({ order }) => order ?? []);
  await writeBatch(db, [
    { sql: ADD_ORDERS, args: [JSON.stringify(orders)] },
    { sql: ADD_EVENTS, args: [JSON.stringify(orders)] },
    { sql: ADD_TRANSFERS, args: [JSON.stringify(transfers)] },
    { sql: ADD_DAYS, args: [JSON.stringify(days), accountId, accountName(accountId)] },
    ...balanceChanged([accountId], transfers.at(-1)?.createdAt ?? 0),
  ]);
}

/** Pays for the account's seeded usage, day by day, out of payments made in time. */
export async function seedLedger(
  db: Database,
  accountId: number,
  { opened, now }: { opened: number; now: number },
): Promise<void> {
  const days = await seededDays(db, accountId);
  await insertTransfers(db, accountId, ledgerPlan(accountId, days, { opened, now }), days);
}

/** All of it is stored at once and kept permanently, unlike the usage it pays for. */
export async function isLedgerSeeded(db: Database, accountId: number): Promise<boolean> {
  const prefix = usageSource(accountId, "");
  const sql = "SELECT 1 FROM ledger_transfers WHERE source >= ?1 AND source < ?1 || '~' LIMIT 1";
  return (await db.$client.execute({ sql, args: [prefix] })).rows.length > 0;
}

async function seededDays(db: Database, accountId: number): Promise<DayCost[]> {
  const { rows } = await db.$client.execute({
    sql: `SELECT timestamp / ${DAY_MS} AS day, sum(billed_micros) AS micros FROM api_usage
      WHERE account_id = ?1 AND substr(request_id, 1, length(?2)) = ?2 GROUP BY day ORDER BY day`,
    args: [accountId, seedPrefix(accountId)],
  });
  return rows.map(({ day, micros }) => ({ day: Number(day), micros: Number(micros) }));
}
