import type {
  NewRecoveryCodes,
  RecoveryCodeInput,
  RecoveryCodes,
  UsedRecoveryCode,
} from "#core/contract/identity.ts";
import { DomainError, rateLimited } from "#core/domain/errors.ts";
import { passwordProblem } from "#core/domain/password-rule.ts";
import { generateRecoveryCode, RECOVERY_CODES, readRecoveryCode } from "#core/domain/recovery-code.ts";
import { HOUR_MS, isoTimeOrNull, MINUTE_MS } from "#core/domain/time.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type {
  AccountContext,
  IdentityContext,
  KeysContext,
  MeteringContext,
} from "#core/services/context.ts";
import { refreshMeter } from "#core/services/gateway/refresh-meter.ts";
import { pepperId, recoveryHashOf } from "#core/services/keys/key-hash.ts";
import { revokeAllAccessTokens } from "#core/services/tokens/access-tokens.ts";
import {
  claimRecoveryCode,
  countRecoveryCodes,
  finishRecovery,
  releaseRecoveryCode,
  replaceRecoveryCodes,
} from "#core/storage/recovery-codes.ts";

const MAX_TRIES = 5;
const TRIES_WINDOW_MS = HOUR_MS;
/** All calls to the provider together give up before. */
const LONGEST_USE_MS = 2 * MINUTE_MS;

type RecoveryContext = AccountContext & KeysContext;

const peppersOf = ({ keySecrets: { pepper, earlierPeppers = [] } }: KeysContext) => [
  pepper,
  ...earlierPeppers,
];

/** How many codes can still be used. */
export async function getRecoveryCodes(ctx: RecoveryContext): Promise<RecoveryCodes> {
  const peppers = await Promise.all(peppersOf(ctx).map(pepperId));
  const { left, createdAt } = await countRecoveryCodes(ctx.db, ctx.account.id, peppers);
  return { left, created_at: isoTimeOrNull(createdAt) };
}

/** New codes in place of all earlier ones. Only their hashes are stored. @throws DomainError `not_found`. */
export async function replaceCodes(ctx: RecoveryContext): Promise<NewRecoveryCodes> {
  const { account, db, keySecrets } = ctx;
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(generateRecoveryCode());
  const hashed = [...codes].map((code) => recoveryHashOf(keySecrets.pepper, account.id, code));
  const entry = { ...auditStamp(ctx, account.id), action: "recovery.codes_replaced" } as const;
  const stored = await replaceRecoveryCodes(
    db,
    { ...entry, subject: account.userId },
    { hashes: await Promise.all(hashed), pepper: await pepperId(keySecrets.pepper) },
  );
  if (!stored) throw new DomainError("not_found", "Turn on two-factor authentication first.");
  return { codes: [...codes] };
}

/**
 * Turns two-factor authentication off with a code, once, and notifies the owner. Tries are recorded before the code is
 * checked. The factors go last: by then nobody else has a session, the password or an access token. After a failure
 * the code can be used again; after a crash, once its claim is old. Every step can be repeated.
 * @throws DomainError `invalid_request`, `rate_limited`, `identity_unavailable`.
 */
export async function applyRecoveryCode(
  ctx: RecoveryContext & IdentityContext & MeteringContext,
  { code, password }: RecoveryCodeInput,
): Promise<UsedRecoveryCode> {
  const { account, db, directory } = ctx;
  const typed = readRecoveryCode(code);
  if (typed === null) throw wrongCode();
  const problem = passwordProblem(password, account.email);
  if (problem !== null) throw wrongPassword(problem);
  const claimed = await claim(ctx, typed);
  try {
    const known = account.email !== "" && (await directory.isPassword(account.email, password));
    if (known) throw wrongPassword(SAME_PASSWORD);
    await directory.setPassword(account.userId, password);
    await revokeAllAccessTokens(ctx);
    await directory.removeSecondFactors(account.userId);
  } catch (error) {
    await releaseRecoveryCode(db, account.id, claimed);
    throw error;
  }
  const stamp = auditStamp(ctx, account.id);
  const change = { change: "mfa_recovered", method: null, at: stamp.at } as const;
  await finishRecovery(
    db,
    { ...stamp, action: "mfa.recovered", subject: account.userId },
    { device: null, city: null, country: null, ...stamp.place, ...change },
  );
  await refreshMeter(ctx, account.route);
  return { status: "second_factor_removed" };
}

/** @returns the hash of the code. */
async function claim(ctx: RecoveryContext, code: string): Promise<string> {
  const { account, db } = ctx;
  const hashes = peppersOf(ctx).map((pepper) => recoveryHashOf(pepper, account.id, code));
  const stamp = auditStamp(ctx, account.id);
  const { at } = stamp;
  const entry = { ...stamp, action: "recovery.code_tried", subject: account.userId } as const;
  const { tried, oldest, hash } = await claimRecoveryCode(db, entry, {
    hashes: await Promise.all(hashes),
    at,
    staleBefore: at - LONGEST_USE_MS,
    limit: { max: MAX_TRIES, since: at - TRIES_WINDOW_MS },
  });
  const message = `Too many tries. You can enter ${MAX_TRIES} recovery codes an hour.`;
  if (!tried) throw rateLimited(message, { oldest, windowMs: TRIES_WINDOW_MS, now: at });
  if (hash === null) throw wrongCode();
  return hash;
}

const SAME_PASSWORD = "Your new password must be different from the old one.";

const wrongPassword = (message: string) => new DomainError("invalid_request", message, { field: "password" });

const wrongCode = () =>
  new DomainError("invalid_request", "This recovery code is wrong or was already used.", { field: "code" });
