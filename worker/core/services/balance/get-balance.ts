import type { BalanceAnswer } from "#core/contract/account.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import type { AccountContext } from "#core/services/context.ts";
import type { LiveMeteringContext } from "#core/services/gateway/context.ts";
import { findRoute } from "#core/storage/accounts.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";

/**
 * The account's own prepaid balance in dollars, exact to the micro-dollar, and what of it is held for requests under
 * way; 0 when that cannot be told at once.
 */
export async function getBalance(ctx: AccountContext & LiveMeteringContext): Promise<BalanceAnswer> {
  const [micros, held] = await Promise.all([readBalanceMicros(ctx.db, ctx.account.id), heldMicros(ctx)]);
  return { balance: dollarsFromMicros(micros), held: dollarsFromMicros(held), currency: "USD" };
}

/** An account without a route has no key yet, so nothing can be under way. */
async function heldMicros({ db, account, metering }: AccountContext & LiveMeteringContext): Promise<number> {
  const route = await findRoute(db, account.id);
  return route === null ? 0 : metering.held(route);
}
