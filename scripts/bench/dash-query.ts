import { DAY_MS, HOUR_MS } from "#core/domain/ranges.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { type BenchDatabase, withDatabase } from "./bench-database.ts";
import { median, ratio, type Sample, sample, times } from "./measure.ts";
import { type Line, printReport } from "./report.ts";
import { BIG_ACCOUNT, loadUsage, NOW } from "./usage-load.ts";

const ROWS = 500_000;
const FRESH_ROWS = 500;
const FROM = NOW - 30 * DAY_MS;
const ROUNDS = 5;
const VIEWS_A_ROUND = 9;
const GROUP_BY_TARGET = 60;
const FETCH_ALL_TARGET = 500;
/** Whole and half hours come from the roll-up; at a quarter hour each midnight cuts an hour of raw rows. */
const READERS = [
  { tz: "UTC", targets: true },
  { tz: "Asia/Kolkata", targets: true },
  { tz: "Asia/Kathmandu", targets: false },
];

/** The dashboard's 30 days against what answers the same question from the raw rows. */
export async function dashQuery(): Promise<boolean> {
  return await withDatabase(async (database) => {
    const { db } = database;
    await loadUsage(db, { rows: ROWS - FRESH_ROWS, accounts: 1 });
    await rollUpUsage({ db, clock: { now: () => NOW }, requestId: "bench" });
    await loadUsage(db, { rows: FRESH_ROWS, accounts: 1, first: ROWS, from: NOW - 60_000 }, true);
    return report(await measure(database));
  });
}

interface Measured {
  /** One for each of `READERS`, in their order. */
  views: Sample[];
  groupBy: Sample;
  fetchAll: Sample;
}

/** The rivals take turns, so that a busy moment of the machine meets all of them. */
async function measure(database: BenchDatabase): Promise<Measured> {
  const { db } = database;
  const views: Sample[][] = READERS.map(() => []);
  const groupBys: Sample[] = [];
  const fetchAlls: Sample[] = [];
  await expectSameTotals(db);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < VIEWS_A_ROUND; i++) {
      for (const [n, { tz }] of READERS.entries()) views[n]?.push(await sample(database, () => view(db, tz)));
    }
    groupBys.push(await sample(database, () => rawGroupBy(db)));
    if (round % 2 === 0) fetchAlls.push(await sample(database, () => fetchAllRows(db)));
  }
  return { views: views.map(median), groupBy: median(groupBys), fetchAll: median(fetchAlls) };
}

function report({ views, groupBy, fetchAll }: Measured): boolean {
  const title = `dash-query: 30 days of an account with ${ROWS.toLocaleString("en-US")} requests`;
  const ours = READERS.flatMap(({ tz, targets }, n) => {
    const mine = views[n] ?? { ms: Number.NaN, cpu: null };
    const against = (what: string, rival: Sample, target: number): Line => ({
      what: `  ${what} against it`,
      figure: ratio(rival, mine),
      ...(targets && { target: `at least ${target}×`, met: rival.ms / mine.ms >= target }),
    });
    return [
      { what: `the dashboard's answer, ${tz}`, figure: times(mine) },
      against("raw GROUP BY", groupBy, GROUP_BY_TARGET),
      against("all rows", fetchAll, FETCH_ALL_TARGET),
    ];
  });
  return printReport(title, [
    { what: "raw GROUP BY: series and top endpoints", figure: times(groupBy) },
    { what: "all rows in pages of 1,000", figure: times(fetchAll) },
    ...ours,
  ]);
}

function view(db: Database, tz: string) {
  const account = { id: BIG_ACCOUNT, userId: "bench", email: "bench@example.com" };
  const ctx = { db, account, clock: { now: () => NOW }, requestId: "bench" };
  return getAnalytics(ctx, { range: "30d", tz });
}

function rawGroupBy(db: Database) {
  const args = [BIG_ACCOUNT, FROM, NOW];
  const mine = "account_id = ? AND timestamp >= ? AND timestamp <= ?";
  const series = `SELECT timestamp / ${HOUR_MS} AS hour, count(*) AS n, sum(status_code >= 400), sum(response_time)
    FROM api_usage WHERE ${mine} GROUP BY hour`;
  const top = `SELECT endpoint_id, count(*) AS n, avg(response_time) FROM api_usage
    WHERE ${mine} GROUP BY endpoint_id ORDER BY n DESC LIMIT 5`;
  return db.$client.batch(
    [
      { sql: series, args },
      { sql: top, args },
    ],
    "read",
  );
}

/** What the specification's dashboard does: every row of the range, 1,000 at a time. */
async function fetchAllRows(db: Database): Promise<number> {
  const sql = `SELECT * FROM api_usage WHERE account_id = ? AND (timestamp, id) > (?, ?) AND timestamp <= ?
    ORDER BY timestamp, id LIMIT 1000`;
  let count = 0;
  let after = [FROM - 1, 0];
  for (;;) {
    const { rows } = await db.$client.execute({ sql, args: [BIG_ACCOUNT, ...after, NOW] });
    count += rows.length;
    const last = rows.at(-1);
    if (rows.length < 1000 || !last) return count;
    after = [Number(last.timestamp), Number(last.id)];
  }
}

async function expectSameTotals(db: Database): Promise<void> {
  const fetched = await fetchAllRows(db);
  for (const { tz } of READERS) {
    const { total_requests: seen } = await view(db, tz);
    if (seen !== fetched) throw new Error(`${tz} sees ${seen} requests, the raw rows are ${fetched}.`);
  }
}
