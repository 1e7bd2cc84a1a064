import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

const MOST_SESSIONS = 200;
const MOST_PLACES = 50;

/** Whether the session was seen before; for a statement about its account. */
export const isSeen = (sessionId: string) =>
  sql<number>`EXISTS (SELECT 1 FROM seen_sessions WHERE account_id = accounts.id AND session_id = ${sessionId})`;

export interface SignIn {
  accountId: number;
  sessionId: string;
  /** Hash of where it comes from. */
  place: string;
  /** JSON object for the notification. */
  data: string;
  /** Epoch ms. */
  at: number;
}

/**
 * Remembers a session and where it comes from, and tells the account of it when the place is new to it; the first
 * place of all is not. One transaction: of any number at once, the first tells. Only the sessions and places seen last
 * are kept.
 */
export async function storeSignIn(db: Database, { accountId, sessionId, place, data, at }: SignIn) {
  const places = sql`SELECT 1 FROM known_places WHERE account_id = ${accountId}`;
  await writeBatch(db, [
    db.run(sql`INSERT INTO seen_sessions (account_id, session_id, seen_at) VALUES (${accountId}, ${sessionId}, ${at})
      ON CONFLICT DO NOTHING`),
    db.run(sql`INSERT INTO notifications (account_id, kind, source, data, created_at)
      SELECT ${accountId}, 'new_sign_in', ${`new_sign_in:${sessionId}`}, ${data}, ${at}
      WHERE changes() > 0 AND EXISTS (${places}) AND NOT EXISTS (${places} AND place = ${place})
      ON CONFLICT (account_id, source) DO NOTHING`),
    db.run(sql`INSERT INTO known_places (account_id, place, seen_at) VALUES (${accountId}, ${place}, ${at})
      ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at`),
    db.run(sql`DELETE FROM seen_sessions WHERE account_id = ${accountId} AND session_id IN (
      SELECT session_id FROM seen_sessions WHERE account_id = ${accountId}
      ORDER BY seen_at DESC LIMIT -1 OFFSET ${MOST_SESSIONS})`),
    db.run(sql`DELETE FROM known_places WHERE account_id = ${accountId} AND place IN (
      SELECT place FROM known_places WHERE account_id = ${accountId}
      ORDER BY seen_at DESC LIMIT -1 OFFSET ${MOST_PLACES})`),
  ]);
}
