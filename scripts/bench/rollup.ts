import { HOUR_MS } from "#core/domain/ranges.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { type BenchDatabase, withDatabase } from "./bench-database.ts";
import { median, ratio, type Sample, sample, times } from "./measure.ts";
import { printReport } from "./report.ts";
import { loadUsage, NOW } from "./usage-load.ts";

const MANY = 1_000_000;
const FEW = 100_000;
const ACCOUNTS = 20;
const NEW_ROWS = 1000;
const ROUNDS = 31;
const GROWTH_TARGET = 1.2;
const CHUNK_TARGET_MS = 150;

const rollUp = (db: Database) => rollUpUsage({ db, clock: performance, requestId: "bench" });

/** The roll-up against one plain statement, and new rows on a large table against a small one. */
export async function rollup(): Promise<boolean> {
  return await withDatabase((large) =>
    withDatabase(async (small) => {
      await loadUsage(small.db, { rows: FEW, accounts: ACCOUNTS });
      await rollUp(small.db);
      await loadUsage(large.db, { rows: MANY, accounts: ACCOUNTS });
      const whole = await measureWhole(large);
      return report(whole, await measureNewRows(large, small));
    }),
  );
}

interface Whole {
  plain: Sample;
  rolled: Sample;
  worst: Sample;
}

async function measureWhole(large: BenchDatabase): Promise<Whole> {
  const plain: Sample[] = [await samplePlain(large)];
  const clock = chunkClock(large);
  const rolled = await sample(large, () => rollUpUsage({ db: large.db, clock, requestId: "bench" }));
  for (let i = 0; i < 2; i++) plain.push(await samplePlain(large));
  return { plain: median(plain), rolled, worst: clock.worst() };
}

/** The service asks for the time before and after each chunk; this clock notes the server's CPU time as well. */
function chunkClock({ cpu }: BenchDatabase) {
  const asked: { wall: number; cpu: number }[] = [];
  const longest = (of: "wall" | "cpu") =>
    Math.max(...asked.map((mark, i) => (i % 2 === 0 ? 0 : mark[of] - (asked[i - 1]?.[of] ?? 0))));
  return {
    now: () => {
      const wall = performance.now();
      asked.push({ wall, cpu: cpu() ?? 0 });
      return wall;
    },
    worst: (): Sample => ({ ms: longest("wall"), cpu: longest("cpu") }),
  };
}

/** One statement over all rows, without tallies, halves of hours, days, or totals of all keys. */
async function samplePlain(large: BenchDatabase): Promise<Sample> {
  await large.db.$client.execute(`CREATE TABLE plain (account_id INTEGER, key_id INTEGER, hour INTEGER,
    endpoint_id INTEGER, n INTEGER, x INTEGER, t INTEGER, c INTEGER,
    PRIMARY KEY (account_id, key_id, hour, endpoint_id)) STRICT, WITHOUT ROWID`);
  const taken = await sample(large, () =>
    large.db.$client.execute(`INSERT INTO plain
      SELECT account_id, key_id, timestamp / ${HOUR_MS} AS hour, endpoint_id, count(*), sum(status_code >= 400),
        sum(response_time), sum(cost_micros)
      FROM api_usage GROUP BY account_id, key_id, hour, endpoint_id`),
  );
  await large.db.$client.execute("DROP TABLE plain");
  return taken;
}

/** The two databases take turns, and take turns at being first, so that a busy moment of the machine meets both. */
async function measureNewRows(large: BenchDatabase, small: BenchDatabase) {
  const samples = { large: [] as Sample[], small: [] as Sample[] };
  for (let round = 0; round < ROUNDS; round++) {
    const load = { rows: NEW_ROWS, accounts: ACCOUNTS, first: MANY + round * NEW_ROWS, from: NOW - 60_000 };
    await loadUsage(large.db, load, true);
    await loadUsage(small.db, load, true);
    for (const size of round % 2 === 0 ? (["large", "small"] as const) : (["small", "large"] as const)) {
      const database = size === "large" ? large : small;
      samples[size].push(await sample(database, () => rollUp(database.db)));
    }
  }
  return { large: median(samples.large), small: median(samples.small) };
}

function report(whole: Whole, fresh: { large: Sample; small: Sample }): boolean {
  const perSecond = ({ ms }: Sample) => `${Math.round((MANY / ms) * 1000).toLocaleString("en-US")} rows/s`;
  return printReport(`rollup: ${MANY.toLocaleString("en-US")} rows of ${ACCOUNTS} accounts`, [
    { what: "plain INSERT … SELECT GROUP BY key × endpoint × hour", figure: perSecond(whole.plain) },
    { what: "the roll-up, in chunks of 10,000", figure: perSecond(whole.rolled) },
    { what: "  against the plain statement", figure: ratio(whole.plain, whole.rolled) },
    {
      what: "  its worst chunk",
      figure: times(whole.worst),
      target: `at most ${CHUNK_TARGET_MS} ms`,
      met: whole.worst.ms <= CHUNK_TARGET_MS,
    },
    { what: "1,000 new rows on 100,000", figure: times(fresh.small) },
    { what: "1,000 new rows on 1,000,000", figure: times(fresh.large) },
    {
      what: "  growth",
      figure: ratio(fresh.large, fresh.small),
      target: `at most ${GROWTH_TARGET}×`,
      met: fresh.large.ms / fresh.small.ms <= GROWTH_TARGET,
    },
  ]);
}
