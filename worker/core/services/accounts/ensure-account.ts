import { accountClosed } from "#core/domain/errors.ts";
import type { AccessClaims } from "#core/ports.ts";
import type { Account, ServiceContext } from "#core/services/context.ts";
import { type AccountRow, findAccountOfUser, saveAccount } from "#core/storage/accounts.ts";

type User = Pick<AccessClaims, "userId" | "email">;

/**
 * The account of a verified user: made at first sight, its email that of the token.
 * Writes only when something is new; twenty first requests at once make one account.
 * @throws DomainError `account_closed`.
 */
export async function ensureAccount(ctx: ServiceContext, user: User): Promise<Account> {
  const { id, closedAt } = await findOrMake(ctx, user);
  if (closedAt !== null) throw accountClosed();
  return { ...user, id };
}

/** As `ensureAccount`, but a closed account is found as well. Only for what finishes its deletion. */
export async function ensureAccountEvenClosed(ctx: ServiceContext, user: User): Promise<Account> {
  const { id } = await findOrMake(ctx, user);
  return { ...user, id };
}

async function findOrMake({ db, clock }: ServiceContext, { userId, email }: User): Promise<AccountRow> {
  const known = await findAccountOfUser(db, userId);
  if (known && (known.closedAt !== null || known.email === email)) return known;
  await saveAccount(db, { userId, email, createdAt: clock.now() });
  const saved = await findAccountOfUser(db, userId);
  if (saved === null) throw new Error("The account was not found after it was saved.");
  return saved;
}
