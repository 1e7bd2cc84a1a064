import type { AlertHandling } from "#core/contract/operator-alerts.ts";
import { describeAlert } from "#core/domain/alerts.ts";
import { DomainError, notFound } from "#core/domain/errors.ts";
import type { OperatorAction } from "#core/domain/operator.ts";
import { isoTimeOrNull } from "#core/domain/time.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { operatorEntry, requiredNote } from "#core/services/operator/operator-entry.ts";
import {
  findAlert,
  type HandledAlert,
  storeAcknowledgement,
  storeClosing,
} from "#core/storage/alert-handling.ts";

/**
 * Says that somebody works on an alert: it stays listed, but no longer counts. Safe to repeat; the first one stays.
 * @throws DomainError `not_found`; `invalid_request` if it has recovered.
 */
export async function acknowledgeAlert(
  ctx: OperatorContext,
  input: { alert: number; note?: string | undefined },
): Promise<AlertHandling> {
  const note = input.note === undefined || input.note.trim() === "" ? null : requiredNote(input.note);
  const log = entryOf(ctx, "alert.acknowledged", {
    id: input.alert,
    note,
    row: known(await findAlert(ctx.db, input.alert)),
  });
  const after = known(await storeAcknowledgement(ctx.db, { id: input.alert, note }, log));
  if (after.acknowledgedAt === null && after.closedAt === null) throw recovered();
  return handlingOf(after);
}

/**
 * Ends an alert by hand: it leaves the list, the next run of the cron sends its end, and it fires again only with new
 * facts or after its condition ended. Safe to repeat; the first note stays. @throws DomainError `not_found`; `invalid_request` if it has recovered.
 */
export async function closeAlert(
  ctx: OperatorContext,
  input: { alert: number; note: string },
): Promise<AlertHandling> {
  const note = requiredNote(input.note);
  const log = entryOf(ctx, "alert.closed", {
    id: input.alert,
    note,
    row: known(await findAlert(ctx.db, input.alert)),
  });
  const after = known(await storeClosing(ctx.db, { id: input.alert, note }, log));
  if (after.closedAt === null) throw recovered();
  return handlingOf(after);
}

function known(row: HandledAlert | null): HandledAlert {
  if (row === null) throw notFound("Alert");
  return row;
}

function entryOf(
  ctx: OperatorContext,
  action: OperatorAction,
  { id, note, row: { name, subject } }: { id: number; note: string | null; row: HandledAlert },
) {
  const detail = { alert: id, rule: name, title: describeAlert(name).title, subject };
  return operatorEntry(ctx, action, { accountId: null, reason: note, detail });
}

const recovered = () =>
  new DomainError("invalid_request", "This alert has already recovered. There is nothing left to do.");

export const handlingOf = (row: Omit<HandledAlert, "name" | "subject" | "recoveredAt">): AlertHandling => ({
  acknowledged_at: isoTimeOrNull(row.acknowledgedAt),
  acknowledged_by: row.acknowledgedBy,
  closed_at: isoTimeOrNull(row.closedAt),
  closed_by: row.closedBy,
  note: row.note,
});
