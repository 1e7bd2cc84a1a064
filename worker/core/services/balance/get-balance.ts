import type { BalanceAnswer } from "#core/contract/account.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";

/** The account's own prepaid balance in dollars, exact to the micro-dollar. Nothing is held yet. */
export async function getBalance(ctx: AccountContext): Promise<BalanceAnswer> {
  const micros = await readBalanceMicros(ctx.db, ctx.account.id);
  return { balance: dollarsFromMicros(micros), held: 0, currency: "USD" };
}
