import { and, eq, sql } from "drizzle-orm";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { notify } from "./notifications.ts";
import { firstOf, type Read } from "./read.ts";
import { seenSessions } from "./schema/notifications.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

const MAX_SESSIONS = 200;
const MAX_LOCATIONS = 50;

export const isSeen = (sessionId: string) =>
  sql<number>`EXISTS (SELECT 1 FROM seen_sessions WHERE account_id = accounts.id AND session_id = ${sessionId})`;

type SeenSession = typeof seenSessions.$inferSelect;

/** Null for a session that has sent no request yet, and for one before the most recent ones. */
export const findSeenSession = (
  db: Database,
  accountId: number,
  sessionId: string,
): Read<SeenSession | null> =>
  firstOf(
    db,
    db
      .select()
      .from(seenSessions)
      .where(and(eq(seenSessions.accountId, accountId), eq(seenSessions.sessionId, sessionId))),
  );

export interface SignIn {
  /** Its subject is the session. */
  audit: AuditEntry;
  /** Hash of the location and device. */
  place: string;
  data: string;
}

/** Records the session, and notifies the account once if the location is new and not its first; only the most recent ones are kept. */
export async function storeSignIn(db: Database, { audit, place, data }: SignIn) {
  const { accountId, subject: sessionId, at } = audit;
  const places = sql`SELECT 1 FROM known_places WHERE account_id = ${accountId}`;
  await writeBatch(db, [
    db.run(sql`INSERT INTO seen_sessions (account_id, session_id, seen_at) VALUES (${accountId}, ${sessionId}, ${at})
      ON CONFLICT DO NOTHING`),
    auditIf(db, audit, ifChanged),
    ...notify(
      db,
      sql`SELECT ${accountId}, 'new_sign_in', ${`new_sign_in:${sessionId}`}, ${data}, ${at}
      WHERE ${ifChanged} AND EXISTS (${places}) AND NOT EXISTS (${places} AND place = ${place})`,
    ),
    db.run(sql`INSERT INTO known_places (account_id, place, seen_at) VALUES (${accountId}, ${place}, ${at})
      ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at`),
    db.run(sql`DELETE FROM seen_sessions WHERE account_id = ${accountId} AND session_id IN (
      SELECT session_id FROM seen_sessions WHERE account_id = ${accountId}
      ORDER BY seen_at DESC LIMIT -1 OFFSET ${MAX_SESSIONS})`),
    db.run(sql`DELETE FROM known_places WHERE account_id = ${accountId} AND place IN (
      SELECT place FROM known_places WHERE account_id = ${accountId}
      ORDER BY seen_at DESC LIMIT -1 OFFSET ${MAX_LOCATIONS})`),
  ]);
}
