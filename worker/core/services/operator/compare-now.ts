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
import { readAccountsOfPayments } from "#core/storage/operator-payments.ts";
import { readReconciliation } from "#core/storage/reconciliation.ts";
import { operatorEntry, requiredReason } from "./operator-entry.ts";

/** Somebody waits for them; the cron does the rest. */
const PAGES_AT_ONCE = 2;

/** The last comparison with the payment provider, and how far the one in progress is. */
export const showComparison = async (ctx: ServiceContext): Promise<ComparisonResponse> =>
  comparisonOf(ctx, await readComparison(ctx));

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
  const report = await comparePayments(ctx, { startNow: true, maxPages: PAGES_AT_ONCE });
  return comparisonOf(ctx, report);
}

async function comparisonOf(
  { db }: ServiceContext,
  { stage, last }: ComparisonReport,
): Promise<ComparisonResponse> {
  if (last === null) return { stage, last };
  const accounts = await readAccountsOfPayments(
    db,
    last.problems.map(({ subject }) => subject),
  );
  const problems = last.problems.map((problem) => ({
    ...problem,
    account: accounts.get(problem.subject) ?? null,
  }));
  return { stage, last: { ...last, problems } };
}
