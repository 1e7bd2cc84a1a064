import { DomainError, notFound } from "#core/domain/errors.ts";
import type { ServiceContext } from "#core/services/context.ts";
import type { AccountRow } from "#core/storage/accounts.ts";
import { findAccountsBy } from "#core/storage/operator-accounts.ts";

/**
 * The account an operator means, by its number, its Supabase user id or its email.
 * @throws DomainError `not_found`; `invalid_request` when several open accounts have the email.
 */
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
