/** Limits on statements and text per transaction, because servers abort longer ones. */
const BATCH_STATEMENTS = 500;
const BATCH_LENGTH = 1_000_000;
/** Every index of a dump names its table in quotes of one kind. */
const INDEX = /^CREATE (?:UNIQUE )?INDEX\b.*? ON [`"](\w+)[`"]/;
const TABLE = /^CREATE TABLE IF NOT EXISTS [`"](\w+)[`"]/;

/** Statements of a dump that are the restoring side's own business. */
const FRAME = /^(PRAGMA|BEGIN|COMMIT)\b/;

/**
 * Takes the SQL text of a dump apart. It relies on how SQLite writes one: a row's text holds no line break, and a
 * trigger, the only statement with others in it, ends with a line `END;`.
 */
export async function* statementsOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let statement = "";
  for await (const line of lines) {
    if (statement === "" && (line.startsWith("--") || line.trim() === "")) continue;
    statement += statement === "" ? line : `\n${line}`;
    if (!isWhole(statement, line)) continue;
    if (!FRAME.test(statement)) yield statement;
    statement = "";
  }
  if (statement !== "")
    throw new SyntaxError(`The backup ends within a statement: ${statement.slice(0, 60)} …`);
}

/** A row is whole at its own end, whatever its texts hold. */
function isWhole(statement: string, line: string): boolean {
  if (statement.startsWith("CREATE TRIGGER")) return /\bEND;$/.test(line);
  return line.endsWith(";");
}

/** The indexes of a dump, by table. */
export function indexesOf(statements: readonly string[]): Map<string, string[]> {
  const indexes = new Map<string, string[]>();
  for (const statement of statements) {
    const table = INDEX.exec(statement)?.[1];
    if (table !== undefined) indexes.set(table, [...(indexes.get(table) ?? []), statement]);
  }
  return indexes;
}

/**
 * Moves each index to right behind its table. A dump has them behind all rows, where one over millions of rows takes
 * longer than the server lets a transaction take.
 */
export async function* indexedEarly(
  statements: AsyncIterable<string>,
  indexes: ReadonlyMap<string, string[]>,
): AsyncGenerator<string> {
  for await (const statement of statements) {
    if (INDEX.test(statement)) continue;
    yield statement;
    const table = TABLE.exec(statement)?.[1];
    if (table !== undefined) yield* indexes.get(table) ?? [];
  }
}

/** Groups statements into transactions. */
export async function* batchesOf(statements: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let length = 0;
  for await (const statement of statements) {
    batch.push(statement);
    length += statement.length;
    if (batch.length < BATCH_STATEMENTS && length < BATCH_LENGTH) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
