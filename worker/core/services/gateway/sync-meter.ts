import { allowanceAt, type Period } from "#core/domain/plans.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
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

/** Requests of the plan's period (epoch ms), and the value in micro-dollars that the plan paid for them. */
interface PlanCount extends Period {
  requests: number;
  micros: number;
  /** When libSQL last counted them, epoch ms. */
  readAt: number;
}

/** Sums are those of the rows in libSQL, each in the period that begins at its `from` (epoch ms) and in no other. */
export interface MeterTerms extends GatewayAccount {
  counted: PlanCount;
  /** A key spends together with all keys of its rotations. */
  budgets: (GatewayAccount["budgets"][number] & Spending)[];
  limits: (GatewayAccount["limits"][number] & Spending)[];
}

interface Payload extends Posted {
  /** Budgets that had no room for a request since the last call. */
  refused?: readonly RefusedBudget[];
  /** The terms before the batch; without them, everything is counted. */
  known?: Pick<MeterTerms, "counted" | "mark"> | undefined;
}

/**
 * Counting takes longer than posting, and only imports add rows besides an account's own batches. So a batch that
 * directly follows the known mark is added to the count that is known, and libSQL counts again this often.
 */
const COUNT_AGAIN_MS = MINUTE_MS;

/** Stores usage and reads the next terms; repeating a batch changes nothing. Calls for one account must not overlap. */
export async function syncMeter(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  accountId: number,
  { batch, refusals = [], refused = [], known }: Payload,
): Promise<MeterTerms> {
  const at = clock.now();
  const { markBefore, ...account } = await postAndRead(db, accountId, { batch, refusals, at });
  const before = known?.mark === markBefore ? known.counted : undefined;
  const [counted, budgets, limits] = await Promise.all([
    countedBy(db, accountId, { plan: account.plan, at, before, batch }),
    withSpending(db, accountId, { budgets: account.budgets, at }),
    withAccountSpending(db, accountId, { limits: account.limits, at }),
  ]);
  await noteBudgets(db, accountId, { budgets, used: usedKeys(account, batch), refused, at });
  // After the budgets' notices, which say more. The cron job makes up for a failure in between.
  if (refusals.length > 0) await notifyRefused(db, accountId, { now: at, limit: refusals.length });
  return { ...account, counted, budgets, limits };
}

interface Counting extends Pick<Posted, "batch"> {
  plan: GatewayAccount["plan"];
  at: number;
  /** The count right before the batch, if it is known. */
  before: PlanCount | undefined;
}

async function countedBy(
  db: Database,
  accountId: number,
  { plan, at, before, batch }: Counting,
): Promise<PlanCount> {
  const allowance = allowanceAt(at, plan);
  const { limit, valueMicros, period } = allowance;
  // Not counted, and so known for no period.
  if (limit === null && valueMicros === null)
    return { from: period.from, to: period.from, requests: 0, micros: 0, readAt: at };
  const isRecent = before !== undefined && Math.abs(at - before.readAt) < COUNT_AGAIN_MS;
  if (isRecent && before.from === period.from && before.to === period.to) return withBatch(before, batch);
  return { ...period, ...(await countPlan(db, accountId, allowance)), readAt: at };
}

function withBatch(known: PlanCount, batch: UsageBatch | null): PlanCount {
  const { from, to } = known;
  const added = (batch?.rows ?? []).filter(({ timestamp }) => timestamp >= from && timestamp < to);
  const micros = added.reduce((sum, { planMicros = 0 }) => sum + planMicros, known.micros);
  return { ...known, requests: known.requests + added.length, micros };
}

/** Keys whose spending the batch has changed. */
function usedKeys({ keys }: GatewayAccount, batch: UsageBatch | null): Set<number> {
  const used = keys.filter(({ id, lineage }) => batch?.lineages.has(lineage ?? id));
  return new Set(used.map(({ id }) => id));
}
