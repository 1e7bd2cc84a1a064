import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "#core/domain/time.ts";
import { RETENTION_DAYS } from "#core/domain/usage.ts";
import { retireUsage } from "#core/services/rollup/retire-usage.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { openDatabase } from "#core/storage/database.ts";
import { rollupState } from "#core/storage/schema/rollup.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { loadUsage, NOW } from "./usage-load.ts";

const BATCH_ROWS = 1000;
const IDLE_BATCHES = 40;
const PAUSE_MS = 20;
const TABLES = [
  "hourly_usage",
  "hourly_series",
  "open_days",
  "daily_series",
  "daily_endpoints",
  "daily_models",
  "daily_units",
];

/** A writer's latency: milliseconds per batch of 1,000 rows. */
export interface Waits {
  batches: number;
  median: number;
  worst: number;
  /** How much longer the slowest batch took than one with no other writers. */
  blocked: number;
}

interface Held {
  /** The longest time for which a chunk held the write lock, in milliseconds by the server's clock. */
  held: number;
}

export interface Beside {
  idle: Waits;
  rolling: Waits & Held;
  retiring: Waits & Held & { rows: number; ms: number };
}

/**
 * A writer's batches while nothing else writes, while all rows are rolled up anew, and while a tenth of them is
 * retired. `first`: where its request ids begin.
 */
export async function measureBeside(
  database: BenchDatabase,
  { first, accounts }: { first: number; accounts: number },
): Promise<Beside> {
  const { db } = database;
  const writer = new Writer(database.url, first, accounts);
  const idle = waits(await writer.write(IDLE_BATCHES), 0);
  await forgetRollup(database);
  const rollUp = () => rollUpUsage({ db, clock: performance, requestId: "bench" });
  const rolled = await writer.writeBeside(rollUp);
  const rolling = { ...waits(rolled.took, idle.median), held: rolled.result.worstChunkMs };
  await rollUp();
  const due = NOW + (RETENTION_DAYS - 27) * DAY_MS;
  const retire = () => retireUsage({ db, clock: movedTo(due), requestId: "bench" });
  const { took, ms, result } = await writer.writeBeside(retire);
  const { rows, worstChunkMs: held } = result;
  return { idle, rolling, retiring: { ...waits(took, idle.median), held, rows, ms } };
}

/** A clock that starts at a given time. */
function movedTo(instant: number) {
  const began = performance.now();
  return { now: () => instant + performance.now() - began };
}

const forgetRollup = ({ db }: BenchDatabase) =>
  writeBatch(db, [
    ...TABLES.map((table) => `DELETE FROM ${table}`),
    db.update(rollupState).set({ prevId: 0, lastId: 0 }),
  ]);

function waits(took: number[], idle: number): Waits {
  const sorted = took.toSorted((a, b) => a - b);
  const worst = sorted.at(-1) ?? 0;
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { batches: took.length, median, worst, blocked: Math.max(0, worst - idle) };
}

/** Writes rows over a separate connection, batch by batch with short pauses, like a busy service. */
class Writer {
  readonly #db;
  readonly #accounts: number;
  #next: number;

  constructor(url: string, first: number, accounts: number) {
    this.#db = openDatabase({ url });
    this.#next = first;
    this.#accounts = accounts;
  }

  async #batch(): Promise<number> {
    const load = { rows: BATCH_ROWS, accounts: this.#accounts, first: this.#next, from: NOW - 60_000 };
    this.#next += BATCH_ROWS;
    const started = performance.now();
    await loadUsage(this.#db, load, true);
    const took = performance.now() - started;
    await sleep(PAUSE_MS);
    return took;
  }

  async write(batches: number): Promise<number[]> {
    const took: number[] = [];
    for (let i = 0; i < batches; i++) took.push(await this.#batch());
    return took;
  }

  async writeBeside<Result>(work: () => Promise<Result>) {
    const took: number[] = [];
    const started = performance.now();
    let running = true;
    const working = work().finally(() => {
      running = false;
    });
    while (running) took.push(await this.#batch());
    const result = await working;
    return { took, result, ms: performance.now() - started };
  }
}
