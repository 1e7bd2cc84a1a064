import { RANGE_MS } from "#core/domain/ranges.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { type BenchDatabase, withDatabase } from "./bench-database.ts";
import { fetchAllRows, rawGroupBy } from "./dash-rivals.ts";
import { contextOf, VIEWS } from "./dash-views.ts";
import { median, ratio, type Sample, sample, times } from "./measure.ts";
import { type Line, printReport } from "./report.ts";
import { BIG_ACCOUNT, loadUsage, NOW } from "./usage-load.ts";

const MANY = 1_000_000;
const FEW = 100_000;
const ACCOUNTS = 20;
const FRESH_ROWS = 500;
/** The same account in both databases. */
const EQUAL = { rows: 50_000, firstAccount: 1001 };
const ROUNDS = 5;
const VIEWS_A_ROUND = 9;
const EQUAL_VIEWS = 61;
const EQUAL_TARGET = 1.1;
const RIVALS = ["30d", "24h"] as const;
type Rivals = Record<(typeof RIVALS)[number], Sample>;

/** The dashboard's views against what answers the same from the raw rows, and one account's in a large database. */
export async function dashQuery(): Promise<boolean> {
  return await withDatabase((large) =>
    withDatabase(async (small) => {
      await fill(small.db, FEW);
      await fill(large.db, MANY);
      const against = reportViews(await measure(large));
      return reportEqual(await measureEqual(large, small)) && against;
    }),
  );
}

/** The first account has half of the rows that are not the equal account's, and the latest are not rolled up yet. */
async function fill(db: Database, rows: number): Promise<void> {
  const others = rows - EQUAL.rows - FRESH_ROWS;
  await loadUsage(db, { ...EQUAL, accounts: 1, first: MANY });
  await loadUsage(db, { rows: others, accounts: ACCOUNTS });
  await rollUpUsage({ db, clock: { now: () => NOW }, requestId: "bench" });
  await loadUsage(db, { rows: FRESH_ROWS, accounts: ACCOUNTS, first: 2 * MANY, from: NOW - 60_000 }, true);
}

interface Measured {
  rows: number;
  /** One for each of `VIEWS`, in their order. */
  views: Sample[];
  groupBy: Rivals;
  fetchAll: Sample;
}

const fromOf = (range: keyof Rivals) => NOW - RANGE_MS[range];

/** The rivals take turns, so that a busy moment of the machine meets all of them. */
async function measure(large: BenchDatabase): Promise<Measured> {
  const { db } = large;
  const ctx = contextOf(db, BIG_ACCOUNT);
  const views: Sample[][] = VIEWS.map(() => []);
  const groupBys: Record<keyof Rivals, Sample[]> = { "30d": [], "24h": [] };
  const fetchAlls: Sample[] = [];
  const rows = await expectSameTotals(db);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < VIEWS_A_ROUND; i++) {
      for (const [n, { ask }] of VIEWS.entries()) views[n]?.push(await sample(large, () => ask(ctx)));
      groupBys["24h"].push(await sample(large, () => rawGroupBy(db, fromOf("24h"))));
    }
    groupBys["30d"].push(await sample(large, () => rawGroupBy(db, fromOf("30d"))));
    if (round % 2 === 0) fetchAlls.push(await sample(large, () => fetchAllRows(db, fromOf("30d"))));
  }
  const groupBy = { "30d": median(groupBys["30d"]), "24h": median(groupBys["24h"]) };
  return { rows, views: views.map(median), groupBy, fetchAll: median(fetchAlls) };
}

async function expectSameTotals(db: Database): Promise<number> {
  const fetched = await fetchAllRows(db, fromOf("30d"));
  for (const tz of ["UTC", "Asia/Kolkata", "Asia/Kathmandu"]) {
    const { total_requests: seen } = await getAnalytics(contextOf(db, BIG_ACCOUNT), { range: "30d", tz });
    if (seen !== fetched) throw new Error(`${tz} sees ${seen} requests, the raw rows are ${fetched}.`);
  }
  return fetched;
}

function reportViews({ rows, views, groupBy, fetchAll }: Measured): boolean {
  const ours = VIEWS.flatMap((view, n): Line[] => {
    const mine = views[n] ?? { ms: Number.NaN, cpu: null };
    const against = (what: string, rival: Sample, target: number | undefined): Line => ({
      what: `  ${what} against it`,
      figure: ratio(rival, mine),
      ...(target !== undefined && { target: `at least ${target}×`, met: rival.ms / mine.ms >= target }),
    });
    return [
      { what: view.what, figure: times(mine) },
      against("raw GROUP BY", groupBy[view.rival], view.groupBy),
      ...(view.rival === "30d" ? [against("all rows", fetchAll, view.fetchAll)] : []),
    ];
  });
  const title = `dash-query: an account with ${rows.toLocaleString("en-US")} of ${MANY.toLocaleString("en-US")} requests`;
  return printReport(title, [
    { what: "raw GROUP BY of 30 days: series and top endpoints", figure: times(groupBy["30d"]) },
    { what: "raw GROUP BY of 24 hours", figure: times(groupBy["24h"]) },
    { what: "all rows of 30 days in pages of 1,000", figure: times(fetchAll) },
    ...ours,
  ]);
}

/** The two databases take turns, and take turns at being first. */
async function measureEqual(large: BenchDatabase, small: BenchDatabase) {
  const samples = { large: [] as Sample[], small: [] as Sample[] };
  const view = ({ db }: BenchDatabase) =>
    getAnalytics(contextOf(db, EQUAL.firstAccount), { range: "30d", tz: "UTC" });
  for (let i = 0; i < EQUAL_VIEWS; i++) {
    const order = i % 2 === 0 ? (["large", "small"] as const) : (["small", "large"] as const);
    for (const size of order) {
      const database = size === "large" ? large : small;
      samples[size].push(await sample(database, () => view(database)));
    }
  }
  return { large: median(samples.large), small: median(samples.small) };
}

function reportEqual({ large, small }: { large: Sample; small: Sample }): boolean {
  const count = (rows: number) => rows.toLocaleString("en-US");
  return printReport(`dash-query: 30 days of an account with ${count(EQUAL.rows)} requests`, [
    { what: `among ${count(FEW)} rows`, figure: times(small) },
    { what: `among ${count(MANY)} rows`, figure: times(large) },
    {
      what: "  growth",
      figure: ratio(large, small),
      target: `at most ${EQUAL_TARGET}×`,
      met: large.ms / small.ms <= EQUAL_TARGET,
    },
  ]);
}
