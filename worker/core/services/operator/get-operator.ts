import type { OperatorResponse } from "#core/contract/operator.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { findAccountOfUser } from "#core/storage/accounts.ts";
import { readAlertSettings } from "#core/storage/alert-settings.ts";
import { readOperatorCounts } from "#core/storage/operator-counts.ts";
import { noRead, together } from "#core/storage/read.ts";

/** Who is signed in, and what needs them, for the frame of the desk. */
export async function getOperator(
  { db, clock, operator, operatorUserId }: OperatorContext,
  email: string,
): Promise<OperatorResponse> {
  const [counts, settings, own] = await together(db, [
    readOperatorCounts(db, clock.now()),
    readAlertSettings(db),
    operatorUserId === null ? noRead(db) : findAccountOfUser(db, { userId: operatorUserId, sessionId: null }),
  ]);
  return {
    email,
    name: operator,
    account: own?.id ?? null,
    firing_alerts: counts.firingAlerts,
    failing_payments: counts.failingPayments,
    runbook: settings?.runbook ?? null,
  };
}
