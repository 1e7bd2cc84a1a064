import type { SpendAlertsResponse } from "#core/contract/spend-alerts.ts";
import { budgetWindow } from "#core/domain/gateway/budgets.ts";
import { dollarsFromMicros, microsFromDollars } from "#core/domain/money.ts";
import { dayName, isoTime } from "#core/domain/time.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext } from "#core/services/context.ts";
import type { Read } from "#core/storage/read.ts";
import { readSpendAlerts, type SpendAlerts, setSpendAlertsOf } from "#core/storage/spend-alerts.ts";

/** The amounts of a UTC month's spend at which the account is notified, and this month's spend, in dollars. */
export function getSpendAlerts({ db, account, clock }: AccountContext): Read<SpendAlertsResponse> {
  const now = clock.now();
  return readSpendAlerts(db, account.id, now).map((stored) => spendAlertsView(stored, now));
}

const spendAlertsView = ({ alerts, spentMicros }: SpendAlerts, now: number): SpendAlertsResponse => ({
  alerts: alerts.map(({ micros, reachedDay }) => ({
    amount: dollarsFromMicros(micros),
    reached_on: reachedDay === null ? null : dayName(reachedDay),
  })),
  spent: dollarsFromMicros(spentMicros),
  resets_at: isoTime(budgetWindow("month", now).to),
});

/**
 * Replaces the account's alerts (dollars). An amount that this month has reached already notifies from the next month
 * on. Repeating it changes nothing.
 */
export async function setSpendAlerts(
  ctx: AccountContext,
  amounts: readonly number[],
): Promise<SpendAlertsResponse> {
  const stamp = auditStamp(ctx, ctx.account.id);
  const detail = { amounts: amounts.toSorted((a, b) => a - b) };
  const stored = await setSpendAlertsOf(
    ctx.db,
    { ...stamp, action: "spend_alerts.changed", subject: "account", detail },
    amounts.map(microsFromDollars),
  );
  return spendAlertsView(stored, stamp.at);
}
