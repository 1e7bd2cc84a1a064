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
import { noRead, type Read, together } from "#core/storage/read.ts";
import { accountsWithDueNotices, notifyRefused } from "#core/storage/refusal-notices.ts";

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

/** Usage from an account's object, with the terms that the object has. */
export interface MeterPost extends Posted {
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

/**
 * Stores usage of several accounts in one transaction and reads the next terms of each; repeating a batch changes nothing.
 * Posts of one account must not overlap.
 * @param posts of different accounts. @returns by the accounts' ids; an unknown account has no terms.
 */
export async function syncMeters(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  posts: readonly MeterPost[],
): Promise<Map<number, MeterTerms>> {
  const at = clock.now();
  const found = await postAndRead(db, posts, at);
  const synced = posts.flatMap((post) => {
    const account = found.get(post.accountId);
    return account === undefined ? [] : [{ post, account }];
  });
  const refusing = posts.filter(({ refusals = [] }) => refusals.length > 0);
  const sums = together(
    db,
    synced.map(({ post, account }) => withSums(db, { post, account, at })),
  );
  const [terms, due] = await together(db, [sums, accountsWithDueNotices(db, idsOf(refusing))]);
  const byAccount = new Map(terms);
  for (const { post, account } of synced)
    await noteBudgets(db, post.accountId, {
      budgets: byAccount.get(post.accountId)?.budgets ?? [],
      used: usedKeys(account, post.batch),
      refused: post.refused ?? [],
      at,
    });
  // After the budgets' notices, which say more. The cron job makes up for a failure in between.
  const limit = refusing.reduce((sum, { refusals = [] }) => sum + refusals.length, 0);
  if (due.length > 0) await notifyRefused(db, due, { now: at, limit });
  return byAccount;
}

/** As `syncMeters`, for one account. */
export async function syncMeter(
  ctx: Pick<ServiceContext, "db" | "clock">,
  post: MeterPost,
): Promise<MeterTerms> {
  const terms = (await syncMeters(ctx, [post])).get(post.accountId);
  if (terms === undefined) throw new Error(`There is no account ${post.accountId}.`);
  return terms;
}

const idsOf = (posts: readonly MeterPost[]) => posts.map(({ accountId }) => accountId);

interface Synced {
  post: MeterPost;
  account: GatewayAccount & { markBefore: string | null };
  at: number;
}

function withSums(db: Database, synced: Synced): Read<[accountId: number, MeterTerms]> {
  const { post, at } = synced;
  const { markBefore: _, ...account } = synced.account;
  const { accountId } = post;
  const sums = [
    countedBy(db, synced),
    withSpending(db, accountId, { budgets: account.budgets, at }),
    withAccountSpending(db, accountId, { limits: account.limits, at }),
  ] as const;
  return together(db, sums).map(([counted, budgets, limits]) => [
    accountId,
    { ...account, counted, budgets, limits },
  ]);
}

function countedBy(db: Database, { post, account, at }: Synced): Read<PlanCount> {
  const { accountId, batch, known } = post;
  const allowance = allowanceAt(at, account.plan);
  const { limit, valueMicros, period } = allowance;
  // Not counted, and so known for no period.
  if (limit === null && valueMicros === null)
    return noRead(db).map(() => ({
      from: period.from,
      to: period.from,
      requests: 0,
      micros: 0,
      readAt: at,
    }));
  const before = known?.mark === account.markBefore ? known.counted : undefined;
  const isRecent = before !== undefined && Math.abs(at - before.readAt) < COUNT_AGAIN_MS;
  if (isRecent && before.from === period.from && before.to === period.to)
    return noRead(db).map(() => withBatch(before, batch));
  return countPlan(db, accountId, allowance).map((sums) => ({ ...period, ...sums, readAt: at }));
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
