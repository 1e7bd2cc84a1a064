import { isAccessToken, type TokenScope, tokenStateAt } from "#core/domain/access-token.ts";
import { accountClosed, DomainError } from "#core/domain/errors.ts";
import { accountOf } from "#core/services/accounts/ensure-account.ts";
import type { Account, KeysContext, ServiceContext } from "#core/services/context.ts";
import { lookupOf } from "#core/services/keys/key-hash.ts";
import { findTokenByLookup, noteTokenUse } from "#core/storage/access-tokens.ts";
import type { ApiKeyRow } from "#core/storage/keys.ts";
import { scopesOf } from "./access-tokens.ts";

/** `last_used` is written at most once in this time, however many requests a token makes. */
export const USE_NOTED_EVERY_MS = 60_000;

export interface TokenHolder {
  account: Account;
  /** The account's own key that the request names. */
  namedKey: ApiKeyRow | null;
  name: string;
  scopes: readonly TokenScope[];
  /** Stores that the token was used now; null if that was stored within the last minute. */
  noteUse: (() => Promise<void>) | null;
}

/** @throws DomainError `unauthorized` unless the form and the checksum are right. Asks nobody. */
export function requireTokenForm(text: string): void {
  if (!isAccessToken(text)) throw invalidToken();
}

/**
 * Whose token this is, with one read, in which the key of the public id `keyName` is found as well. The database compares HMACs under the pepper, so the duration of the comparison
 * says nothing about a token. @throws DomainError `unauthorized`, `account_closed`, `token_revoked`, `token_expired`.
 */
export async function authenticateToken(
  { db, clock, keySecrets }: ServiceContext & KeysContext,
  text: string,
  keyName: string | null,
): Promise<TokenHolder> {
  requireTokenForm(text);
  const { pepper, earlierPeppers = [] } = keySecrets;
  const lookups = await Promise.all([pepper, ...earlierPeppers].map((known) => lookupOf(known, text)));
  const found = await findTokenByLookup(db, lookups, keyName);
  if (found === null) throw invalidToken();
  const { token: row, owner, namedKey } = found;
  const { id, name, lastUsed } = row;
  const at = clock.now();
  if (owner.closedAt !== null) throw accountClosed();
  const state = tokenStateAt(at, row);
  if (state === "revoked") throw new DomainError("token_revoked", "This access token is revoked.");
  if (state === "expired") throw new DomainError("token_expired", "This access token has expired.");
  const [lookup = row.lookup] = lookups;
  const unlessSince = at - USE_NOTED_EVERY_MS;
  const due = lastUsed === null || lastUsed < unlessSince;
  return {
    account: accountOf(owner),
    namedKey,
    name,
    scopes: scopesOf(row),
    // Also moves a token to the current pepper, so that an earlier one can be dropped.
    noteUse: due ? () => noteTokenUse(db, id, { lookup, at, unlessSince }) : null,
  };
}

const invalidToken = () => new DomainError("unauthorized", "The access token is not valid.");
