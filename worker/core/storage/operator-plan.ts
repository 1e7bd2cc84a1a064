import { eq, sql } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { subscriptions } from "./schema/plans.ts";
import { writeBatch } from "./write-batch.ts";

type Terms = Omit<typeof subscriptions.$inferInsert, "accountId">;

/** Puts the audit entry's account on these terms, in one transaction with the entry; null ends its plan now. */
export async function saveSubscription(db: Database, terms: Terms | null, audit: AuditEntry): Promise<void> {
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
  await writeBatch(db, [change, auditIf(db, audit, sql`true`)]);
}
