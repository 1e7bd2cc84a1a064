import { accountClosed } from "#core/domain/errors.ts";
import type { AccessClaims } from "#core/ports.ts";
import type { Account, ServiceContext } from "#core/services/context.ts";
import { pseudonymOf } from "#core/services/invitations/pseudonym.ts";
import { findAccountOfUser, saveAccount } from "#core/storage/accounts.ts";

type User = Pick<AccessClaims, "userId" | "email"> & Partial<Pick<AccessClaims, "sessionId">>;

/** The account, and whether the session that asked for it was seen before; of one that has no id nothing is known. */
interface Found {
  account: Account;
  sessionSeen: boolean;
}

/**
 * The account of a verified user: made at first sight, its email that of the token.
 * Writes only when something is new; twenty first requests at once make one account.
 * @throws DomainError `account_closed`.
 */
export async function ensureAccount(ctx: ServiceContext, user: User): Promise<Account> {
  return (await findSession(ctx, user)).account;
}

/** As `ensureAccount`, with whether the session is new. */
export async function findSession(ctx: ServiceContext, user: User): Promise<Found> {
  const { id, closedAt, sessionSeen } = await findOrMake(ctx, user);
  if (closedAt !== null) throw accountClosed();
  return { account: accountOf(user, id), sessionSeen };
}

/** As `findSession`, but a closed account is found as well, and no session of it is new. Only for its deletion. */
export async function findSessionEvenClosed(ctx: ServiceContext, user: User): Promise<Found> {
  const { id, closedAt, sessionSeen } = await findOrMake(ctx, user);
  return { account: accountOf(user, id), sessionSeen: sessionSeen || closedAt !== null };
}

const accountOf = ({ userId, email }: User, id: number): Account => ({ userId, email, id });

async function findOrMake({ db, clock }: ServiceContext, { userId, email, sessionId = null }: User) {
  const known = await findAccountOfUser(db, { userId, sessionId });
  if (known && (known.closedAt !== null || known.email === email)) return known;
  const invited = known === null && email !== "" ? await pseudonymOf(email) : null;
  await saveAccount(db, { userId, email, createdAt: clock.now() }, invited);
  const saved = await findAccountOfUser(db, { userId, sessionId });
  if (saved === null) throw new Error("The account was not found after it was saved.");
  return saved;
}
