import type { ServiceContext } from "#core/services/context.ts";
import type { KeysContext } from "#core/services/keys/context.ts";
import { routeOfAccount } from "#core/services/keys/key-route.ts";
import type { MeteringContext } from "./context.ts";

type RefreshContext = ServiceContext & KeysContext & MeteringContext;

/**
 * Lets what was just stored of the account's keys hold for every later request.
 * @throws DomainError `database_unavailable`: it may not hold yet, so whoever asked for it must hear of that.
 */
export async function refreshMeter(ctx: RefreshContext, accountId: number): Promise<void> {
  await ctx.metering.refresh(await routeOfAccount(ctx, accountId));
}

/**
 * The same for money that came or went, which is stored whatever becomes of this: a request is never refused for want
 * of money before the balance was read again, and spending goes by it within seconds.
 */
export async function refreshBalance(ctx: RefreshContext, accountId: number): Promise<void> {
  await refreshMeter(ctx, accountId).catch(() => undefined);
}
