import { DomainError, notFound } from "#core/domain/errors.ts";
import type { OperatorContext, ServiceContext } from "#core/services/context.ts";
import type { StoredAccount } from "#core/storage/accounts.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { findAccountsBy, readAccountFacts } from "#core/storage/operator-accounts.ts";

/** Balance in micro-dollars, plan, and the newest transfers, orders and audit entries; no keys. */
export async function lookUpAccount(ctx: ServiceContext, name: string) {
  const account = await findAccount(ctx, name);
  const [balanceMicros, facts] = await Promise.all([
    readBalanceMicros(ctx.db, account.id),
    readAccountFacts(ctx.db, account.id),
  ]);
  return { account, balanceMicros, ...facts };
}

/**
 * By number, Supabase user id or email; the desk has usually read it with the session.
 * @throws DomainError `not_found`; `invalid_request` when ambiguous.
 */
export async function findAccount(
  { db, namedAccounts }: Pick<ServiceContext, "db"> & Pick<OperatorContext, "namedAccounts">,
  name: string,
): Promise<StoredAccount> {
  const [account, another] =
    namedAccounts?.name === name ? namedAccounts.found : await findAccountsBy(db, name.trim());
  if (!account) throw notFound(`Account “${name}”`);
  if (!another) return account;
  const numbers = `${account.id}, ${another.id}`;
  throw new DomainError(
    "invalid_request",
    `Several accounts have this email (${numbers} …). Name one by its number.`,
    {
      field: "account",
    },
  );
}

/** Like `findAccount`, for a change, which no operator makes to their own account. @throws DomainError `own_account`. */
export async function findAccountToChange(ctx: OperatorContext, name: string): Promise<StoredAccount> {
  const account = await findAccount(ctx, name);
  refuseOwnAccount(ctx, account.userId);
  return account;
}

/** @param userId the owner of the account to change; null for none. @throws DomainError `own_account`. */
export function refuseOwnAccount({ operatorUserId }: OperatorContext, userId: string | null): void {
  if (userId === null || userId !== operatorUserId) return;
  throw new DomainError(
    "own_account",
    "You can't change your own account at the desk. Ask another operator.",
  );
}

/** Like `findAccountToChange`. @throws DomainError `invalid_request` for a closed account. */
export async function findOpenAccount(ctx: OperatorContext, name: string): Promise<StoredAccount> {
  const account = await findAccountToChange(ctx, name);
  if (account.closedAt !== null) throw invalidField("account", "This account is closed.");
  return account;
}

export const invalidField = (field: string, message: string) =>
  new DomainError("invalid_request", message, { field });
