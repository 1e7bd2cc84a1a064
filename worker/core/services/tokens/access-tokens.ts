import type {
  AccessToken,
  AccessTokens,
  CreateTokenInput,
  RevokedToken,
  RevokedTokens,
} from "#core/contract/access-tokens.ts";
import {
  generateAccessToken,
  generateTokenId,
  MAX_ACCESS_TOKENS,
  TOKEN_SCOPES,
  type TokenScope,
} from "#core/domain/access-token.ts";
import { displayMask, maskOf } from "#core/domain/api-key.ts";
import { accountClosed, DomainError, notFound } from "#core/domain/errors.ts";
import { DAY_MS, isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, KeysContext } from "#core/services/context.ts";
import { lookupOf } from "#core/services/keys/key-hash.ts";
import {
  type AccessTokenRow,
  findAccessToken,
  insertAccessToken,
  listAccessTokensOf,
  revokeAccessTokenOf,
  revokeAccessTokensOf,
} from "#core/storage/access-tokens.ts";

/** Masked, newest first: all that aren't revoked, including expired ones. */
export async function listAccessTokens({ db, account }: AccountContext): Promise<AccessTokens> {
  const rows = await listAccessTokensOf(db, account.id);
  return { items: rows.map(tokenView), next_cursor: null };
}

/**
 * Only this response holds the full token: its HMAC is stored, not the token. Recorded, and emailed to the owner.
 * @throws DomainError `token_limit_reached`, `account_closed`.
 */
export async function createAccessToken(
  ctx: AccountContext & KeysContext,
  { name, scopes: wanted, expires_in_days: days }: CreateTokenInput,
): Promise<AccessToken> {
  const { db, account, keySecrets } = ctx;
  const token = generateAccessToken();
  const publicId = generateTokenId();
  const stamp = auditStamp(ctx, account.id);
  const expiresAt = stamp.at + days * DAY_MS;
  const scopes = TOKEN_SCOPES.filter((scope) => wanted.includes(scope));
  const lookup = await lookupOf(keySecrets.pepper, token);
  const detail = { name, scopes, expires_at: isoTime(expiresAt) };
  const { token: row, closed } = await insertAccessToken(
    db,
    { publicId, name, lookup, mask: maskOf(token), scopes: scopes.join(" "), expiresAt },
    {
      audit: { ...stamp, action: "token.created", subject: publicId, detail },
      notice: { ...NO_PLACE, ...stamp.place, change: "token_created", method: name, at: stamp.at },
      max: MAX_ACCESS_TOKENS,
    },
  );
  if (row === null) throw closed ? accountClosed() : tooManyTokens();
  return { ...tokenView(row), token };
}

/** No request with the token is accepted once this returns. Repeatable. */
export async function revokeAccessToken(ctx: AccountContext, { id }: { id: string }): Promise<RevokedToken> {
  const { db, account } = ctx;
  const known = await findAccessToken(db, account.id, id);
  if (known === null) throw notFound("Access token");
  const { name } = known;
  const stamp = auditStamp(ctx, account.id);
  const row = await revokeAccessTokenOf(db, {
    audit: { ...stamp, action: "token.revoked", subject: id, detail: { name } },
    notice: { ...NO_PLACE, ...stamp.place, change: "token_revoked", method: name, at: stamp.at },
  });
  return { id, status: "revoked", revoked_at: isoTime(row?.revokedAt ?? stamp.at) };
}

/** Like `revokeAccessToken`, for all tokens of the account. Repeatable. */
export async function revokeAllAccessTokens(ctx: AccountContext): Promise<RevokedTokens> {
  const { db, account } = ctx;
  const stamp = auditStamp(ctx, account.id);
  const revoked = await revokeAccessTokensOf(db, {
    audit: { ...stamp, action: "tokens.revoked", subject: account.userId },
    notice: { ...NO_PLACE, ...stamp.place, change: "tokens_revoked", method: null, at: stamp.at },
  });
  return { status: "revoked", revoked };
}

const NO_PLACE = { device: null, city: null, country: null };

/** The scopes as stored, in their usual order. */
export const scopesOf = ({ scopes }: Pick<AccessTokenRow, "scopes">): TokenScope[] => {
  const stored = scopes.split(" ");
  return TOKEN_SCOPES.filter((scope) => stored.includes(scope));
};

const tokenView = (row: AccessTokenRow): AccessToken => ({
  id: row.publicId,
  name: row.name,
  token: displayMask(row.mask),
  scopes: scopesOf(row),
  created_at: isoTime(row.createdAt),
  last_used: isoTimeOrNull(row.lastUsed),
  expires_at: isoTime(row.expiresAt),
});

const tooManyTokens = () =>
  new DomainError(
    "token_limit_reached",
    `An account can have ${MAX_ACCESS_TOKENS} access tokens. Revoke one that is no longer used.`,
  );
