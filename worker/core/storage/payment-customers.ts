import { eq, sql } from "drizzle-orm";
import { isOpen } from "./accounts.ts";
import type { Database } from "./database.ts";
import { firstOf, type Read, writeAndRead } from "./read.ts";
import { paymentCustomers } from "./schema/cards.ts";
import { hasChanged } from "./write-batch.ts";

/** The account's customer at the payment provider. */
export const findCustomer = (db: Database, accountId: number): Read<string | null> =>
  firstOf(
    db,
    db
      .select({ customerId: paymentCustomers.customerId })
      .from(paymentCustomers)
      .where(eq(paymentCustomers.accountId, accountId)),
  ).map((row) => row?.customerId ?? null);

/** Stores the account's customer unless it has one. @returns the stored one. */
export async function ensureCustomerId(db: Database, accountId: number, customerId: string): Promise<string> {
  // One that was created while its account closed is to be deleted at once.
  const deletionDueAt = sql`iif(${isOpen(accountId)}, NULL, 0)`;
  const stored = db
    .insert(paymentCustomers)
    .values({ accountId, customerId, deletionDueAt })
    .onConflictDoNothing({ target: paymentCustomers.accountId });
  return (await writeAndRead(db, [stored], [findCustomer(db, accountId)])).values[0] ?? customerId;
}

/** The account of any customer; only for data from the payment provider. */
export const findAccountOfCustomer = (db: Database, customerId: string): Read<number | null> =>
  firstOf(
    db,
    db
      .select({ accountId: paymentCustomers.accountId })
      .from(paymentCustomers)
      .where(eq(paymentCustomers.customerId, customerId)),
  ).map((row) => row?.accountId ?? null);

/** Counts a page for a card. @returns null if there are fewer than `max` since `since`, else when the count began. */
export async function countSetup(
  db: Database,
  accountId: number,
  { max, since, now }: { max: number; since: number; now: number },
): Promise<number | null> {
  const isNew = sql`(setups_since <= ${since} OR setups_since > ${now})`;
  const counted =
    db.run(sql`UPDATE payment_customers SET setups = CASE WHEN ${isNew} THEN 1 ELSE setups + 1 END,
      setups_since = CASE WHEN ${isNew} THEN ${now} ELSE setups_since END
    WHERE account_id = ${accountId} AND (${isNew} OR setups < ${max})`);
  const stored = db
    .select({ since: paymentCustomers.setupsSince })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.accountId, accountId));
  const { written, values } = await writeAndRead(db, [counted], [firstOf(db, stored)]);
  return hasChanged(written[0]) ? null : (values[0]?.since ?? now);
}
