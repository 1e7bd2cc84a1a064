import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./database.ts";
import { notify } from "./notifications.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import type { Read } from "./read.ts";
import { statement } from "./statement.ts";
import { hasChanged, ifChanged, writeBatch } from "./write-batch.ts";

const emailRow = z.object({
  id: z.int(),
  kind: z.string(),
  data: z.string(),
  createdAt: z.int(),
  mailAt: z.int().nullable(),
  attempts: z.int(),
  mailedAt: z.int().nullable(),
  resent: z.int(),
});
export type AccountEmailRow = z.infer<typeof emailRow>;

const RESENT = "resent:";
/** Notifications whose emails the account has turned off were never due. */
const EMAILS = `SELECT d.id, n.kind, n.data, n.created_at AS createdAt, d.mail_at AS mailAt,
    d.mail_attempts AS attempts, d.mailed_at AS mailedAt, coalesce(n.source LIKE '${RESENT}%', 0) AS resent
  FROM notifications AS n CROSS JOIN notification_deliveries AS d ON d.notification_id = n.id
  WHERE n.account_id = :accountId AND (d.mail_at IS NOT NULL OR d.mail_attempts > 0)`;

/** At most `limit` emails of the account with an id below `before`, newest first. */
export function readAccountEmails(
  db: Database,
  accountId: number,
  { before, limit }: { before: number | null; limit: number },
): Read<AccountEmailRow[]> {
  const args = { accountId, before: before ?? Number.MAX_SAFE_INTEGER, limit };
  return statement(`${EMAILS} AND d.id < :before ORDER BY d.id DESC LIMIT :limit`, args, emailRow).all(db);
}

export const findAccountEmail = (db: Database, accountId: number, id: number): Read<AccountEmailRow | null> =>
  statement(`${EMAILS} AND d.id = :id`, { accountId, id }, emailRow).first(db);

interface Resending {
  accountId: number;
  email: number;
  /** Idempotency key. */
  id: string;
}

/**
 * Queues a copy of the email, which isn't shown among the notifications: the provider ignores what it has already sent,
 * and an old email would be dropped. It is sent whatever the person's settings are, which are about new notifications.
 * @returns false if this id queued one before, when nothing changes.
 */
export async function queueEmailAgain(
  db: Database,
  { accountId, email, id }: Resending,
  log: OperatorEntry,
): Promise<boolean> {
  const source = `${RESENT}${email}:${id}`;
  const [copied] = await writeBatch(db, [
    ...notify(
      db,
      sql`SELECT n.account_id, n.kind, ${source}, n.data, ${log.at}
      FROM notification_deliveries AS d JOIN notifications AS n ON n.id = d.notification_id
      WHERE d.id = ${email} AND n.account_id = ${accountId}`,
    ),
    operatorLogIf(db, log, ifChanged),
    db.run(sql`UPDATE notification_deliveries SET in_app = 0,
        mail_at = iif(user_id = (SELECT user_id FROM notification_deliveries WHERE id = ${email}), ${log.at}, NULL)
      WHERE notification_id = (SELECT id FROM notifications WHERE account_id = ${accountId} AND source = ${source})
        AND ${ifChanged}`),
  ]);
  return hasChanged(copied);
}
