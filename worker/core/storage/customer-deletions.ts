import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

interface DueScope {
  /** Null for all accounts. */
  accountId: number | null;
  limit: number;
  /** Epoch ms. */
  now: number;
}

/** An unfinished automatic charge is looked up among its customer's payments. */
const IS_NEEDED = sql`EXISTS (SELECT 1 FROM checkout_orders AS o WHERE o.account_id = payment_customers.account_id
  AND o.origin = 'auto_top_up' AND o.status IN ('open', 'pending'))`;

/**
 * Customers of closed accounts that are still to be deleted at the provider, longest untried first; marks them as tried at
 * `now`.
 */
export async function takeDueCustomers(db: Database, { accountId, limit, now }: DueScope): Promise<string[]> {
  const chosen = accountId === null ? sql`true` : sql`account_id = ${accountId}`;
  const [taken] = await writeBatch(db, [
    db.run(sql`UPDATE payment_customers SET deletion_due_at = ${now} WHERE account_id IN (
        SELECT account_id FROM payment_customers
        WHERE deletion_due_at IS NOT NULL AND ${chosen} AND NOT ${IS_NEEDED}
        ORDER BY deletion_due_at LIMIT ${limit})
      RETURNING customer_id`),
  ]);
  return taken?.rows.map((row) => String(row.customer_id)) ?? [];
}

/** Once it is deleted at the provider. */
export async function forgetCustomer(db: Database, customerId: string): Promise<void> {
  await writeBatch(db, [
    db.run(sql`DELETE FROM payment_customers
      WHERE customer_id = ${customerId} AND deletion_due_at IS NOT NULL`),
  ]);
}
