import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { totalHours } from "#core/services/rollup/total-hours.ts";
import type { Database } from "#core/storage/database.ts";
import { type BenchDatabase, withDatabase } from "./bench-database.ts";
import { EQUAL, equalAccounts, FEW, MANY } from "./dash-equal.ts";
import { fetchAllRows, RIVALS, type RivalName } from "./dash-rivals.ts";
import { contextOf, VIEWS } from "./dash-views.ts";
import { wideAccount } from "./dash-wide.ts";
import { median, ratio, type Sample, sample, times } from "./measure.ts";
import { type Line, printReport } from "./report.ts";
import { BIG_ACCOUNT, loadUsage, NOW } from "./usage-load.ts";

const ACCOUNTS = 20;
const FRESH_ROWS = 500;
const ROUNDS = 5;
const VIEWS_A_ROUND = 9;
const NAMES = Object.keys(RIVALS) as RivalName[];

/** The dashboard's views compared with equivalent queries of the raw rows, and with a large database. */
export async function dashQuery(): Promise<boolean> {
  const asFastAsRivals = await withDatabase((large) =>
    withDatabase(async (small) => {
      await fill(small.db, FEW);
      await fill(large.db, MANY);
      const rows = await expectSameTotals(large.db);
      const fast = report(rows, await measure(large));
      return (await equalAccounts(large, small)) && fast;
    }),
  );
  return (await wideAccount()) && asFastAsRivals;
}

/** The first account has half of the rows that are not the equal account's; the latest are not rolled up yet. */
async function fill(db: Database, rows: number): Promise<void> {
  const others = rows - EQUAL.rows - FRESH_ROWS;
  await loadUsage(db, { ...EQUAL, accounts: 1, first: MANY });
  await loadUsage(db, { rows: others, accounts: ACCOUNTS });
  const ctx = { db, clock: { now: () => NOW }, requestId: "bench" };
  await rollUpUsage(ctx);
  await totalHours(ctx, { maxChecks: Number.POSITIVE_INFINITY });
  await buildDays(ctx);
  await loadUsage(db, { rows: FRESH_ROWS, accounts: ACCOUNTS, first: 2 * MANY, from: NOW - 60_000 }, true);
}

async function expectSameTotals(db: Database): Promise<number> {
  const fetched = await fetchAllRows(db, "30d");
  for (const tz of ["UTC", "Asia/Kolkata", "Asia/Kathmandu"]) {
    const { total_requests: seen } = await getAnalytics(contextOf(db, BIG_ACCOUNT), { range: "30d", tz });
    if (seen !== fetched) throw new Error(`${tz} sees ${seen} requests, the raw rows are ${fetched}.`);
  }
  return fetched;
}

type Samples = Map<string, Sample[]>;

/** The rivals take turns, so that a busy moment of the machine meets all of them. */
async function measure(large: BenchDatabase): Promise<Samples> {
  const { db } = large;
  const ctx = contextOf(db, BIG_ACCOUNT);
  const samples: Samples = new Map();
  const take = async (name: string, work: () => Promise<unknown>) => {
    samples.set(name, [...(samples.get(name) ?? []), await sample(large, work)]);
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < VIEWS_A_ROUND; i++) {
      for (const { what, ask } of VIEWS) await take(what, () => ask(ctx));
      for (const name of NAMES) {
        const { pace, ask } = RIVALS[name];
        const now = pace === "each view" || (i === 0 && (pace === "each round" || round % 2 === 0));
        if (now) await take(name, () => ask(db));
      }
    }
  }
  return samples;
}

function report(rows: number, samples: Samples): boolean {
  const of = (name: string) => median(samples.get(name) ?? []);
  const lines = VIEWS.flatMap(({ what, against }): Line[] => {
    const mine = of(what);
    const ratios = NAMES.flatMap((name): Line[] => {
      const target = against[name];
      if (target === undefined) return [];
      const rival = of(name);
      const verdict = { target: `at least ${target}×`, met: rival.ms / mine.ms >= (target ?? 0) };
      return [{ what: `  against ${name}`, figure: ratio(rival, mine), ...(target !== null && verdict) }];
    });
    return [{ what, figure: times(mine) }, ...ratios];
  });
  const title = `dash-query: an account with ${rows.toLocaleString("en-US")} of ${MANY.toLocaleString("en-US")} requests`;
  return printReport(title, [...NAMES.map((name) => ({ what: name, figure: times(of(name)) })), ...lines]);
}
