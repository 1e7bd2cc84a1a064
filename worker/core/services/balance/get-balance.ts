import type { BalanceResponse, RunwayResponse } from "#core/contract/account.ts";
import {
  type AccountSettings,
  SETTING_NAMES,
  type SettingName,
  type SettingsChanges,
} from "#core/domain/account-settings.ts";
import { byKeyExpense } from "#core/domain/analytics-figures.ts";
import { rollingSpan } from "#core/domain/analytics-window.ts";
import { dollarsFromMicros } from "#core/domain/money.ts";
import { runwayOf } from "#core/domain/runway.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import { auditStamp } from "#core/services/audit/audit-stamp.ts";
import type { AccountContext, LiveMeteringContext } from "#core/services/context.ts";
import { pendingView } from "#core/services/receipts/receipts.ts";
import { changeSettingsOf } from "#core/storage/account-settings.ts";
import type { KeyCost } from "#core/storage/breakdown.ts";
import type { Database } from "#core/storage/database.ts";
import { readBalance } from "#core/storage/ledger.ts";
import { together } from "#core/storage/read.ts";
import { readPendingTopUps } from "#core/storage/receipts.ts";
import { readRunway } from "#core/storage/runway.ts";

/** In dollars, exact to the micro-dollar. `held` is 0 when it can't be read at once. */
export async function getBalance(ctx: AccountContext & LiveMeteringContext): Promise<BalanceResponse> {
  const { db, account } = ctx;
  const [balance, held] = await Promise.all([readFunds(db, account.id), heldMicros(ctx)]);
  return balanceView(balance, { held, settings: account.settings });
}

const readFunds = (db: Database, accountId: number) =>
  together(db, [readBalance(db, accountId), readPendingTopUps(db, accountId)]);

const balanceView = (
  [{ micros, everFunded }, pending]: Awaited<ReturnType<typeof readFunds>>,
  { held, settings }: { held: number; settings: AccountSettings },
): BalanceResponse => ({
  balance: dollarsFromMicros(micros),
  held: dollarsFromMicros(held),
  currency: "USD",
  ever_funded: everFunded,
  ...settings,
  pending: pending.map(pendingView),
});

/** A new limit of a low balance notifies below it from the next charge on. Repeating it changes nothing. */
export async function changeSettings(
  ctx: AccountContext & LiveMeteringContext,
  changes: SettingsChanges,
): Promise<BalanceResponse> {
  const { db, account } = ctx;
  const isChange = (name: SettingName) =>
    changes[name] !== undefined && changes[name] !== account.settings[name];
  const detail = Object.fromEntries(SETTING_NAMES.filter(isChange).map((name) => [name, changes[name]]));
  const { settings, after } = await changeSettingsOf(
    db,
    { ...auditStamp(ctx, account.id), action: "settings.changed", subject: "account", detail },
    { changes, read: readFunds(db, account.id) },
  );
  return balanceView(after, { held: await heldMicros(ctx), settings: settings ?? account.settings });
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
