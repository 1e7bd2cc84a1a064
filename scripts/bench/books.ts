import { accountName, USAGE_REVENUE } from "#core/domain/ledger.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { bookDays } from "#core/services/ledger/book-days.ts";
import type { Database } from "#core/storage/database.ts";
import { transferOnce } from "#core/storage/ledger.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { type BenchDatabase, withDatabase } from "./bench-database.ts";
import { printReport } from "./report.ts";

const ACCOUNTS = 200;
const DAYS = 10;
/** Of an account and day. */
const BATCHES = 40;
const REQUESTS_A_BATCH = 5;
const FIRST_DAY = 20_000;

/** The space that usage takes in the books for ever: booked by day, against a transfer for each batch. */
export async function books(): Promise<boolean> {
  const byDay = await withDatabase((database) => grown(database, storeDays));
  const byBatch = await withDatabase((database) => grown(database, storeBatches));
  const days = ACCOUNTS * DAYS;
  const millions = (days * BATCHES * REQUESTS_A_BATCH) / 1_000_000;
  const perDay = (bytes: number) => `${Math.round(bytes / days).toLocaleString("en-US")} B`;
  const perMillion = (bytes: number) => `${(bytes / millions / 1_000_000).toFixed(1)} MB`;
  return printReport(
    `books: ${ACCOUNTS} accounts, ${DAYS} days of ${BATCHES} batches with ${REQUESTS_A_BATCH} requests each`,
    [
      { what: "booked by day, for an account and day", figure: perDay(byDay) },
      { what: "a transfer for each batch, for an account and day", figure: perDay(byBatch) },
      { what: "booked by day, for a million requests", figure: perMillion(byDay) },
      { what: "a transfer for each batch, for a million requests", figure: perMillion(byBatch) },
      {
        what: "booked by day against a transfer for each batch",
        figure: `${(byDay / byBatch).toFixed(3)}×`,
        target: "at most 0.1×",
        met: byDay / byBatch <= 0.1,
      },
    ],
  );
}

/** Bytes by which the database grows. */
async function grown({ db }: BenchDatabase, store: (db: Database) => Promise<void>): Promise<number> {
  const before = await bytesOf(db);
  await store(db);
  return (await bytesOf(db)) - before;
}

async function bytesOf(db: Database): Promise<number> {
  const { rows } = await db.$client.execute(
    "SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
  );
  return Number(rows[0]?.bytes);
}

const accountsOf = Array.from({ length: ACCOUNTS }, (_, at) => at + 1);

/** Days grow with each batch, and are booked once they are over. */
async function storeDays(db: Database): Promise<void> {
  const grow = `INSERT INTO usage_days (account_id, day, micros) SELECT value, ?2, 1000 FROM json_each(?1) WHERE true
    ON CONFLICT DO UPDATE SET micros = micros + excluded.micros`;
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day += 1) {
    const args = [JSON.stringify(accountsOf), day];
    await writeBatch(
      db,
      Array.from({ length: BATCHES }, () => ({ sql: grow, args })),
    );
    const clock = { now: () => (day + 1) * DAY_MS + DAY_MS / 2 };
    await bookDays({ db, clock, requestId: "bench" });
  }
}

async function storeBatches(db: Database): Promise<void> {
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day += 1) {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const transfers = accountsOf.map((account) =>
        transferOnce(db, {
          debit: accountName(account),
          credit: USAGE_REVENUE,
          micros: 1000,
          kind: "usage",
          source: `usage:${account}:${crypto.randomUUID().slice(0, 8)}:${day * BATCHES + batch}`,
          at: day * DAY_MS,
        }),
      );
      await writeBatch(db, transfers);
    }
  }
}
