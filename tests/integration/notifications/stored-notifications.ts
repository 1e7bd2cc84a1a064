import type { Database } from "#core/storage/database.ts";

interface StoredNotification {
  id: number;
  /** Its id as an email. */
  email: number;
  kind: string;
  data: Record<string, unknown>;
  source: string;
  inApp: boolean;
  mailAt: number | null;
  mailedAt: number | null;
  attempts: number;
}

/** All stored notifications of an account, oldest first. */
export async function storedNotifications(db: Database, accountId: number): Promise<StoredNotification[]> {
  const sql = `SELECT n.id, n.kind, n.data, n.source, d.id AS email, d.in_app, d.mail_at, d.mailed_at, d.mail_attempts
    FROM notifications AS n LEFT JOIN notification_deliveries AS d ON d.notification_id = n.id
    WHERE n.account_id = ? ORDER BY n.id`;
  const { rows } = await db.$client.execute({ sql, args: [accountId] });
  return rows.map((row) => ({
    id: Number(row.id),
    email: Number(row.email),
    kind: String(row.kind),
    data: JSON.parse(String(row.data)),
    source: String(row.source),
    inApp: row.in_app === 1,
    mailAt: row.mail_at === null ? null : Number(row.mail_at),
    mailedAt: row.mailed_at === null ? null : Number(row.mailed_at),
    attempts: Number(row.mail_attempts),
  }));
}

export const storedKinds = async (db: Database, accountId: number) =>
  (await storedNotifications(db, accountId)).map(({ kind }) => kind);
