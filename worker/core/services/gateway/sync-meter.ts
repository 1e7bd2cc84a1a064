import { allowanceAt } from "#core/domain/plan-month.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { noteBudgets, type RefusedBudget } from "#core/services/notifications/note-budgets.ts";
import { type GatewayAccount, postAndRead, type UsageBatch } from "#core/storage/gateway-flush.ts";
import { type Spending, withSpending } from "#core/storage/key-spending.ts";
import { countRequests } from "#core/storage/usage-count.ts";

/** What an account's requests are judged by, until the next synchronisation. */
export interface MeterTerms extends GatewayAccount {
  /** How many requests are stored of the plan's period that began at `from`, epoch ms. */
  counted: { from: number; requests: number };
  /** With what is stored of each one's period at the time of the synchronisation. */
  budgets: (GatewayAccount["budgets"][number] & Spending)[];
}

/**
 * Stores what an account used, and reads what its requests are to be judged by from now on.
 *
 * Repeating it with the same batch changes nothing. The caller makes no second call for the account before the first
 * has ended: what is counted would then not be what it has stored.
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
