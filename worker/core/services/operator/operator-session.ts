import { DomainError } from "#core/domain/errors.ts";
import { HOUR_MS, MINUTE_MS } from "#core/domain/time.ts";
import type { AccessClaims } from "#core/ports.ts";
import type { NamedAccounts, ServiceContext } from "#core/services/context.ts";
import { findAccountsBy } from "#core/storage/operator-accounts.ts";
import { lastUseOfSession, noteUseOfSession } from "#core/storage/operator-sessions.ts";
import { noRead, together } from "#core/storage/read.ts";

/** Longest session at the desk, however busy. */
const DESK_SESSION_MS = 12 * HOUR_MS;
/** Longest pause in one. */
const DESK_IDLE_MS = HOUR_MS;
/** A use is stored at most this often. */
const NOTED_EVERY_MS = MINUTE_MS;

/**
 * An operator's session ends 12 hours after it began, and after an hour without use, whatever the identity provider
 * says. @param keeps whether this request is a use. @param accountName what the request names an account by, if it does.
 * @returns the accounts of that name, read in the same call. @throws DomainError `unauthorized`.
 */
export async function requireOperatorSession(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  { sessionId, signedInAt, confirmedAt, issuedAt }: AccessClaims,
  { keeps, accountName }: { keeps: boolean; accountName: string | null },
): Promise<NamedAccounts | undefined> {
  const now = clock.now();
  const startedAt = signedInAt ?? issuedAt;
  const [notedAt, found] = await together(db, [
    lastUseOfSession(db, sessionId),
    accountName === null ? noRead(db) : findAccountsBy(db, accountName.trim()),
  ]);
  const usedAt = Math.max(notedAt ?? 0, startedAt, confirmedAt ?? 0);
  if (now - startedAt >= DESK_SESSION_MS || now - usedAt >= DESK_IDLE_MS)
    throw new DomainError("unauthorized", "Your session at the desk has ended. Please sign in again.");
  if (keeps && now - (notedAt ?? 0) >= NOTED_EVERY_MS)
    await noteUseOfSession(db, { sessionId, at: now, forgetBefore: now - DESK_SESSION_MS });
  return accountName === null || found === null ? undefined : { name: accountName, found };
}
