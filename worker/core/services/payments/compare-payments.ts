import { z } from "zod";
import {
  type Difference,
  openProblems,
  RECONCILIATION_STAGES,
  type ReconciliationStage,
  stageAfter,
  withoutClosed,
} from "#core/domain/reconciliation.ts";
import { DAY_MS, isoTime, MINUTE_MS } from "#core/domain/time.ts";
import type { FulfilmentContext } from "#core/services/context.ts";
import { type Read, together } from "#core/storage/read.ts";
import {
  readClosedDifferences,
  readReconciliation,
  storeReconciliation,
} from "#core/storage/reconciliation.ts";
import { compareCharges, compareOrders, compareReversals, type Page } from "./compare-page.ts";

/** A refund may fail a month later, and a dispute is open for up to four. Stripe sends its events for three days. */
const WINDOW_MS = { charges: 7 * DAY_MS, refunds: 35 * DAY_MS, disputes: 130 * DAY_MS, orders: 7 * DAY_MS };
/** Until then the webhook and the landing page settle it. */
const GRACE_MS = 15 * MINUTE_MS;
const EVERY_MS = DAY_MS;
const MAX_PAGES_A_RUN = 10;
const MAX_PROBLEMS = 20;

const problem = z.object({ subject: z.string(), code: z.string() });
const foundSchema = z.object({
  /** Charges, refunds, disputes and orders that were compared. */
  compared: z.int(),
  /** Discrepancies that were repaired, as "kind subject". */
  repaired: z.array(z.string()),
  repairs: z.int(),
  /** For a person to look at. */
  problems: z.array(problem),
  problem_count: z.int(),
  /** Differences that were found again, but that an operator has closed. */
  closed: z.int().default(0),
});
type Found = z.infer<typeof foundSchema>;
const lastSchema = foundSchema.extend({ started_at: z.string(), finished_at: z.string() });

export interface ComparisonReport {
  /** The last whole comparison. */
  last: z.infer<typeof lastSchema> | null;
  /** The one under way. */
  stage: ReconciliationStage | null;
}

const NOTHING: Found = { compared: 0, repaired: [], repairs: 0, problems: [], problem_count: 0, closed: 0 };

interface Run {
  /** Also when the last comparison is younger than a day. One in progress is continued. */
  startNow?: boolean;
  maxPages?: number;
}

/**
 * Once a day, compares the provider's recent charges, refunds and disputes with orders and ledger, in both directions,
 * and repairs what differs as the webhook would have. A few pages per run; safe to repeat, overlap or interrupt. @throws DomainError `payment_provider_error`.
 */
export async function comparePayments(
  ctx: FulfilmentContext,
  { startNow = false, maxPages = MAX_PAGES_A_RUN }: Run = {},
): Promise<ComparisonReport> {
  const now = ctx.clock.now();
  const row = await readReconciliation(ctx.db);
  let stage = row?.stage ?? null;
  let { after, startedAt, last } = row ?? { after: null, startedAt: 0, last: null };
  let found = row === null || stage === null ? NOTHING : foundSchema.parse(JSON.parse(row.found));
  // A clock that was set back must not postpone the next comparison.
  if (stage === null && !startNow && Math.abs(now - startedAt) < EVERY_MS) return readComparison(ctx);
  if (stage === null) [stage, after, startedAt] = [RECONCILIATION_STAGES[0], null, now];
  const until = startedAt - GRACE_MS;
  const closed = await readClosedDifferences(ctx.db);
  for (let pages = 0; pages < maxPages && stage !== null; pages += 1) {
    const page: Page = await comparePage(ctx, stage, {
      from: startedAt - WINDOW_MS[stage],
      until,
      startedAt,
      after,
    });
    found = adding(found, page, closed);
    after = page.next;
    if (page.next === null) stage = stageAfter(stage);
    if (stage === null) last = JSON.stringify(finished(found, startedAt, ctx.clock.now()));
    await storeReconciliation(ctx.db, { startedAt, stage, after, found: JSON.stringify(found), last });
  }
  return readComparison(ctx);
}

/** What the last run left, without comparing anything. Differences that were closed since then are left out. */
export const readComparison = ({ db }: Pick<FulfilmentContext, "db">): Read<ComparisonReport> =>
  together(db, [readReconciliation(db), readClosedDifferences(db)]).map(([row, closed]) => {
    const last = row?.last == null ? null : lastSchema.parse(JSON.parse(row.last));
    return { stage: row?.stage ?? null, last: last && { ...last, ...withoutClosed(last, closed) } };
  });

const comparePage = (
  ctx: FulfilmentContext,
  stage: ReconciliationStage,
  window: Parameters<typeof compareCharges>[1],
): Promise<Page> => {
  if (stage === "charges") return compareCharges(ctx, window);
  return stage === "orders" ? compareOrders(ctx, window) : compareReversals(ctx, stage, window);
};

function adding(found: Found, { compared, repaired, problems }: Page, closed: readonly Difference[]): Found {
  const open = openProblems(problems, closed);
  return {
    compared: found.compared + compared,
    repaired: [...found.repaired, ...repaired].slice(0, MAX_PROBLEMS),
    repairs: found.repairs + repaired.length,
    problems: [...found.problems, ...open].slice(0, MAX_PROBLEMS),
    problem_count: found.problem_count + open.length,
    closed: found.closed + problems.length - open.length,
  };
}

const finished = (found: Found, startedAt: number, finishedAt: number) => ({
  started_at: isoTime(startedAt),
  finished_at: isoTime(finishedAt),
  ...found,
});
