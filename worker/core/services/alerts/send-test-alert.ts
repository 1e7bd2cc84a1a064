import type { TestAlertResponse } from "#core/contract/operator-alerts.ts";
import { DomainError } from "#core/domain/errors.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { operatorEntry, requiredReason } from "#core/services/operator/operator-entry.ts";
import { readAlertSettings } from "#core/storage/alert-settings.ts";
import { queueTestNotices } from "#core/storage/test-notices.ts";

/**
 * Queues a test notice for each destination, which the next run of the cron sends. A second one within a minute is left
 * out (`repeated`). @throws DomainError `invalid_request` naming the field, or without a destination.
 */
export async function sendTestAlert(
  ctx: OperatorContext,
  input: { reason: string },
): Promise<TestAlertResponse> {
  const reason = requiredReason(input.reason);
  const targets = (await readAlertSettings(ctx.db))?.targets.map(({ target }) => target) ?? [];
  const { length: destinations } = targets;
  if (destinations === 0) throw new DomainError("invalid_request", NO_DESTINATION);
  const log = operatorEntry(ctx, "alert.tested", { accountId: null, reason, detail: { destinations } });
  const summary = `${ctx.operator} sent this test. Nothing is wrong.`;
  return { destinations, repeated: !(await queueTestNotices(ctx.db, { summary, targets }, log)) };
}

const NO_DESTINATION =
  "No destination is known. Set ALERT_EMAILS or ALERT_WEBHOOK_URL for latchkey-rollup, and wait for its next run.";
