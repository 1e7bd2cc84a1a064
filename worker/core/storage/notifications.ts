import type { InValue } from "@libsql/client/web";
import { and, desc, eq, lt, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  MAILED_BY_DEFAULT,
  MOST_UNREAD,
  type NotificationFacts,
  type NotificationKind,
} from "#core/domain/notifications.ts";
import type { AuditEntry } from "./audit.ts";
import type { Database } from "./database.ts";
import { type Read, rowsOf, writeAndRead } from "./read.ts";
import { notificationDeliveries, notifications } from "./schema/notifications.ts";
import { statement } from "./statement.ts";
import { hasChanged, ifChanged, writeBatch } from "./write-batch.ts";

/** The person whom notifications of an account are for. */
export interface Recipient {
  accountId: number;
  /** As `accounts.user_id`. */
  userId: string;
}

export interface NotificationRow {
  id: number;
  kind: string;
  data: string;
  createdAt: number;
  readAt: number | null;
}

const ofRecipient = ({ accountId, userId }: Recipient) =>
  and(eq(notificationDeliveries.accountId, accountId), eq(notificationDeliveries.userId, userId));
// Literal SQL, because the partial indexes match only the same text.
const shown = sql`in_app = 1`;
const unread = sql`in_app = 1 AND read_at IS NULL`;

/** Those that the person sees, newest first. */
export function readNotifications(
  db: Database,
  recipient: Recipient,
  { before, limit }: { before: number | null; limit: number },
): Read<NotificationRow[]> {
  const { id, kind, data, createdAt } = notifications;
  const { notificationId, readAt } = notificationDeliveries;
  const older = before === null ? undefined : lt(notificationId, before);
  const page = db
    .select({ id, kind, data, createdAt, readAt })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(id, notificationId))
    .where(and(ofRecipient(recipient), shown, older))
    .orderBy(desc(notificationId))
    .limit(limit);
  return rowsOf(db, page);
}

const COUNT_UNREAD = `SELECT count(*) AS unread FROM (SELECT 1 FROM notification_deliveries
  WHERE account_id = ?1 AND user_id = ?2 AND in_app = 1 AND read_at IS NULL LIMIT ?3)`;

/** The number of unread notifications, at most `MOST_UNREAD`. */
export const countUnread = (db: Database, { accountId, userId }: Recipient): Read<number> =>
  statement(COUNT_UNREAD, [accountId, userId, MOST_UNREAD], z.object({ unread: z.int() }))
    .only(db)
    .map((row) => row.unread);

/** `known` is false for an unknown notification and for another person's. */
export async function markRead(
  db: Database,
  recipient: Recipient,
  { id, at }: { id: number; at: number },
): Promise<{ known: boolean; unread: number }> {
  const { notificationId, readAt } = notificationDeliveries;
  const marked = db
    .update(notificationDeliveries)
    .set({ readAt: sql`coalesce(${readAt}, ${at})` })
    .where(and(eq(notificationId, id), ofRecipient(recipient), shown));
  const { written, values } = await writeAndRead(db, [marked], [countUnread(db, recipient)]);
  return { known: hasChanged(written[0]), unread: values[0] };
}

/** @returns the number that is still unread. */
export async function markAllRead(
  db: Database,
  recipient: Recipient,
  { upTo, at }: { upTo: number; at: number },
): Promise<number> {
  const untilThen = and(ofRecipient(recipient), lte(notificationDeliveries.notificationId, upTo));
  const marked = db.update(notificationDeliveries).set({ readAt: at }).where(and(untilThen, unread));
  return (await writeAndRead(db, [marked], [countUnread(db, recipient)])).values[0];
}

/** Deletes at most `limit` notifications older than `before` (epoch ms). @returns the number deleted. */
export async function deleteNotifications(
  db: Database,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const old = sql`(SELECT id FROM notifications WHERE created_at < ${before} ORDER BY created_at LIMIT ${limit})`;
  const [, deleted] = await writeBatch(db, [
    db.run(sql`DELETE FROM notification_deliveries WHERE notification_id IN ${old}`),
    db.run(sql`DELETE FROM notifications WHERE id IN ${old}`),
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

const INSERT = "INSERT INTO notifications (account_id, kind, source, data, created_at)";
/** Each notification once, whatever causes it again. */
const ONCE = "ON CONFLICT (account_id, source) DO NOTHING";

const mailedByDefault = MAILED_BY_DEFAULT.map((kind) => `'${kind}'`).join(", ");
/** Delivers those that were inserted since the last delivery, in the same transaction, as their recipient's settings say now. */
const DELIVER = `INSERT INTO notification_deliveries (notification_id, account_id, user_id, in_app, mail_at)
  SELECT n.id, n.account_id, person.user_id, coalesce(s.in_app, 1),
    iif(coalesce(s.by_mail, n.kind IN (${mailedByDefault})), n.created_at, NULL)
  FROM notifications AS n JOIN accounts AS person ON person.id = n.account_id
    LEFT JOIN notification_settings AS s
      ON s.account_id = n.account_id AND s.user_id = person.user_id AND s.kind = n.kind
  WHERE n.id > coalesce((SELECT max(notification_id) FROM notification_deliveries), 0)`;

/**
 * For `writeBatch`: stores a notification for each row of `select`, and delivers it in the dashboard and by email as the
 * recipient's settings say. The columns are account, kind, source, data (JSON, see `NotificationFacts`) and time (epoch
 * ms), in this order. `select` must have a WHERE clause. A row whose account has had its source changes nothing, and so
 * does one of a closed account. The first result counts the notifications.
 */
export const notifyAll = (select: string, args: Record<string, InValue>) => [
  { sql: `${INSERT} ${select} ${ONCE}`, args },
  DELIVER,
];

/** As `notifyAll`, for a statement of Drizzle's. */
export const notify = (db: Database, select: SQL) => [
  db.run(sql`${sql.raw(INSERT)} ${select} ${sql.raw(ONCE)}`),
  DELIVER,
];

/** For `writeBatch`, directly after a change: notifies of it if something changed. `at` is epoch ms. */
export const notifyIfChanged = <Kind extends NotificationKind>(
  db: Database,
  { accountId, at }: Pick<AuditEntry, "accountId" | "at">,
  { kind, source, data }: Notice<Kind>,
) =>
  notify(db, sql`SELECT ${accountId}, ${kind}, ${source}, ${JSON.stringify(data)}, ${at} WHERE ${ifChanged}`);

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
