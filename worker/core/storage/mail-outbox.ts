import { z } from "zod";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

const FIRST_PAUSE_MS = 60_000;
/** Each pause is twice the one before, up to about an hour. */
const MOST_DOUBLINGS = 6;

const DROP = `UPDATE notifications SET mail_at = NULL
  WHERE mail_at IS NOT NULL AND mail_at <= :now AND created_at <= :before`;
/** Also sets the next attempt, so that a run that breaks off, or one beside it, does not take the same. */
const TAKE = `UPDATE notifications SET mail_attempts = mail_attempts + 1,
    mail_at = :now + (${FIRST_PAUSE_MS} << min(mail_attempts, ${MOST_DOUBLINGS}))
  WHERE id IN (SELECT id FROM notifications WHERE mail_at IS NOT NULL AND mail_at <= :now ORDER BY mail_at LIMIT :limit)
  RETURNING id, kind, data, created_at AS createdAt, (SELECT email FROM accounts
    WHERE accounts.id = notifications.account_id AND closed_at IS NULL) AS email`;
const DONE = `UPDATE notifications SET mail_at = NULL, mailed_at = ?2 WHERE id = ?1`;

const dueMail = z.object({
  id: z.int(),
  kind: z.string(),
  data: z.string(),
  createdAt: z.int(),
  /** Null once the account is closed. */
  email: z.string().nullable(),
});
export type DueMail = z.infer<typeof dueMail>;

interface Due {
  /** Epoch ms. */
  now: number;
  /** What is from before then is not worth a mail any more, epoch ms. */
  before: number;
  limit: number;
}

/**
 * The notifications to be mailed now, those due longest first; from here on each is due again after a pause that grows.
 * @returns also how many had become too old.
 */
export async function takeDueMails(
  db: Database,
  { now, before, limit }: Due,
): Promise<{ due: DueMail[]; dropped: number }> {
  const [dropped, taken] = await writeBatch(db, [
    { sql: DROP, args: { now, before } },
    { sql: TAKE, args: { now, limit } },
  ]);
  return { due: z.array(dueMail).parse(taken?.rows), dropped: dropped?.rowsAffected ?? 0 };
}

/** It is not due any more. @param at when the provider took it, epoch ms; null when it never will. */
export async function finishMail(db: Database, id: number, at: number | null): Promise<void> {
  await writeBatch(db, [{ sql: DONE, args: [id, at] }]);
}
