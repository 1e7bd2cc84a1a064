import { eq, sql } from "drizzle-orm";
import type { Budget } from "#core/domain/gateway/budgets.ts";
import { findAccountRoute, isOpen, routeUnlessSet } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type ApiKeyRow, insertKeyFrom, type NewKey } from "./keys.ts";
import { firstOf, writeAndRead } from "./read.ts";
import { apiKeys, playgroundSessions } from "./schema/accounts.ts";
import { findSeenSession } from "./sign-ins.ts";
import { ifChanged } from "./write-batch.ts";

/** Nothing that opens: an active key's row must have something. */
const NO_TEXT = "";

interface Opening {
  audit: Omit<AuditEntry, "subject">;
  session: { id: string; endsAt: number };
  /** The account's, unless another one is stored. */
  route: string;
  /** Stored if the account has no active Playground key. */
  fresh: Omit<NewKey, "sealed">;
  /** Of a fresh key. */
  budget: Budget;
}

interface Opened {
  /** Null for a closed account, and while there is none because the session has ended. */
  key: ApiKeyRow | null;
  route: string | null;
  /** Its end has begun, so it gets no grant. */
  sessionEnded: boolean;
}

/**
 * Accepts the session's grants until they end, and stores the account's Playground key if it has none. It spends
 * together with those before it, so that a budget goes on after the key was revoked.
 */
export async function openPlayground(
  db: Database,
  { audit, session, route, fresh, budget }: Opening,
): Promise<Opened> {
  const { accountId, at } = audit;
  const ended = sql`EXISTS (SELECT 1 FROM seen_sessions
    WHERE account_id = ${accountId} AND session_id = ${session.id} AND ended_at IS NOT NULL)`;
  const active = sql`account_id = ${accountId} AND playground = 1 AND status = 'active'`;
  const missing = sql`WHERE ${isOpen(accountId)} AND NOT ${ended}
    AND NOT EXISTS (SELECT 1 FROM api_keys WHERE ${active})`;
  const predecessor = sql`(SELECT coalesce(lineage, id) FROM api_keys
    WHERE account_id = ${accountId} AND status = 'revoked' AND playground = 1 ORDER BY id DESC LIMIT 1)`;
  const writes = [
    routeUnlessSet(db, accountId, route),
    insertKeyFrom(
      db,
      { ...fresh, sealed: NO_TEXT },
      { accountId, createdAt: at, playground: true, lineage: predecessor, from: missing },
    ),
    auditIf(db, { ...audit, subject: fresh.publicId }, ifChanged),
    db.run(sql`INSERT INTO key_budgets (key_id, period, micros)
      SELECT id, ${budget.period}, ${budget.micros} FROM api_keys WHERE public_id = ${fresh.publicId}`),
    db.run(sql`DELETE FROM playground_sessions WHERE account_id = ${accountId} AND ends_at <= ${at}`),
    db.run(sql`INSERT INTO playground_sessions (account_id, session_id, ends_at)
      SELECT id, ${session.id}, CAST(${session.endsAt} AS INTEGER) FROM accounts
      WHERE id = ${accountId} AND closed_at IS NULL AND NOT ${ended}
      ON CONFLICT DO UPDATE SET ends_at = max(ends_at, excluded.ends_at)`),
  ];
  const { values } = await writeAndRead(db, writes, [
    firstOf(db, db.select().from(apiKeys).where(active)),
    findAccountRoute(db, accountId),
    findSeenSession(db, accountId, session.id),
  ]);
  const [key, stored, seen] = values;
  return { key, route: stored, sessionEnded: seen !== null && seen.endedAt !== null };
}

/** For `writeBatch`: accepts no grant of any of the account's sessions, once its object has read that. */
export const endPlaygroundSessions = (db: Database, accountId: number) =>
  db.delete(playgroundSessions).where(eq(playgroundSessions.accountId, accountId));
