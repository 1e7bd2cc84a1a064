import { type Bucket, compareContents, contentsOf, withAllKeys } from "#core/domain/bucket-check.ts";
import { DomainError } from "#core/domain/errors.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/ranges.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { readRetention } from "#core/storage/retention.ts";
import { packTallies } from "#core/storage/rollup-packing.ts";
import {
  findNextAccount,
  findUnits,
  readUnit,
  rebuildUnit,
  type Unit,
} from "#core/storage/rollup-rebuild.ts";

export interface RebuildRequest {
  /** UTC days from the epoch, both included. */
  firstDay: number;
  lastDay: number;
  /** accounts.id; without it all accounts, by number, those after `after` only. */
  account?: number | undefined;
  after?: number | undefined;
  /** Compare, and leave everything as it is. */
  dryRun?: boolean | undefined;
}

export interface RebuildReport {
  accounts: number;
  /** Buckets of hours and days that are there or should be. */
  buckets: number;
  /** Of these, the hours that were not what the raw rows give, and the days that were not the sum of their hours. */
  differed: number;
  /** Of these, the ones that still are not after being rebuilt; always 0 of a dry run. */
  left: number;
}

export interface AccountProgress extends Omit<RebuildReport, "accounts"> {
  account: number;
}

const HOURS_A_DAY = DAY_MS / HOUR_MS;
const keptOnlyFrom = (retiredBefore: number) =>
  new DomainError(
    "invalid_request",
    `Raw rows are complete from ${new Date(retiredBefore).toISOString().slice(0, 10)} on; earlier days cannot be rebuilt.`,
    { field: "from" },
  );

/**
 * Compares the buckets of every hour with the raw rows that are rolled up, then those of its day with the hours, and
 * rebuilds the hours and days in which one differs, each in a transaction of its own. Running roll-ups and writers go on beside it: each comparison and each
 * replacement sees one moment. Repeating it or breaking it off does no harm; what is right already is only read.
 * @throws DomainError `invalid_request` when raw rows of the days have been retired, before or meanwhile.
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
    if (differed === 0 || request.dryRun) continue;
    await rebuildUnit(ctx.db, unit);
    progress.left += (await compare(ctx, unit)).differed;
  }
  if (progress.differed > 0 && !request.dryRun) await packTallies(ctx.db);
  return progress;
}

/** Hours before their day, which is the sum of them. */
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
  const { retiredBefore, expected, stored } = await readUnit(db, unit);
  const isHour = "hour" in unit;
  const begins = isHour ? unit.hour * HOUR_MS : unit.day * DAY_MS;
  if (retiredBefore > begins) throw keptOnlyFrom(retiredBefore);
  const contents = (buckets: Bucket[]) => (isHour ? withAllKeys(buckets) : contentsOf(buckets));
  const series = compareContents(contents(expected.series), contentsOf(stored.series));
  const endpoints = compareContents(contents(expected.endpoints), contentsOf(stored.endpoints));
  return { buckets: series.buckets + endpoints.buckets, differed: series.differed + endpoints.differed };
}
