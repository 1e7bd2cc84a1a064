import { eq, sql } from "drizzle-orm";
import type { Budget } from "#core/domain/gateway/budgets.ts";
import { findAccountRoute, isOpen, routeUnlessSet } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type ApiKeyRow, insertKeyFrom, type NewKey } from "./keys.ts";
import { firstOf, writeAndRead } from "./read.ts";
import { apiKeys, playgroundSessions } from "./schema/accounts.ts";
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

/**
 * Accepts the session's grants until they end, and stores the account's Playground key if it has none.
 * @returns `key` is null for a closed account.
 */
export async function openPlayground(
  db: Database,
  { audit, session, route, fresh, budget }: Opening,
): Promise<{ key: ApiKeyRow | null; route: string | null }> {
  const { accountId, at } = audit;
  const active = sql`account_id = ${accountId} AND playground = 1 AND status = 'active'`;
  const missing = sql`WHERE ${isOpen(accountId)} AND NOT EXISTS (SELECT 1 FROM api_keys WHERE ${active})`;
  const writes = [
    routeUnlessSet(db, accountId, route),
    insertKeyFrom(
      db,
      { ...fresh, sealed: NO_TEXT },
      { accountId, createdAt: at, playground: true, from: missing },
    ),
    auditIf(db, { ...audit, subject: fresh.publicId }, ifChanged),
    db.run(sql`INSERT INTO key_budgets (key_id, period, micros)
      SELECT id, ${budget.period}, ${budget.micros} FROM api_keys WHERE public_id = ${fresh.publicId}`),
    db.run(sql`DELETE FROM playground_sessions WHERE account_id = ${accountId} AND ends_at <= ${at}`),
    db.run(sql`INSERT INTO playground_sessions (account_id, session_id, ends_at)
      SELECT id, ${session.id}, CAST(${session.endsAt} AS INTEGER) FROM accounts
      WHERE id = ${accountId} AND closed_at IS NULL
      ON CONFLICT DO UPDATE SET ends_at = max(ends_at, excluded.ends_at)`),
  ];
  const { values } = await writeAndRead(db, writes, [
    firstOf(db, db.select().from(apiKeys).where(active)),
    findAccountRoute(db, accountId),
  ]);
  return { key: values[0], route: values[1] };
}

/** For `writeBatch`: accepts no grant of any of the account's sessions, once its object has read that. */
export const endPlaygroundSessions = (db: Database, accountId: number) =>
  db.delete(playgroundSessions).where(eq(playgroundSessions.accountId, accountId));

/** As `endPlaygroundSessions`, with an entry in the audit log. @returns the account's route. */
export async function endSessionsOf(
  db: Database,
  accountId: number,
  audit: AuditEntry | null = null,
): Promise<string | null> {
  const entries = audit === null ? [] : [auditIf(db, audit, sql`true`)];
  const writes = [...entries, endPlaygroundSessions(db, accountId)];
  const { values } = await writeAndRead(db, writes, [findAccountRoute(db, accountId)]);
  return values[0];
}
