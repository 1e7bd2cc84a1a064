import { compareContents, contentsOf } from "#core/domain/bucket-check.ts";
import { dayUnderWay } from "#core/domain/cron.ts";
import { DomainError } from "#core/domain/errors.ts";
import { DAY_MS, HOUR_MS, isoTime } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { readRetention } from "#core/storage/retention.ts";
import { buildDay } from "#core/storage/rollup-days.ts";
import { packTallies } from "#core/storage/rollup-packing.ts";
import {
  findNextAccount,
  findUnits,
  openDay,
  readUnit,
  rebuildHour,
  type Unit,
} from "#core/storage/rollup-rebuild.ts";

export interface RebuildRequest {
  /** UTC days since the epoch, both included. */
  firstDay: number;
  lastDay: number;
  /** accounts.id; by default all accounts, in order, from after `after`. */
  account?: number | undefined;
  after?: number | undefined;
  dryRun?: boolean | undefined;
}

export interface RebuildReport {
  accounts: number;
  /** Hours and days that exist or should. */
  buckets: number;
  /** Hours that did not match the raw rows, and days that did not match their hours. */
  differed: number;
  left: number;
}

export interface AccountProgress extends Omit<RebuildReport, "accounts"> {
  account: number;
}

const HOURS_A_DAY = DAY_MS / HOUR_MS;
const keptOnlyFrom = (retiredBefore: number) =>
  new DomainError(
    "invalid_request",
    `Raw rows are complete from ${isoTime(retiredBefore).slice(0, 10)} on; earlier days cannot be rebuilt.`,
    { field: "from" },
  );

/**
 * Compares hours with their raw rows and built days with their hours, and rebuilds those that differ, one transaction each.
 * Safe beside writers, and to repeat or interrupt. @throws DomainError `invalid_request` for retired days.
 */
export async function rebuildRollup(
  ctx: ServiceContext,
  request: RebuildRequest,
  onAccount: (progress: AccountProgress) => void = () => {},
): Promise<RebuildReport> {
  const { retiredBefore } = await readRetention(ctx.db);
  if (retiredBefore > request.firstDay * DAY_MS) throw keptOnlyFrom(retiredBefore);
  const report: RebuildReport = { accounts: 0, buckets: 0, differed: 0, left: 0 };
  for await (const account of accountsOf(ctx, request)) {
    const progress = await rebuildAccount(ctx, account, request);
    report.accounts++;
    for (const figure of ["buckets", "differed", "left"] as const) report[figure] += progress[figure];
    onAccount(progress);
  }
  return report;
}

async function* accountsOf(
  { db }: ServiceContext,
  { account, after = 0 }: RebuildRequest,
): AsyncGenerator<number> {
  if (account !== undefined) {
    yield account;
    return;
  }
  for (let next = await findNextAccount(db, after); next !== null; next = await findNextAccount(db, next)) {
    yield next;
  }
}

async function rebuildAccount(ctx: ServiceContext, account: number, request: RebuildRequest) {
  const progress: AccountProgress = { account, buckets: 0, differed: 0, left: 0 };
  for (const unit of await unitsOf(ctx, account, request)) {
    const { buckets, differed } = await compare(ctx, unit);
    progress.buckets += buckets;
    progress.differed += differed;
    if (request.dryRun) continue;
    if (differed > 0) await ("hour" in unit ? rebuildHour(ctx.db, unit) : openDay(ctx.db, unit));
    // Also where an hour of the day was rebuilt.
    if ("day" in unit && unit.day < dayUnderWay(ctx.clock.now())) await buildDay(ctx.db, unit);
    if (differed > 0) progress.left += (await compare(ctx, unit)).differed;
  }
  if (progress.differed > 0 && !request.dryRun) await packTallies(ctx.db);
  return progress;
}

/** Hours come before their day, which is their sum. */
async function unitsOf({ db }: ServiceContext, account: number, request: RebuildRequest): Promise<Unit[]> {
  const { firstDay, lastDay } = request;
  const { hours, days } = await findUnits(db, account, { first: firstDay, end: lastDay + 1 });
  const dayOf = (hour: number) => Math.floor(hour / HOURS_A_DAY);
  const all = [...new Set([...hours.map(dayOf), ...days])].sort((a, b) => a - b);
  const byDay = Map.groupBy(hours, dayOf);
  return all.flatMap((day) => [
    ...(byDay.get(day) ?? []).map((hour) => ({ account, hour })),
    { account, day },
  ]);
}

async function compare({ db }: ServiceContext, unit: Unit) {
  const { retiredBefore, tables } = await readUnit(db, unit);
  const isHour = "hour" in unit;
  const begins = isHour ? unit.hour * HOUR_MS : unit.day * DAY_MS;
  if (retiredBefore > begins) throw keptOnlyFrom(retiredBefore);
  const sum = { buckets: 0, differed: 0 };
  for (const { expected, stored } of tables) {
    const { buckets, differed } = compareContents(contentsOf(expected), contentsOf(stored));
    sum.buckets += buckets;
    sum.differed += differed;
  }
  return sum;
}
