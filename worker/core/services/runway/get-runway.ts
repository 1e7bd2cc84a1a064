import type { RunwayAnswer } from "#core/contract/runway.ts";
import { windowSpan } from "#core/domain/analytics-window.ts";
import { byKeyExpense } from "#core/domain/breakdown-order.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { runwayOf } from "#core/domain/runway.ts";
import type { AccountContext } from "#core/services/context.ts";
import type { KeyShare } from "#core/storage/breakdown.ts";
import { readRunway } from "#core/storage/runway.ts";

/**
 * Until when the balance lasts at the pace of the last 7 × 24 hours, or since the account's first paid request when
 * that is younger, and what share of that spending each key has, most expensive first.
 *
 * The pace is what the requests of that time cost, divided by its length, gaps included; `lasts_until` is `as_of`
 * + balance / pace. There is no estimate when the balance is not above zero (`empty`), nothing was spent in those
 * days (`not_spending`), or the first paid request ever is less than a day old or fewer than ten of those days were
 * paid (`too_little_data`). Dollars, exact to the micro-dollar; `daily_cost` is rounded down to it. Requests that are
 * not rolled up yet count as well.
 */
export async function getRunway(ctx: AccountContext): Promise<RunwayAnswer> {
  const span = windowSpan("7d", ctx.clock.now());
  const { keys, ...reading } = await readRunway(ctx.db, ctx.account.id, span);
  const cost = keys.reduce((sum, key) => sum + key.cost, 0);
  const runway = runwayOf({ ...reading, ...span, cost });
  return {
    as_of: new Date(span.to).toISOString(),
    balance: dollarsFromMicros(reading.balance),
    ...estimate(runway),
    keys: keys
      .filter((key) => key.cost > 0)
      .sort(byKeyExpense)
      .map((key) => keyView(key, cost)),
  };
}

function estimate(runway: ReturnType<typeof runwayOf>) {
  const { status } = runway;
  if (status !== "estimated") return { status, daily_cost: null, days_left: null, lasts_until: null };
  return {
    status,
    daily_cost: dollarsFromMicros(runway.dailyCost),
    days_left: runway.daysLeft,
    lasts_until: runway.lastsUntil === null ? null : new Date(runway.lastsUntil).toISOString(),
  };
}

const keyView = ({ publicId, name, cost }: KeyShare, total: number) => ({
  key_id: publicId,
  name,
  cost: dollarsFromMicros(cost),
  share: (100 * cost) / total,
});
