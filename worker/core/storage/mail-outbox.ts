import { z } from "zod";
import { MINUTE_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

/** Pauses double from a minute to about an hour. */
const MAX_DOUBLINGS = 6;

/** Emails (`d`) beside their notifications (`n`), in the order in which SQLite reads them. */
export const OUTBOX =
  "notification_deliveries AS d CROSS JOIN notifications AS n ON n.id = d.notification_id";

const ofNotification = (column: string) =>
  `(SELECT n.${column} FROM notifications AS n WHERE n.id = notification_deliveries.notification_id)`;

const DROP = `UPDATE notification_deliveries SET mail_at = NULL
  WHERE mail_at IS NOT NULL AND mail_at <= :now AND ${ofNotification("created_at")} <= :before`;
/** Also sets the next attempt, so that a concurrent run does not take the same emails. */
const TAKE = `UPDATE notification_deliveries SET mail_attempts = mail_attempts + 1,
    mail_at = :now + (${MINUTE_MS} << min(mail_attempts, ${MAX_DOUBLINGS}))
  WHERE id IN (SELECT id FROM notification_deliveries
    WHERE mail_at IS NOT NULL AND mail_at <= :now ORDER BY mail_at LIMIT :limit)
  RETURNING id, ${ofNotification("kind")} AS kind, ${ofNotification("data")} AS data,
    ${ofNotification("created_at")} AS createdAt, (SELECT email FROM accounts
      WHERE accounts.user_id = notification_deliveries.user_id AND closed_at IS NULL) AS email`;
const DONE = `UPDATE notification_deliveries SET mail_at = NULL, mailed_at = ?2 WHERE id = ?1`;

const dueMail = z.object({
  id: z.int(),
  kind: z.string(),
  data: z.string(),
  createdAt: z.int(),
  email: z.string().nullable(),
});
export type DueMail = z.infer<typeof dueMail>;

interface Due {
  now: number;
  /** Older notifications are dropped, epoch ms. */
  before: number;
  limit: number;
}

/** Emails to send now, longest due first; each becomes due again after a growing pause. */
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

/** Stops further attempts. @param at when the provider accepted the email, epoch ms; null if it never will. */
export async function finishMail(db: Database, id: number, at: number | null): Promise<void> {
  await writeBatch(db, [{ sql: DONE, args: [id, at] }]);
}
