import type { MeteringContext, ServiceContext } from "#core/services/context.ts";
import { findAccountRoute } from "#core/storage/accounts.ts";

/**
 * Makes stored keys and plan hold for every later request; they may not hold yet when it throws.
 * @param route the account's, read in the transaction of the change or after it: one that was read before could miss the
 * account's first key. Null for an account that has no object yet.
 */
export async function refreshMeter({ metering }: MeteringContext, route: string | null): Promise<void> {
  if (route !== null) await metering.refresh(route);
}

/** May fail unnoticed: the meter reads the balance again before it refuses a request for lack of it. */
export async function refreshBalance(
  ctx: Pick<ServiceContext, "db"> & MeteringContext,
  accountId: number,
): Promise<void> {
  try {
    await refreshMeter(ctx, await findAccountRoute(ctx.db, accountId));
  } catch {
    // As above.
  }
}
