import { buildDays } from "#core/services/rollup/build-days.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { type BenchDatabase, withDatabase } from "./bench-database.ts";
import { ratio, times } from "./measure.ts";
import { type Line, printReport } from "./report.ts";
import { type Beside, measureBeside, type Waits } from "./rollup-beside.ts";
import { LATER, measureNewRows, measureWhole, type NewRows, type Whole } from "./rollup-speed.ts";
import { loadUsage } from "./usage-load.ts";

const MANY = 1_000_000;
const FEW = 100_000;
const ACCOUNTS = 20;
/** A service with many small customers: nearly every row is of another account than the one before. */
const SMALL_ACCOUNTS = 10_000;
const SPEED_TARGET = 0.48;
const SPREAD_SPEED_TARGET = 0.29;
const GROWTH_TARGET = 1.2;
const WAIT_TARGET_MS = 150;

/** The roll-up against one plain statement, on a large table against a small one, and with concurrent writers. */
export async function rollup(): Promise<boolean> {
  const [whole, fresh, beside] = await withDatabase((large) =>
    withDatabase(async (small) => {
      await loadUsage(small.db, { rows: FEW, accounts: ACCOUNTS });
      await rollUpUsage({ db: small.db, clock: performance, requestId: "bench" });
      await buildDays({ db: small.db, clock: LATER, requestId: "bench" });
      await loadUsage(large.db, { rows: MANY, accounts: ACCOUNTS });
      const all = await measureWhole(large);
      const newRows = await measureNewRows({ large, small }, { first: MANY, accounts: ACCOUNTS });
      return [all, newRows, await measureBeside(large, { first: 2 * MANY, accounts: ACCOUNTS })] as const;
    }),
  );
  const spread = await withDatabase(measureSpread);
  return printReport(`rollup: ${count(MANY)} rows of ${ACCOUNTS} accounts`, [
    ...speedLines(whole, fresh),
    ...besideLines(beside),
    ...spreadLines(spread),
  ]);
}

async function measureSpread(database: BenchDatabase): Promise<Whole> {
  await loadUsage(database.db, { rows: FEW, accounts: SMALL_ACCOUNTS });
  return await measureWhole(database);
}

const count = (rows: number) => rows.toLocaleString("en-US");
const perSecond = (rows: number, ms: number) => `${count(Math.round((rows / ms) * 1000))} rows/s`;
const ms = (value: number) => `${value.toFixed(1)} ms`;
const atMost = (value: number, most: number, unit: string): Pick<Line, "target" | "met"> => ({
  target: `at most ${most}${unit}`,
  met: value <= most,
});
const speed = ({ plain, rolled }: Whole, least: number): Line => ({
  what: "  against the plain statement",
  figure: ratio(plain, rolled),
  target: `at least ${least}×`,
  met: plain.ms / rolled.ms >= least,
});
const building = ({ built }: Whole): Line => ({
  what: `building ${count(built.days)} days of accounts, once they are over`,
  figure: `${times(built)}, ${((1000 * built.ms) / built.days).toFixed(0)} µs each`,
});
const worstChunk = (worst: number): Line => ({
  what: "  the longest that a chunk held the write lock",
  figure: ms(worst),
  ...atMost(worst, WAIT_TARGET_MS, " ms"),
});

const speedLines = (whole: Whole, fresh: NewRows): Line[] => [
  {
    what: "plain INSERT … SELECT GROUP BY key × endpoint × model × hour",
    figure: perSecond(MANY, whole.plain.ms),
  },
  { what: "the roll-up into hours, in chunks", figure: perSecond(MANY, whole.rolled.ms) },
  speed(whole, SPEED_TARGET),
  building(whole),
  worstChunk(whole.worst),
  { what: `1,000 new rows on ${count(FEW)}`, figure: times(fresh.small) },
  { what: `1,000 new rows on ${count(MANY)}`, figure: times(fresh.large) },
  {
    what: "  growth",
    figure: ratio(fresh.large, fresh.small),
    ...atMost(fresh.large.ms / fresh.small.ms, GROWTH_TARGET, "×"),
  },
];

const waited = ({ median, worst, batches }: Waits) =>
  `median ${ms(median)}, worst ${ms(worst)} of ${batches} batches`;
const blocked = ({ blocked: most }: Waits): Line => ({
  what: "  blocked, at worst",
  figure: ms(most),
  ...atMost(most, WAIT_TARGET_MS, " ms"),
});

const besideLines = ({ idle, rolling, retiring }: Beside): Line[] => [
  { what: "a writer's batch of 1,000 rows, alone", figure: waited(idle) },
  { what: `  while ${count(MANY)} rows are rolled up`, figure: waited(rolling) },
  blocked(rolling),
  worstChunk(rolling.held),
  { what: `  while ${count(retiring.rows)} rows are retired`, figure: waited(retiring) },
  blocked(retiring),
  worstChunk(retiring.held),
  { what: "retiring, with that writer beside it", figure: perSecond(retiring.rows, retiring.ms) },
];

const spreadLines = (whole: Whole): Line[] => [
  {
    what: `the roll-up of ${count(FEW)} rows of ${count(SMALL_ACCOUNTS)} accounts`,
    figure: perSecond(FEW, whole.rolled.ms),
  },
  speed(whole, SPREAD_SPEED_TARGET),
  building(whole),
  worstChunk(whole.worst),
];
