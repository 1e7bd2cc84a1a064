import { and, desc, eq, lt, lte, sql } from "drizzle-orm";
import type { NotificationFacts, NotificationKind } from "#core/domain/notifications.ts";
import type { AuditEntry } from "./audit.ts";
import type { Database } from "./database.ts";
import { notifications } from "./schema/notifications.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

export type NotificationRow = Pick<
  typeof notifications.$inferSelect,
  "id" | "kind" | "data" | "createdAt" | "readAt"
>;

// Literal SQL, because the partial indexes match only the same text.
const shown = sql`in_app = 1`;
const unread = sql`in_app = 1 AND read_at IS NULL`;

export async function readNotifications(
  db: Database,
  accountId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<NotificationRow[]> {
  const { id, kind, data, createdAt, readAt } = notifications;
  const older = before === null ? undefined : lt(id, before);
  return await db
    .select({ id, kind, data, createdAt, readAt })
    .from(notifications)
    .where(and(eq(notifications.accountId, accountId), shown, older))
    .orderBy(desc(id))
    .limit(limit);
}

const COUNT_UNREAD = `SELECT count(*) AS unread FROM (
  SELECT 1 FROM notifications WHERE account_id = ?1 AND in_app = 1 AND read_at IS NULL LIMIT ?2)`;

/** The number of unread notifications, at most `max`. */
export async function countUnread(db: Database, accountId: number, max: number): Promise<number> {
  const { rows } = await db.$client.execute({ sql: COUNT_UNREAD, args: [accountId, max] });
  return Number(rows[0]?.unread ?? 0);
}

/** @returns false for an unknown notification and for another account's. */
export async function markRead(
  db: Database,
  accountId: number,
  { id, at }: { id: number; at: number },
): Promise<boolean> {
  const own = and(eq(notifications.id, id), eq(notifications.accountId, accountId), shown);
  const [marked] = await writeBatch(db, [
    db
      .update(notifications)
      .set({ readAt: sql`coalesce(${notifications.readAt}, ${at})` })
      .where(own),
  ]);
  return marked !== undefined && marked.rowsAffected > 0;
}

export async function markAllRead(
  db: Database,
  accountId: number,
  { upTo, at }: { upTo: number; at: number },
): Promise<void> {
  const ofAccount = and(eq(notifications.accountId, accountId), lte(notifications.id, upTo));
  await writeBatch(db, [db.update(notifications).set({ readAt: at }).where(and(ofAccount, unread))]);
}

/** Deletes at most `limit` notifications older than `before` (epoch ms). @returns the number deleted. */
export async function deleteNotifications(
  db: Database,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const [deleted] = await writeBatch(db, [
    db.run(sql`DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`),
  ]);
  return deleted?.rowsAffected ?? 0;
}

export type SecurityChange = NotificationFacts["security_changed"];

interface Notice<Kind extends NotificationKind> {
  kind: Kind;
  /** Its cause; a repeated one is ignored. */
  source: string;
  data: NotificationFacts[Kind];
}

/** For `writeBatch`, directly after a change: notifies of it if something changed. `at` is epoch ms. */
export const notifyIfChanged = <Kind extends NotificationKind>(
  db: Database,
  { accountId, at }: Pick<AuditEntry, "accountId" | "at">,
  { kind, source, data }: Notice<Kind>,
) =>
  db.run(sql`INSERT INTO notifications (account_id, kind, source, data, created_at)
    SELECT ${accountId}, ${kind}, ${source}, ${JSON.stringify(data)}, ${at}
    WHERE ${ifChanged}
    ON CONFLICT (account_id, source) DO NOTHING`);

/** For `writeBatch`, directly after the audit entry of the change. */
export const notifyOfChange = (
  db: Database,
  entry: Pick<AuditEntry, "accountId" | "at" | "requestId">,
  change: SecurityChange,
) =>
  notifyIfChanged(db, entry, {
    kind: "security_changed",
    source: `security_changed:${change.change}:${change.method ?? ""}:${entry.requestId}`,
    data: change,
  });
