import { and, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { isClosed, isOpen, type StoredAccount, storedAccount, storedAccounts } from "./accounts.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { type ApiKeyRow, findKey } from "./keys.ts";
import { notifyOfChange, type SecurityChange } from "./notifications.ts";
import { firstOf, noRead, type Read, together, writeAndRead } from "./read.ts";
import { accessTokens, accounts } from "./schema/accounts.ts";
import { ifChanged, writeBatch } from "./write-batch.ts";

export type AccessTokenRow = typeof accessTokens.$inferSelect;
type NewToken = Pick<AccessTokenRow, "publicId" | "name" | "lookup" | "mask" | "scopes" | "expiresAt">;

/** Older ones are refused as unknown instead of as revoked. */
const KEPT_REVOKED = 100;

const ofAccount = (accountId: number, publicId: string) =>
  and(eq(accessTokens.accountId, accountId), eq(accessTokens.publicId, publicId));

/** The tokens that aren't revoked, newest first. `insertAccessToken` bounds their number. */
export const listAccessTokensOf = (db: Database, accountId: number): Promise<AccessTokenRow[]> =>
  db
    .select()
    .from(accessTokens)
    .where(and(eq(accessTokens.accountId, accountId), isNull(accessTokens.revokedAt)))
    .orderBy(desc(accessTokens.id));

/** Null for an unknown token and for another account's. */
export const findAccessToken = (
  db: Database,
  accountId: number,
  publicId: string,
): Read<AccessTokenRow | null> =>
  firstOf(db, db.select().from(accessTokens).where(ofAccount(accountId, publicId)));

interface PresentedToken {
  token: AccessTokenRow;
  owner: StoredAccount;
  /** The owner's key with this public id, if the request names one. */
  namedKey: ApiKeyRow | null;
}

/**
 * The token and its owner's account, in one call; null for an unknown one.
 * @param lookups the token's, one per known pepper.
 */
export const findTokenByLookup = (
  db: Database,
  lookups: string[],
  keyName: string | null,
): Read<PresentedToken | null> => {
  const isPresented = inArray(accessTokens.lookup, lookups);
  const owner = sql`(SELECT account_id FROM access_tokens WHERE ${isPresented})`;
  return together(db, [
    firstOf(db, db.select().from(accessTokens).where(isPresented)),
    firstOf(db, storedAccounts(db).where(sql`${accounts.id} = ${owner}`)),
    keyName === null ? noRead(db) : findKey(db, owner, keyName),
  ]).map(([token, row, namedKey]) =>
    token === null || row === null ? null : { token, owner: storedAccount(row), namedKey },
  );
};

interface Recorded {
  audit: AuditEntry;
  notice: SecurityChange;
}

/**
 * Stores a token and notifies its owner. Expired tokens count until they are revoked. `token` is null if the account is
 * closed or already has `max` tokens that aren't revoked.
 */
export async function insertAccessToken(
  db: Database,
  { publicId, name, lookup, mask, scopes, expiresAt }: NewToken,
  { audit, notice, max }: Recorded & { max: number },
): Promise<{ token: AccessTokenRow | null; closed: boolean }> {
  const { accountId, at } = audit;
  const writes = [
    db.run(sql`DELETE FROM access_tokens WHERE account_id = ${accountId} AND id IN (
      SELECT id FROM access_tokens WHERE account_id = ${accountId} AND revoked_at IS NOT NULL
      ORDER BY revoked_at DESC, id DESC LIMIT -1 OFFSET ${KEPT_REVOKED})`),
    db.run(sql`INSERT INTO access_tokens
        (public_id, account_id, name, lookup, mask, scopes, created_at, expires_at)
      SELECT ${publicId}, ${accountId}, ${name}, ${lookup}, ${mask}, ${scopes}, ${at}, ${expiresAt}
      WHERE ${isOpen(accountId)} AND (SELECT count(*) FROM access_tokens
        WHERE account_id = ${accountId} AND revoked_at IS NULL) < ${max}`),
    auditIf(db, audit, ifChanged),
    ...notifyOfChange(db, audit, notice),
  ];
  const { values } = await writeAndRead(db, writes, [
    findAccessToken(db, accountId, publicId),
    isClosed(db, accountId),
  ]);
  return { token: values[0], closed: values[1] };
}

/**
 * Revokes the token that `audit` is about, and notifies its owner. A repetition changes nothing.
 * @returns the token afterwards; null for an unknown one.
 */
export async function revokeAccessTokenOf(
  db: Database,
  { audit, notice }: Recorded,
): Promise<AccessTokenRow | null> {
  const { accountId, subject, at } = audit;
  const revoked = db
    .update(accessTokens)
    .set({ revokedAt: at })
    .where(and(ofAccount(accountId, subject), isNull(accessTokens.revokedAt)));
  const writes = [revoked, auditIf(db, audit, ifChanged), ...notifyOfChange(db, audit, notice)];
  return (await writeAndRead(db, writes, [findAccessToken(db, accountId, subject)])).values[0];
}

/** Revokes all tokens of an account in one statement, and notifies its owner if there were any. @returns their number. */
export async function revokeAccessTokensOf(db: Database, { audit, notice }: Recorded): Promise<number> {
  const { accountId, at } = audit;
  const [revoked] = await writeBatch(db, [
    db
      .update(accessTokens)
      .set({ revokedAt: at })
      .where(and(eq(accessTokens.accountId, accountId), isNull(accessTokens.revokedAt))),
    auditIf(db, audit, ifChanged),
    ...notifyOfChange(db, audit, notice),
  ]);
  return revoked?.rowsAffected ?? 0;
}

interface TokenUse {
  /** The token's under the current pepper. */
  lookup: string;
  at: number;
  /** Epoch ms: a later use that is stored already stands for this one. */
  unlessSince: number;
}

export async function noteTokenUse(
  db: Database,
  id: number,
  { lookup, at, unlessSince }: TokenUse,
): Promise<void> {
  const { lastUsed } = accessTokens;
  const due = and(eq(accessTokens.id, id), or(isNull(lastUsed), lt(lastUsed, unlessSince)));
  await writeBatch(db, [db.update(accessTokens).set({ lastUsed: at, lookup }).where(due)]);
}
