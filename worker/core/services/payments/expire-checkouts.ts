import { DomainError } from "#core/domain/errors.ts";
import { openOrdersOf } from "#core/storage/unpaid-orders.ts";
import type { FulfilmentContext } from "./context.ts";
import { fulfilOrder } from "./fulfil-order.ts";

/** More than an account opens in ten minutes. The cron ends what is left. */
const MAX_AT_ONCE = 25;

/**
 * Ends the open checkouts of a closed account at the provider. While the provider fails they stay for the cron, and
 * what is paid until then is refunded: a deletion never waits for it.
 * @returns how many are left.
 */
export async function expireCheckouts(ctx: FulfilmentContext, accountId: number): Promise<number> {
  const orders = await openOrdersOf(ctx.db, accountId, MAX_AT_ONCE);
  const ended = await Promise.all(
    orders.map((order) => fulfilOrder(ctx, order, { expire: true }).then(isEnded, ofProvider)),
  );
  return ended.filter((done) => !done).length;
}

const isEnded = (outcome: Awaited<ReturnType<typeof fulfilOrder>>) => outcome !== null && outcome !== "open";

const PROVIDERS = new Set(["payment_provider_error", "order_mismatch", "order_unknown"]);

function ofProvider(error: unknown): false {
  if (error instanceof DomainError && PROVIDERS.has(error.code)) return false;
  throw error;
}
