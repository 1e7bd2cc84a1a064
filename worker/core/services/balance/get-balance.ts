import type { BalanceChanges, BalanceResponse, RunwayResponse } from "#core/contract/account.ts";
import { byKeyExpense } from "#core/domain/analytics-figures.ts";
import { rollingSpan } from "#core/domain/analytics-window.ts";
import { dollarsFromMicros, microsFromDollars } from "#core/domain/money.ts";
import { runwayOf } from "#core/domain/runway.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, LiveMeteringContext } from "#core/services/context.ts";
import { pendingView } from "#core/services/receipts/receipts.ts";
import type { KeyCost } from "#core/storage/breakdown.ts";
import type { Database } from "#core/storage/database.ts";
import { readBalance } from "#core/storage/ledger.ts";
import { setLowBalanceOf } from "#core/storage/low-balance.ts";
import { together } from "#core/storage/read.ts";
import { readPendingTopUps } from "#core/storage/receipts.ts";
import { readRunway } from "#core/storage/runway.ts";

/** In dollars, exact to the micro-dollar. `held` is 0 when it can't be read at once. */
export async function getBalance(ctx: AccountContext & LiveMeteringContext): Promise<BalanceResponse> {
  const { db, account } = ctx;
  const [balance, held] = await Promise.all([readFunds(db, account.id), heldMicros(ctx)]);
  return balanceView(balance, { held, lowBalanceMicros: account.lowBalanceMicros });
}

const readFunds = (db: Database, accountId: number) =>
  together(db, [readBalance(db, accountId), readPendingTopUps(db, accountId)]);

const balanceView = (
  [{ micros, everFunded }, pending]: Awaited<ReturnType<typeof readFunds>>,
  { held, lowBalanceMicros }: { held: number; lowBalanceMicros: number },
): BalanceResponse => ({
  balance: dollarsFromMicros(micros),
  held: dollarsFromMicros(held),
  currency: "USD",
  ever_funded: everFunded,
  low_balance_threshold: dollarsFromMicros(lowBalanceMicros),
  pending: pending.map(pendingView),
});

/** From the next charge on, the account is notified below this threshold. Repeating it changes nothing. */
export async function changeBalance(
  ctx: AccountContext & LiveMeteringContext,
  { low_balance_threshold }: BalanceChanges,
): Promise<BalanceResponse> {
  const { db, account } = ctx;
  const entry = { ...auditStamp(ctx, account.id), action: "low_balance.changed" } as const;
  const detail = { dollars: low_balance_threshold };
  const { lowBalanceMicros, after } = await setLowBalanceOf(
    db,
    { ...entry, subject: "account", detail },
    { micros: microsFromDollars(low_balance_threshold), read: readFunds(db, account.id) },
  );
  return balanceView(after, { held: await heldMicros(ctx), lowBalanceMicros });
}

/** Without a route the account has no key yet, so nothing is in progress. */
const heldMicros = async ({ account, metering }: AccountContext & LiveMeteringContext): Promise<number> =>
  account.route === null ? 0 : (await metering.inProgress(account.route)).heldMicros;

/** How long the balance lasts at the pace of the last 7 × 24 hours, and each key's share; see `runwayOf`. */
export async function getRunway(ctx: AccountContext): Promise<RunwayResponse> {
  const now = ctx.clock.now();
  const span = rollingSpan("7d", now);
  const { keys, ...reading } = await readRunway(ctx.db, ctx.account.id, span);
  const cost = keys.reduce((sum, key) => sum + key.cost, 0);
  const runway = runwayOf({ ...reading, from: span.from, to: now, cost });
  return {
    as_of: isoTime(now),
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
    lasts_until: isoTimeOrNull(runway.lastsUntil),
  };
}

const keyView = ({ publicId, name, cost }: KeyCost, total: number) => ({
  key_id: publicId,
  name,
  cost: dollarsFromMicros(cost),
  share: (100 * cost) / total,
});
