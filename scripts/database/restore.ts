import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "#core/domain/errors.ts";
import { type Database, type DatabaseConfig, openDatabase } from "#core/storage/database.ts";
import { whileBusy } from "#core/storage/write-batch.ts";
import { Checksum, END_MARK, linesOf } from "./backup-file.ts";
import { causesOf } from "./database-failure.ts";
import { batchesOf, indexedEarly, indexesOf, statementsOf } from "./statements.ts";

const TIMEOUT_MS = 120_000;
/** With pauses of at most 0.4 s: two to three minutes, far above what sqld takes to compact its log. */
const BUSY_ATTEMPTS = 500;
/** Retries of a request that the server gave up, or whose response was lost; all within a minute. */
const LOST_ATTEMPTS = 20;
const LOST_PAUSE_MS = 200;
/** More accounts, keys and price lists than can have been made since the backup. */
const NUMBERS_SKIPPED = 1_000_000;
/**
 * Their objects live on with what they have not posted, under numbers that the backup does not know. Whoever came next
 * would be given such a number, and be charged for it; a receipt would be computed from another price list.
 */
const SKIP_NUMBERS = `UPDATE sqlite_sequence SET seq = seq + ${NUMBERS_SKIPPED} WHERE name IN ('accounts', 'api_keys', 'price_lists')`;

/** Progress of a restore, updated in each of its transactions and removed once the ledger is verified. */
const PROGRESS = `CREATE TABLE IF NOT EXISTS restore_progress (snapshot TEXT NOT NULL, statements INTEGER NOT NULL)`;
const TABLES = `SELECT count(*) AS tables, coalesce(sum(name = 'restore_progress'), 0) AS begun
  FROM sqlite_schema WHERE type = 'table'`;

type Client = Database["$client"];
interface Snapshot {
  /** SHA-256 of the file. */
  hash: string;
  statements: number;
  indexes: ReadonlyMap<string, string[]>;
}

/**
 * Fills an empty database from a backup, or resumes an interrupted restore of the same backup. No number
 * of an account, a key or a price list that was given out since is given out again. `finishRestore` ends it.
 * @param say receives the number of statements, and how many have been executed, including by earlier runs.
 * @throws Error when the database holds anything else, or the file is not whole; that is known before anything is written.
 */
export async function restore(
  config: DatabaseConfig,
  file: string,
  say: (done: number, all: number) => void,
) {
  const { $client: client } = openDatabase({ ...config, timeoutMs: TIMEOUT_MS });
  const snapshot = await readSnapshot(file);
  const begun = await begin(client, snapshot);
  let done = 0;
  for await (const batch of batchesOf(indexedEarly(statementsOf(linesOf(file)), snapshot.indexes))) {
    const from = done;
    done += batch.length;
    if (done > begun) await carryOut(client, batch.slice(Math.max(0, begun - from)), done);
    say(done, snapshot.statements);
  }
  if (begun <= snapshot.statements) await carryOut(client, [SKIP_NUMBERS], snapshot.statements + 1);
}

/** Removes the last trace of the restore from the database. */
export async function finishRestore(config: DatabaseConfig): Promise<void> {
  const { $client: client } = openDatabase({ ...config, timeoutMs: TIMEOUT_MS });
  await patiently(() => client.execute("DROP TABLE IF EXISTS restore_progress"));
}

/** Retries a repeatable call while the database is busy or unreachable, within bounds. */
export async function patiently<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await whileBusy(run, BUSY_ATTEMPTS);
    } catch (error) {
      if (!isAway(error) || attempt === LOST_ATTEMPTS) throw error;
      await sleep(LOST_PAUSE_MS * attempt);
    }
  }
}

const isAway = (error: unknown) => causesOf(error).some((cause) => cause instanceof DomainError);

/** @returns the number of statements that an earlier run carried out. */
async function begin(client: Client, { hash }: Snapshot): Promise<number> {
  const { rows } = await patiently(() => client.execute(TABLES));
  const [row] = rows;
  if (row?.tables === 0) {
    const insert = {
      sql: "INSERT INTO restore_progress SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM restore_progress)",
      args: [hash],
    };
    await patiently(() => client.batch([PROGRESS, insert], "write"));
    return 0;
  }
  if (row?.begun !== 1) throw new Error("The database is not empty. Restore into a new one.");
  const progress = await progressOf(client);
  if (progress.snapshot !== hash)
    throw new Error("The database holds the unfinished restore of another backup. Restore into a new one.");
  return progress.statements;
}

async function progressOf(client: Client) {
  const { rows } = await patiently(() => client.execute("SELECT snapshot, statements FROM restore_progress"));
  return { snapshot: String(rows[0]?.snapshot), statements: Number(rows[0]?.statements) };
}

/**
 * Runs a batch exactly once, together with the new count of statements: after a lost response, the count is read.
 * Foreign key checks are off, because a table may precede the one it refers to.
 */
async function carryOut(client: Client, batch: string[], done: number): Promise<void> {
  const statements = [...batch, `UPDATE restore_progress SET statements = ${done}`];
  let sent = false;
  await patiently(async () => {
    if (sent && (await progressOf(client)).statements === done) return;
    sent = true;
    await client.migrate(statements);
  });
}

async function readSnapshot(file: string): Promise<Snapshot> {
  let [last, statements] = ["", 0];
  const hash = createHash("sha256");
  const checksum = new Checksum();
  const schema: string[] = [];
  try {
    for await (const bytes of createReadStream(file)) hash.update(bytes);
    const lines = async function* () {
      for await (const line of linesOf(file, (bytes) => checksum.add(bytes))) {
        last = line;
        yield line;
      }
    };
    for await (const statement of statementsOf(lines())) {
      statements += 1;
      if (statement.startsWith("CREATE")) schema.push(statement);
    }
  } catch (error) {
    if (last === "" || last === END_MARK || !(error instanceof SyntaxError))
      throw new Error(`${file} cannot be read.`, { cause: error });
  }
  if (last !== END_MARK) throw new Error(`${file} is not whole: the backup was interrupted.`);
  if (!checksum.matches())
    throw new Error(`${file} was changed or damaged after it was written: its checksum doesn't match.`);
  return { hash: hash.digest("hex"), statements, indexes: indexesOf(schema) };
}
