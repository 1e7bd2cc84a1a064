import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import { buildDays } from "#core/services/rollup/build-days.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { median, type Sample, sample } from "./measure.ts";
import { loadUsage, NOW } from "./usage-load.ts";

const NEW_ROWS = 1000;
const ROUNDS = 31;
const PLAINS_A_SIDE = 2;
const LOCKED_PAUSE_MS = 50;

export interface Whole {
  plain: Sample;
  rolled: Sample;
  built: Sample & { days: number };
  /** The longest time for which a chunk held the write lock, in milliseconds by the server's clock. */
  worst: number;
}

/** After all of the bench's days. */
export const LATER = { now: () => NOW + 2 * DAY_MS };

/** Rolls up all rows of a database from scratch, compared with one plain statement before and after, and builds its days. */
export async function measureWhole(database: BenchDatabase): Promise<Whole> {
  const plain: Sample[] = [];
  for (let i = 0; i < PLAINS_A_SIDE; i++) plain.push(await samplePlain(database));
  let worst = 0;
  let days = 0;
  const rolled = await sample(database, async () => {
    const report = await rollUpUsage({ db: database.db, clock: performance, requestId: "bench" });
    worst = report.worstChunkMs;
  });
  for (let i = 0; i < PLAINS_A_SIDE; i++) plain.push(await samplePlain(database));
  const built = await sample(database, async () => {
    const report = await buildDays({ db: database.db, clock: LATER, requestId: "bench" });
    worst = Math.max(worst, report.worstChunkMs);
    days = report.days;
  });
  return { plain: median(plain), rolled, built: { ...built, days }, worst };
}

/** One statement over all rows, without tallies, halves of hours, or totals of accounts. */
async function samplePlain(database: BenchDatabase): Promise<Sample> {
  const { db } = database;
  await execute(
    db,
    `CREATE TABLE plain (account_id INTEGER, key_id INTEGER, hour INTEGER, endpoint_id INTEGER, model_id INTEGER,
      n INTEGER, x INTEGER, t INTEGER, c INTEGER, i INTEGER, h INTEGER, o INTEGER, p INTEGER,
      PRIMARY KEY (account_id, key_id, hour, endpoint_id, model_id)) STRICT, WITHOUT ROWID`,
  );
  const taken = await sample(database, () =>
    execute(
      db,
      `INSERT INTO plain
        SELECT account_id, key_id, timestamp / ${HOUR_MS} AS hour, endpoint_id, model_id, count(*),
          sum(status_code >= 400), sum(response_time), sum(cost_micros), sum(tokens_in), sum(tokens_cached),
          sum(tokens_out), sum(plan_micros)
        FROM api_usage GROUP BY account_id, key_id, hour, endpoint_id, model_id`,
    ),
  );
  await execute(db, "DROP TABLE plain");
  return taken;
}

/** Not a batch, which the server gives up after 5 s; a checkpoint may lock the database for a moment. */
async function execute(db: Database, sql: string): Promise<void> {
  for (;;) {
    try {
      await db.$client.execute(sql);
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "SQLITE_BUSY")) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOCKED_PAUSE_MS));
    }
  }
}

export interface NewRows {
  large: Sample;
  small: Sample;
}

/** The two databases take turns, and take turns at being first, so that a busy moment of the machine meets both. */
export async function measureNewRows(
  databases: { large: BenchDatabase; small: BenchDatabase },
  { first, accounts }: { first: number; accounts: number },
): Promise<NewRows> {
  const samples = { large: [] as Sample[], small: [] as Sample[] };
  for (let round = 0; round < ROUNDS; round++) {
    const load = { rows: NEW_ROWS, accounts, first: first + round * NEW_ROWS, from: NOW - 60_000 };
    const order = round % 2 === 0 ? (["large", "small"] as const) : (["small", "large"] as const);
    for (const size of order) await loadUsage(databases[size].db, load, true);
    for (const size of order) {
      const { db } = databases[size];
      const rollUp = () => rollUpUsage({ db, clock: performance, requestId: "bench" });
      samples[size].push(await sample(databases[size], rollUp));
    }
  }
  return { large: median(samples.large), small: median(samples.small) };
}
