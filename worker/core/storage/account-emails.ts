import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./database.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import type { Read } from "./read.ts";
import { notifications } from "./schema/notifications.ts";
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
const EMAILS = `SELECT id, kind, data, created_at AS createdAt, mail_at AS mailAt, mail_attempts AS attempts,
    mailed_at AS mailedAt, coalesce(source LIKE '${RESENT}%', 0) AS resent
  FROM notifications WHERE account_id = :accountId AND (mail_at IS NOT NULL OR mail_attempts > 0)`;

/** At most `limit` emails of the account with an id below `before`, newest first. */
export function readAccountEmails(
  db: Database,
  accountId: number,
  { before, limit }: { before: number | null; limit: number },
): Read<AccountEmailRow[]> {
  const args = { accountId, before: before ?? Number.MAX_SAFE_INTEGER, limit };
  return statement(`${EMAILS} AND id < :before ORDER BY id DESC LIMIT :limit`, args, emailRow).all(db);
}

export const findAccountEmail = (db: Database, accountId: number, id: number): Read<AccountEmailRow | null> =>
  statement(`${EMAILS} AND id = :id`, { accountId, id }, emailRow).first(db);

interface Resending {
  accountId: number;
  email: number;
  /** Idempotency key. */
  id: string;
}

/**
 * Queues a copy of the email, which isn't shown among the notifications: the provider ignores what it has already sent,
 * and an old email would be dropped. @returns false if this id queued one before, when nothing changes.
 */
export async function queueEmailAgain(
  db: Database,
  { accountId, email, id }: Resending,
  log: OperatorEntry,
): Promise<boolean> {
  const source = `${RESENT}${email}:${id}`;
  const [copied] = await writeBatch(db, [
    db.run(sql`INSERT INTO ${notifications} (account_id, kind, source, data, created_at)
      SELECT account_id, kind, ${source}, data, ${log.at} FROM ${notifications}
      WHERE id = ${email} AND account_id = ${accountId}
      ON CONFLICT (account_id, source) DO NOTHING`),
    operatorLogIf(db, log, ifChanged),
    // The trigger has followed the account's settings, which are about new notifications.
    db.run(sql`UPDATE ${notifications} SET in_app = 0, mail_at = ${log.at}
      WHERE account_id = ${accountId} AND source = ${source} AND ${ifChanged}`),
  ]);
  return hasChanged(copied);
}
