import type { ComparisonResponse } from "#core/contract/operator-payments.ts";
import { rateLimited } from "#core/domain/errors.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import type { FulfilmentContext, OperatorContext, ServiceContext } from "#core/services/context.ts";
import {
  type ComparisonReport,
  comparePayments,
  readComparison,
} from "#core/services/payments/compare-payments.ts";
import { logOperatorAction } from "#core/storage/operator-log.ts";
import { type PaymentOwner, readOwnersOfDifferences } from "#core/storage/operator-payments.ts";
import { type Read, together } from "#core/storage/read.ts";
import { readReconciliation } from "#core/storage/reconciliation.ts";
import { operatorEntry, requiredReason } from "./operator-entry.ts";

/** Somebody waits for them; the cron does the rest. */
const PAGES_AT_ONCE = 2;

/** The last comparison with the payment provider, and how far the one in progress is. */
export const showComparison = (ctx: Pick<ServiceContext, "db">): Read<ComparisonResponse> =>
  readDifferences(ctx).map(({ report, owners }) => comparisonView(report, owners));

/** The last comparison, and who owns the payments that it found different. */
export const readDifferences = ({ db }: Pick<ServiceContext, "db">) =>
  together(db, [readComparison({ db }), readOwnersOfDifferences(db)]).map(([report, owners]) => ({
    report,
    owners,
  }));

/**
 * Starts a comparison, or continues the one in progress, by a few pages; the cron continues it within a minute.
 * @throws DomainError `rate_limited` within a minute of the last one's start, `payment_provider_error`.
 */
export async function compareNow(
  ctx: OperatorContext & FulfilmentContext,
  input: { reason: string },
): Promise<ComparisonResponse> {
  const reason = requiredReason(input.reason);
  const row = await readReconciliation(ctx.db);
  const now = ctx.clock.now();
  if (row !== null && row.stage === null && row.startedAt <= now && now - row.startedAt < MINUTE_MS)
    throw rateLimited("A comparison was started less than a minute ago.", {
      oldest: row.startedAt,
      windowMs: MINUTE_MS,
      now,
    });
  const detail = { continued: row !== null && row.stage !== null };
  await logOperatorAction(
    ctx.db,
    operatorEntry(ctx, "comparison.started", { accountId: null, reason, detail }),
  );
  await comparePayments(ctx, { startNow: true, maxPages: PAGES_AT_ONCE });
  return showComparison(ctx);
}

function comparisonView(
  { stage, last }: ComparisonReport,
  owners: ReadonlyMap<string, PaymentOwner>,
): ComparisonResponse {
  if (last === null) return { stage, last };
  const problems = last.problems.map((problem) => {
    const owner = owners.get(problem.subject);
    return { ...problem, account: owner === undefined ? null : { id: owner.id, email: owner.email } };
  });
  return { stage, last: { ...last, problems } };
}
