import { and, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { findAccountRoute } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { keyFollowsPlan } from "./plan-changes.ts";
import { firstOf, type Read, writeAndRead } from "./read.ts";
import { subscriptions } from "./schema/plans.ts";
import { ifChanged } from "./write-batch.ts";

type Subscription = typeof subscriptions.$inferSelect;
type Terms = Omit<typeof subscriptions.$inferInsert, "accountId">;

/** The account's stored plan, even when it has ended; null when it never had one. */
export const findSubscription = (db: Database, accountId: number): Read<Subscription | null> =>
  firstOf(db, db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId)));

/**
 * Sets the plan of the audit entry's account and stores both entries, in one transaction; null ends the plan now.
 * @returns the account's route.
 */
export async function saveSubscription(
  db: Database,
  terms: Terms | null,
  { audit, log }: { audit: AuditEntry; log: OperatorEntry },
): Promise<string | null> {
  const { accountId, at } = audit;
  const change = terms
    ? db
        .insert(subscriptions)
        .values({ accountId, ...terms })
        .onConflictDoUpdate({ target: subscriptions.accountId, set: terms })
    : db
        .update(subscriptions)
        .set({ validUntil: sql`min(coalesce(${subscriptions.validUntil}, ${at}), ${at})` })
        .where(eq(subscriptions.accountId, accountId));
  const writes = [
    change,
    keyFollowsPlan(db, accountId),
    auditIf(db, audit, sql`true`),
    operatorLogIf(db, log, sql`true`),
  ];
  return (await writeAndRead(db, writes, [findAccountRoute(db, accountId)])).values[0];
}

/**
 * Changes the plan that still runs at the entry's time, and records that once.
 * @param read what the response needs, read in the same transaction.
 * @returns also the plan afterwards, and the account's route.
 */
export async function setDrawsOnBalance<Value>(
  db: Database,
  entry: Omit<AuditEntry, "subject">,
  { drawsOnBalance, read }: { drawsOnBalance: boolean; read: Read<Value> },
): Promise<{ plan: Subscription | null; after: Value; route: string | null }> {
  const { accountId, at } = entry;
  const runs = or(isNull(subscriptions.validUntil), gt(subscriptions.validUntil, at));
  const changed = db
    .update(subscriptions)
    .set({ drawsOnBalance })
    .where(
      and(eq(subscriptions.accountId, accountId), ne(subscriptions.drawsOnBalance, drawsOnBalance), runs),
    );
  const type = sql`(SELECT type FROM subscriptions WHERE account_id = ${accountId})`;
  const writes = [changed, auditIf(db, { ...entry, subject: type }, ifChanged)];
  const { values } = await writeAndRead(db, writes, [
    findSubscription(db, accountId),
    read,
    findAccountRoute(db, accountId),
  ]);
  const [plan, after, route] = values;
  return { plan, after, route };
}
