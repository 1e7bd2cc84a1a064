import { allowanceAt } from "#core/domain/plans.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { noteBudgets, type RefusedBudget } from "#core/services/notifications/note-budgets.ts";
import { countRequests } from "#core/storage/analytics.ts";
import { type GatewayAccount, postAndRead, type UsageBatch } from "#core/storage/gateway-flush.ts";
import { type Spending, withSpending } from "#core/storage/key-spending.ts";

export interface MeterTerms extends GatewayAccount {
  /** Stored requests of the plan's period that began at `from`, epoch ms. */
  counted: { from: number; requests: number };
  budgets: (GatewayAccount["budgets"][number] & Spending)[];
}

/**
 * Stores usage and reads the next terms; repeating a batch changes nothing. Calls for one account must not overlap.
 * @param refused budgets that had no room for a request since the last call.
 */
export async function syncMeter(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  accountId: number,
  { batch, refused = [] }: { batch: UsageBatch | null; refused?: readonly RefusedBudget[] },
): Promise<MeterTerms> {
  const at = clock.now();
  const account = await postAndRead(db, accountId, { batch, at });
  const { limit, period } = allowanceAt(at, account.plan);
  const requests = limit === null ? 0 : await countRequests(db, accountId, period);
  const budgets = await withSpending(db, accountId, { budgets: account.budgets, at });
  const used = new Set(batch?.rows.map(({ keyId }) => keyId));
  await noteBudgets(db, accountId, { budgets, used, refused, at });
  return { ...account, counted: { from: period.from, requests }, budgets };
}
