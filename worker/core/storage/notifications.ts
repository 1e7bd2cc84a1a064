import { and, desc, eq, lt, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { MOST_UNREAD, type NotificationFacts, type NotificationKind } from "#core/domain/notifications.ts";
import type { AuditEntry } from "./audit.ts";
import type { Database } from "./database.ts";
import { type Read, rowsOf, writeAndRead } from "./read.ts";
import { notifications } from "./schema/notifications.ts";
import { statement } from "./statement.ts";
import { hasChanged, ifChanged, writeBatch } from "./write-batch.ts";

export type NotificationRow = Pick<
  typeof notifications.$inferSelect,
  "id" | "kind" | "data" | "createdAt" | "readAt"
>;

// Literal SQL, because the partial indexes match only the same text.
const shown = sql`in_app = 1`;
const unread = sql`in_app = 1 AND read_at IS NULL`;

export function readNotifications(
  db: Database,
  accountId: number,
  { before, limit }: { before: number | null; limit: number },
): Read<NotificationRow[]> {
  const { id, kind, data, createdAt, readAt } = notifications;
  const older = before === null ? undefined : lt(id, before);
  const page = db
    .select({ id, kind, data, createdAt, readAt })
    .from(notifications)
    .where(and(eq(notifications.accountId, accountId), shown, older))
    .orderBy(desc(id))
    .limit(limit);
  return rowsOf(db, page);
}

const COUNT_UNREAD = `SELECT count(*) AS unread FROM (
  SELECT 1 FROM notifications WHERE account_id = ?1 AND in_app = 1 AND read_at IS NULL LIMIT ?2)`;

/** The number of unread notifications, at most `MOST_UNREAD`. */
export const countUnread = (db: Database, accountId: number): Read<number> =>
  statement(COUNT_UNREAD, [accountId, MOST_UNREAD], z.object({ unread: z.int() }))
    .only(db)
    .map((row) => row.unread);

/** `known` is false for an unknown notification and for another account's. */
export async function markRead(
  db: Database,
  accountId: number,
  { id, at }: { id: number; at: number },
): Promise<{ known: boolean; unread: number }> {
  const own = and(eq(notifications.id, id), eq(notifications.accountId, accountId), shown);
  const marked = db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${at})` })
    .where(own);
  const { written, values } = await writeAndRead(db, [marked], [countUnread(db, accountId)]);
  return { known: hasChanged(written[0]), unread: values[0] };
}

/** @returns the number that is still unread. */
export async function markAllRead(
  db: Database,
  accountId: number,
  { upTo, at }: { upTo: number; at: number },
): Promise<number> {
  const ofAccount = and(eq(notifications.accountId, accountId), lte(notifications.id, upTo));
  const marked = db.update(notifications).set({ readAt: at }).where(and(ofAccount, unread));
  return (await writeAndRead(db, [marked], [countUnread(db, accountId)])).values[0];
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
