import type { KeysContext, MeteringContext, ServiceContext } from "#core/services/context.ts";
import { accountRouteOf } from "#core/services/keys/key-hash.ts";

type RefreshContext = ServiceContext & KeysContext & MeteringContext;

/** Makes stored keys and plan hold for every later request; they may not hold yet when it throws. */
export async function refreshMeter(ctx: RefreshContext, accountId: number): Promise<void> {
  await ctx.metering.refresh(await accountRouteOf(ctx, accountId));
}

/** May fail unnoticed: the meter reads the balance again before it refuses a request for lack of it. */
export async function refreshBalance(ctx: RefreshContext, accountId: number): Promise<void> {
  await refreshMeter(ctx, accountId).catch(() => undefined);
}
