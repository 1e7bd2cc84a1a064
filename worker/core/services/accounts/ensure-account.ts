import { accountClosed } from "#core/domain/errors.ts";
import type { AccessClaims } from "#core/ports.ts";
import { pseudonymOf } from "#core/services/audit/audit-stamp.ts";
import type { Account, ServiceContext } from "#core/services/context.ts";
import { settingsOf } from "#core/storage/account-settings.ts";
import {
  type AccountRow,
  changeEmailOf,
  findAccountOfUser,
  type SessionAccount,
  type StoredAccount,
  saveAccount,
} from "#core/storage/accounts.ts";
import { type ApiKeyRow, findKeyOfUser } from "#core/storage/keys.ts";
import { noRead, together } from "#core/storage/read.ts";
import type { SignInState } from "#core/storage/sign-in-state.ts";

type User = Pick<AccessClaims, "userId" | "email"> & Partial<Pick<AccessClaims, "sessionId" | "issuedAt">>;

interface Found {
  account: Account;
  /** False in the session's first request. */
  sessionSeen: boolean;
  /** As the provider last reported it; null for a closed account. */
  signInState: KnownSignInState | null;
}

export type KnownSignInState = SignInState & Pick<AccountRow, "secondFactorRemovedAt">;

/** What a request begins with, as it is stored. */
interface Beginning {
  /** Null before the user's first request. */
  known: SessionAccount | null;
  /** The key that the request names, if it is the user's own. */
  namedKey: ApiKeyRow | null;
}

/** The user's account and the key that the request names, if any, in one call. */
export async function readBeginning(
  { db }: Pick<ServiceContext, "db">,
  { userId, sessionId }: User,
  keyName: string | null,
): Promise<Beginning> {
  const [known, namedKey] = await together(db, [
    findAccountOfUser(db, { userId, sessionId: sessionId ?? null }),
    keyName === null ? noRead(db) : findKeyOfUser(db, userId, keyName),
  ]);
  return { known, namedKey };
}

/** The user's account, created once on first sight. @throws DomainError `account_closed`. */
export async function ensureAccount(ctx: ServiceContext, user: User): Promise<Account> {
  const { known } = await readBeginning(ctx, user, null);
  return (await findSession(ctx, user, known)).account;
}

/** Makes the account on first sight, and follows a new email address. @throws DomainError `account_closed`. */
export async function findSession(
  ctx: ServiceContext,
  user: User,
  known: SessionAccount | null,
): Promise<Found> {
  const row = await findOrMake(ctx, user, known);
  if (row.closedAt !== null) throw accountClosed();
  return { account: ofUser(row, user), sessionSeen: row.sessionSeen, signInState: signInStateOf(row) };
}

/** Like `findSession`, but also finds a closed account. Only for its deletion. */
export async function findSessionEvenClosed(
  ctx: ServiceContext,
  user: User,
  known: SessionAccount | null,
): Promise<Found> {
  const row = await findOrMake(ctx, user, known);
  const account = ofUser(row, user);
  if (row.closedAt !== null) return { account, sessionSeen: true, signInState: null };
  return { account, sessionSeen: row.sessionSeen, signInState: signInStateOf(row) };
}

const signInStateOf = ({
  secondFactor,
  secondFactorRemovedAt,
  signInMethods,
  passwordChangedAt,
}: AccountRow): KnownSignInState => ({
  secondFactor,
  secondFactorRemovedAt,
  signInMethods,
  passwordChangedAt,
});

/** The part of a stored account that travels with a request. */
export const accountOf = (stored: StoredAccount): Account => {
  const { id, userId, email, route, stoppedAt, plan, usageKept } = stored;
  return { id, userId, email, route, stoppedAt, plan, usageKept, settings: settingsOf(stored) };
};

/** With the address of the session's token. */
const ofUser = (row: StoredAccount, { email }: User): Account => ({ ...accountOf(row), email });

async function findOrMake(
  ctx: ServiceContext,
  user: User,
  known: SessionAccount | null,
): Promise<SessionAccount> {
  if (known === null) return makeAccount(ctx, user);
  return namesNewEmail(user, known, ctx.clock.now()) ? changeEmail(ctx, known, user) : known;
}

async function makeAccount({ db, clock }: ServiceContext, { userId, email, sessionId }: User) {
  const account = { userId, email, createdAt: clock.now() };
  const invited = email === "" ? null : await pseudonymOf(email);
  return saveAccount(db, { account, invited, sessionId: sessionId ?? null });
}

/** A token of another session may carry the former address for up to an hour, so only a newer token counts. */
const namesNewEmail = ({ email, issuedAt }: User, known: AccountRow, now: number) =>
  known.closedAt === null && known.email !== email && known.emailAsOf < (issuedAt ?? now);

function changeEmail({ db, clock, requestId }: ServiceContext, known: AccountRow, user: User) {
  const { userId, email, sessionId, issuedAt = clock.now() } = user;
  const entry = { accountId: known.id, action: "email.changed", subject: known.userId } as const;
  const audit = { ...entry, requestId, at: clock.now() };
  return changeEmailOf(db, audit, { userId, sessionId: sessionId ?? null, email, issuedAt });
}
