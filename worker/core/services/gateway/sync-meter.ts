import { allowanceAt } from "#core/domain/plans.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { noteBudgets, type RefusedBudget } from "#core/services/notifications/note-budgets.ts";
import { countPlan } from "#core/storage/analytics.ts";
import type { Database } from "#core/storage/database.ts";
import {
  type GatewayAccount,
  type Posted,
  postAndRead,
  type UsageBatch,
} from "#core/storage/gateway-flush.ts";
import { type Spending, withAccountSpending, withSpending } from "#core/storage/key-spending.ts";
import { notifyRefused } from "#core/storage/refusal-notices.ts";

/** Sums are those of the rows in libSQL, each in the period that begins at its `from` (epoch ms) and in no other. */
export interface MeterTerms extends GatewayAccount {
  /** Requests of the plan's period, and the value in micro-dollars that the plan paid for them. */
  counted: { from: number; requests: number; micros: number };
  /** A key spends together with all keys of its rotations. */
  budgets: (GatewayAccount["budgets"][number] & Spending)[];
  limits: (GatewayAccount["limits"][number] & Spending)[];
}

interface Payload extends Posted {
  /** Budgets that had no room for a request since the last call. */
  refused?: readonly RefusedBudget[];
}

/** Stores usage and reads the next terms; repeating a batch changes nothing. Calls for one account must not overlap. */
export async function syncMeter(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  accountId: number,
  { batch, refusals = [], refused = [] }: Payload,
): Promise<MeterTerms> {
  const at = clock.now();
  const account = await postAndRead(db, accountId, { batch, refusals, at });
  const [counted, budgets, limits] = await Promise.all([
    countedBy(db, accountId, { plan: account.plan, at }),
    withSpending(db, accountId, { budgets: account.budgets, at }),
    withAccountSpending(db, accountId, { limits: account.limits, at }),
  ]);
  await noteBudgets(db, accountId, { budgets, used: usedKeys(account, batch), refused, at });
  // After the budgets' notices, which say more. The cron job makes up for a failure in between.
  if (refusals.length > 0) await notifyRefused(db, accountId, { now: at, limit: refusals.length });
  return { ...account, counted, budgets, limits };
}

async function countedBy(
  db: Database,
  accountId: number,
  { plan, at }: { plan: GatewayAccount["plan"]; at: number },
): Promise<MeterTerms["counted"]> {
  const { limit, valueMicros, period } = allowanceAt(at, plan);
  const unlimited = limit === null && valueMicros === null;
  const sums = unlimited ? { requests: 0, micros: 0 } : await countPlan(db, accountId, period);
  return { from: period.from, ...sums };
}

/** Keys whose spending the batch has changed. */
function usedKeys({ keys }: GatewayAccount, batch: UsageBatch | null): Set<number> {
  const used = keys.filter(({ id, lineage }) => batch?.lineages.has(lineage ?? id));
  return new Set(used.map(({ id }) => id));
}
