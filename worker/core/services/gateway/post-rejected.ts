import type { ServiceContext } from "#core/services/context.ts";
import { isDatabaseUnavailable } from "#core/storage/database.ts";
import { noteRejectedUsage } from "#core/storage/rejected-usage.ts";
import { type MeterPost, type MeterTerms, syncMeter } from "./sync-meter.ts";

/**
 * As `syncMeter`, of an account whose usage was rejected before. As long as it is, the operator has an alert; an unavailable
 * database changes nothing about that.
 */
export async function postRejected(
  ctx: Pick<ServiceContext, "db" | "clock">,
  post: MeterPost,
): Promise<MeterTerms> {
  const { db, clock } = ctx;
  return syncMeter(ctx, post).catch(async (error: unknown) => {
    if (!isDatabaseUnavailable(error)) await noteRejectedUsage(db, post.accountId, clock.now());
    throw error;
  });
}
