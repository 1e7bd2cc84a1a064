import { and, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { keyFollowsPlan } from "./plan-changes.ts";
import { subscriptions } from "./schema/plans.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

type Subscription = typeof subscriptions.$inferSelect;
type Terms = Omit<typeof subscriptions.$inferInsert, "accountId">;

/** The account's stored plan, even when it has ended; null when it never had one. */
export async function findSubscription(db: Database, accountId: number): Promise<Subscription | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
  return row ?? null;
}

/** Sets the plan of the audit entry's account and stores both entries, in one transaction; null ends the plan now. */
export async function saveSubscription(
  db: Database,
  terms: Terms | null,
  { audit, log }: { audit: AuditEntry; log: OperatorEntry },
): Promise<void> {
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
  await writeBatch(db, [
    change,
    keyFollowsPlan(db, accountId),
    auditIf(db, audit, sql`true`),
    operatorLogIf(db, log, sql`true`),
  ]);
}

/** Records a change once. @returns false without a plan that still runs. */
export async function setDrawsOnBalance(
  db: Database,
  drawsOnBalance: boolean,
  entry: Omit<AuditEntry, "subject">,
): Promise<boolean> {
  const { accountId, at } = entry;
  const plan = await findSubscription(db, accountId);
  if (plan === null || !runsAt(plan, at)) return false;
  await writeBatch(db, [
    db
      .update(subscriptions)
      .set({ drawsOnBalance })
      .where(and(eq(subscriptions.accountId, accountId), ne(subscriptions.drawsOnBalance, drawsOnBalance))),
    auditIf(db, { ...entry, subject: plan.type }, ifChanged),
  ]);
  return true;
}

const runsAt = ({ validUntil }: Subscription, now: number) => validUntil === null || validUntil > now;

export async function runsBusiness(db: Database, accountId: number, now: number): Promise<boolean> {
  const runs = or(isNull(subscriptions.validUntil), gt(subscriptions.validUntil, now));
  const ofAccount = and(eq(subscriptions.accountId, accountId), eq(subscriptions.type, "Business"));
  return (await db.$count(subscriptions, and(ofAccount, runs))) > 0;
}
