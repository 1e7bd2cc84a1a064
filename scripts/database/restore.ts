import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { type DatabaseConfig, openDatabase } from "#core/storage/database.ts";
import { END_MARK } from "./backup.ts";
import { statementsOf } from "./statements.ts";

/** At most so many statements, or so much text, in one transaction: a server gives up longer ones. */
const BATCH_STATEMENTS = 500;
const BATCH_LENGTH = 1_000_000;
const TIMEOUT_MS = 60_000;
/** More accounts and keys than can have been made since the backup. */
const NUMBERS_SKIPPED = 1_000_000;
/**
 * Their objects live on with what they have not posted, under numbers that the backup does not know. Whoever came next
 * would be given such a number, and be charged for it.
 */
const SKIP_NUMBERS = `UPDATE sqlite_sequence SET seq = seq + ${NUMBERS_SKIPPED} WHERE name IN ('accounts', 'api_keys')`;

/**
 * Fills an empty database from a backup. No number of an account or a key that was given out since is given out again.
 * @param say is told how many statements have been carried out.
 * @throws Error when the database is not empty, or the file is not whole; that is known before anything is written.
 */
export async function restore(config: DatabaseConfig, file: string, say: (statements: number) => void) {
  const { $client: client } = openDatabase({ ...config, timeoutMs: TIMEOUT_MS });
  const { rows } = await client.execute("SELECT count(*) AS tables FROM sqlite_schema WHERE type = 'table'");
  if (rows[0]?.tables !== 0) throw new Error("The database is not empty. Restore into a new one.");
  await requireWhole(file);
  let done = 0;
  for await (const batch of batchesOf(statementsOf(linesOf(file)))) {
    // Without the checks of foreign keys: a table may come before the one it refers to.
    await client.migrate(batch);
    done += batch.length;
    say(done);
  }
  await client.execute(SKIP_NUMBERS);
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await open(file);
  const input = handle.createReadStream().pipe(createGunzip());
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

async function requireWhole(file: string): Promise<void> {
  let last = "";
  try {
    for await (const line of linesOf(file)) last = line;
  } catch (error) {
    throw new Error(`${file} cannot be read.`, { cause: error });
  }
  if (last !== END_MARK) throw new Error(`${file} is not whole: its making broke off.`);
}

async function* batchesOf(statements: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let length = 0;
  for await (const statement of statements) {
    batch.push(statement);
    length += statement.length;
    if (batch.length < BATCH_STATEMENTS && length < BATCH_LENGTH) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}
