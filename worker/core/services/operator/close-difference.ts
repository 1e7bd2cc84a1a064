import type { ComparisonResponse } from "#core/contract/operator-payments.ts";
import { notFound } from "#core/domain/errors.ts";
import type { Difference } from "#core/domain/reconciliation.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { together } from "#core/storage/read.ts";
import { closeDifferenceOnce, readClosedDifferences } from "#core/storage/reconciliation.ts";
import { readDifferences, showComparison } from "./compare-now.ts";
import { refuseOwnAccount } from "./look-up-account.ts";
import { operatorEntry, requiredNote } from "./operator-entry.ts";

/**
 * Closes a difference that the last comparison found: neither it nor a later one reports it again, unless its code
 * changes. Safe to repeat; the first note stays. @throws DomainError `not_found`, `own_account`, `invalid_request`.
 */
export async function closeDifference(
  ctx: OperatorContext,
  input: { subject: string; code: string; note: string },
): Promise<ComparisonResponse> {
  const note = requiredNote(input.note);
  const { subject, code } = input;
  const isThis = (known: Difference) => known.subject === subject && known.code === code;
  const [{ report, owners }, closed] = await together(ctx.db, [
    readDifferences(ctx),
    readClosedDifferences(ctx.db),
  ]);
  const found = report.last?.problems.find(isThis);
  if (found === undefined && !closed.some(isThis)) throw notFound("Difference");
  if (found === undefined) return showComparison(ctx);
  const owner = owners.get(subject) ?? null;
  refuseOwnAccount(ctx, owner?.userId ?? null);
  const facts = { accountId: owner?.id ?? null, reason: note, detail: { subject, code } };
  const log = operatorEntry(ctx, "difference.closed", facts);
  return closeDifferenceOnce(ctx.db, { subject, code }, { note, log, read: showComparison(ctx) });
}
