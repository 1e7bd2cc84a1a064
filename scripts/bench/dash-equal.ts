import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { contextOf } from "./dash-views.ts";
import { median, ratio, type Sample, sample, times } from "./measure.ts";
import { printReport } from "./report.ts";

export const MANY = 1_000_000;
export const FEW = 100_000;
/** The same account in both databases. */
export const EQUAL = { rows: 50_000, firstAccount: 1001 };
const VIEWS = 401;
const TARGET = 1.1;

/** Checks that an account's view costs the same with many rows of other accounts as with few. */
export async function equalAccounts(large: BenchDatabase, small: BenchDatabase): Promise<boolean> {
  return report(await measure(large, small));
}

/** The two databases take turns, and take turns at being first. */
async function measure(large: BenchDatabase, small: BenchDatabase) {
  const samples = { large: [] as Sample[], small: [] as Sample[] };
  const view = ({ db }: BenchDatabase) =>
    getAnalytics(contextOf(db, EQUAL.firstAccount), { range: "30d", tz: "UTC" });
  for (let i = 0; i < VIEWS; i++) {
    const order = i % 2 === 0 ? (["large", "small"] as const) : (["small", "large"] as const);
    for (const size of order) {
      const database = size === "large" ? large : small;
      samples[size].push(await sample(database, () => view(database)));
    }
  }
  return { large: median(samples.large), small: median(samples.small) };
}

function report({ large, small }: { large: Sample; small: Sample }): boolean {
  const count = (rows: number) => rows.toLocaleString("en-US");
  return printReport(`dash-query: 30 days of an account with ${count(EQUAL.rows)} requests`, [
    { what: `among ${count(FEW)} rows`, figure: times(small) },
    { what: `among ${count(MANY)} rows`, figure: times(large) },
    {
      what: "  growth",
      figure: ratio(large, small),
      target: `at most ${TARGET}×`,
      met: large.ms / small.ms <= TARGET,
    },
  ]);
}
