import { DomainError, notFound } from "#core/domain/errors.ts";
import type { OperatorContext, ServiceContext } from "#core/services/context.ts";
import type { AccountRow } from "#core/storage/accounts.ts";
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

/** By number, Supabase user id or email. @throws DomainError `not_found`; `invalid_request` when ambiguous. */
export async function findAccount({ db }: ServiceContext, name: string): Promise<AccountRow> {
  const [account, another] = await findAccountsBy(db, name.trim());
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
export async function findAccountToChange(ctx: OperatorContext, name: string): Promise<AccountRow> {
  const account = await findAccount(ctx, name);
  if (account.userId !== ctx.operatorUserId) return account;
  throw new DomainError(
    "own_account",
    "You can't change your own account at the desk. Ask another operator.",
  );
}

/** Like `findAccountToChange`. @throws DomainError `invalid_request` for a closed account. */
export async function findOpenAccount(ctx: OperatorContext, name: string): Promise<AccountRow> {
  const account = await findAccountToChange(ctx, name);
  if (account.closedAt !== null) throw invalidField("account", "This account is closed.");
  return account;
}

export const invalidField = (field: string, message: string) =>
  new DomainError("invalid_request", message, { field });
