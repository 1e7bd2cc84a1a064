import { DAY_MS, HOUR_MS } from "#core/domain/ranges.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { type BenchDatabase, withDatabase } from "./bench-database.ts";
import { median, ratio, type Sample, sample, times } from "./measure.ts";
import { printReport } from "./report.ts";
import { BIG_ACCOUNT, loadUsage, NOW } from "./usage-load.ts";

const ROWS = 500_000;
const FRESH_ROWS = 500;
const FROM = NOW - 30 * DAY_MS;
const ROUNDS = 5;
const VIEWS_A_ROUND = 9;
const GROUP_BY_TARGET = 60;
const FETCH_ALL_TARGET = 500;

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
  view: Sample;
  groupBy: Sample;
  fetchAll: Sample;
}

/** The rivals take turns, so that a busy moment of the machine meets all of them. */
async function measure(database: BenchDatabase): Promise<Measured> {
  const { db } = database;
  const views: Sample[] = [];
  const groupBys: Sample[] = [];
  const fetchAlls: Sample[] = [];
  fetchAlls.push(await sample(database, () => expectSameTotals(db)));
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < VIEWS_A_ROUND; i++) views.push(await sample(database, () => view(db)));
    groupBys.push(await sample(database, () => rawGroupBy(db)));
    if (round === 2) fetchAlls.push(await sample(database, () => fetchAllRows(db)));
  }
  return { view: median(views), groupBy: median(groupBys), fetchAll: median(fetchAlls) };
}

function report({ view: ours, groupBy, fetchAll }: Measured): boolean {
  const byGroup = groupBy.ms / ours.ms;
  const byFetch = fetchAll.ms / ours.ms;
  return printReport(`dash-query: 30 days of an account with ${ROWS.toLocaleString("en-US")} requests`, [
    { what: "the dashboard's answer", figure: times(ours) },
    { what: "raw GROUP BY: series and top endpoints", figure: times(groupBy) },
    {
      what: "  against the dashboard's answer",
      figure: ratio(groupBy, ours),
      target: `at least ${GROUP_BY_TARGET}×`,
      met: byGroup >= GROUP_BY_TARGET,
    },
    { what: "all rows in pages of 1,000", figure: times(fetchAll) },
    {
      what: "  against the dashboard's answer",
      figure: ratio(fetchAll, ours),
      target: `at least ${FETCH_ALL_TARGET}×`,
      met: byFetch >= FETCH_ALL_TARGET,
    },
  ]);
}

function view(db: Database) {
  const account = { id: BIG_ACCOUNT, userId: "bench", email: "bench@example.com" };
  const ctx = { db, account, clock: { now: () => NOW }, requestId: "bench" };
  return getAnalytics(ctx, { range: "30d", tz: "UTC" });
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
  const [answer, fetched] = [await view(db), await fetchAllRows(db)];
  if (answer.total_requests === fetched) return;
  throw new Error(`The view has ${answer.total_requests} requests, the raw rows ${fetched}.`);
}
