import { DAY_MS } from "#core/domain/time.ts";
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
const ADD_TRANSFERS = `INSERT INTO ledger_transfers (debit, credit, micros, kind, source, created_at, order_id)
  SELECT value->>'debit', value->>'credit', value->>'micros', value->>'kind', value->>'source', value->>'createdAt',
    value->>'$.order.id'
  FROM json_each(?1) WHERE true ORDER BY key
  ON CONFLICT (source) DO NOTHING`;

/** Stores transfers in their order, with their orders and events, in one transaction; known ones change nothing. */
export async function insertTransfers(db: Database, transfers: readonly SeedTransfer[]): Promise<void> {
  const orders = transfers.flatMap(({ order }) => order ?? []);
  await writeBatch(db, [
    { sql: ADD_ORDERS, args: [JSON.stringify(orders)] },
    { sql: ADD_EVENTS, args: [JSON.stringify(orders)] },
    { sql: ADD_TRANSFERS, args: [JSON.stringify(transfers)] },
  ]);
}

/** Pays for the account's seeded usage, day by day, out of payments made in time. */
export async function seedLedger(
  db: Database,
  accountId: number,
  { opened, now }: { opened: number; now: number },
): Promise<void> {
  await insertTransfers(db, ledgerPlan(accountId, await seededDays(db, accountId), { opened, now }));
}

/** All of it is stored at once and kept permanently, unlike the usage it pays for. */
export async function isLedgerSeeded(db: Database, accountId: number): Promise<boolean> {
  const prefix = usageSource(accountId, "");
  const sql = "SELECT 1 FROM ledger_transfers WHERE source >= ?1 AND source < ?1 || '~' LIMIT 1";
  return (await db.$client.execute({ sql, args: [prefix] })).rows.length > 0;
}

async function seededDays(db: Database, accountId: number): Promise<DayCost[]> {
  const { rows } = await db.$client.execute({
    sql: `SELECT timestamp / ${DAY_MS} AS day, sum(cost_micros) AS micros FROM api_usage
      WHERE account_id = ?1 AND substr(request_id, 1, length(?2)) = ?2 GROUP BY day ORDER BY day`,
    args: [accountId, seedPrefix(accountId)],
  });
  return rows.map(({ day, micros }) => ({ day: Number(day), micros: Number(micros) }));
}
