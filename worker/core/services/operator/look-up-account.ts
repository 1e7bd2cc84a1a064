import type { ServiceContext } from "#core/services/context.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { readAccountFacts } from "#core/storage/operator-accounts.ts";
import { findAccount } from "./find-account.ts";

/**
 * Everything an operator asks about one account: who it is, its balance in micro-dollars, its plan, how many keys it
 * has, and its newest transfers, orders and audit entries. No key, sealed or not, is part of it.
 * @throws DomainError what `findAccount` throws.
 */
export async function lookUpAccount(ctx: ServiceContext, name: string) {
  const account = await findAccount(ctx, name);
  const [balanceMicros, facts] = await Promise.all([
    readBalanceMicros(ctx.db, account.id),
    readAccountFacts(ctx.db, account.id),
  ]);
  return { account, balanceMicros, ...facts };
}
