import { accountClosed } from "#core/domain/errors.ts";
import type { AccessClaims } from "#core/ports.ts";
import { pseudonymOf } from "#core/services/audit/audit-stamp.ts";
import type { Account, ServiceContext } from "#core/services/context.ts";
import {
  type AccountRow,
  changeEmailOf,
  findAccountOfUser,
  isClosedUser,
  saveAccount,
} from "#core/storage/accounts.ts";
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

/** The user's account, created once on first sight. @throws DomainError `account_closed`. */
export async function ensureAccount(ctx: ServiceContext, user: User): Promise<Account> {
  return (await findSession(ctx, user)).account;
}

/** Like `ensureAccount`, and says whether the session is new. */
export async function findSession(ctx: ServiceContext, user: User): Promise<Found> {
  const row = await findOrMake(ctx, user);
  if (row.closedAt !== null) throw accountClosed();
  return { account: accountOf(user, row.id), sessionSeen: row.sessionSeen, signInState: signInStateOf(row) };
}

/** Like `findSession`, but also finds a closed account. Only for its deletion. */
export async function findSessionEvenClosed(ctx: ServiceContext, user: User): Promise<Found> {
  const row = await findOrMake(ctx, user);
  const account = accountOf(user, row.id);
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

export const hasClosedAccount = (
  { db }: ServiceContext,
  { userId }: Pick<User, "userId">,
): Promise<boolean> => isClosedUser(db, userId);

const accountOf = ({ userId, email }: User, id: number): Account => ({ userId, email, id });

async function findOrMake(ctx: ServiceContext, user: User) {
  const { db, clock } = ctx;
  const { userId, sessionId = null } = user;
  const known = await findAccountOfUser(db, { userId, sessionId });
  if (known && !namesNewEmail(user, known, clock.now())) return known;
  if (known) await changeEmail(ctx, known, user);
  else await makeAccount(ctx, user);
  const saved = await findAccountOfUser(db, { userId, sessionId });
  if (saved === null) throw new Error("The account was not found after it was saved.");
  return saved;
}

async function makeAccount({ db, clock }: ServiceContext, { userId, email }: User): Promise<void> {
  const invited = email === "" ? null : await pseudonymOf(email);
  await saveAccount(db, { userId, email, createdAt: clock.now() }, invited);
}

/** A token of another session may carry the former address for up to an hour, so only a newer token counts. */
const namesNewEmail = ({ email, issuedAt }: User, known: AccountRow, now: number) =>
  known.closedAt === null && known.email !== email && known.emailAsOf < (issuedAt ?? now);

async function changeEmail({ db, clock, requestId }: ServiceContext, known: AccountRow, user: User) {
  const { email, issuedAt = clock.now() } = user;
  const entry = { accountId: known.id, action: "email.changed", subject: known.userId } as const;
  await changeEmailOf(db, { ...entry, requestId, at: clock.now() }, { email, issuedAt });
}
