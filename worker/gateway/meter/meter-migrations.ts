/**
 * Steps from each stored form of an object's tables to the next: the first makes version 1, a second would turn it into
 * version 2, and so on. An object runs those it lacks when it next starts, in one transaction, so a step never changes once it
 * was deployed. It only adds: open requests and those that libSQL does not have yet must outlive it.
 *
 * `state`: 0 holds money until it is settled, 1 is settled. libSQL has batches before `next_batch`, whose requests only count
 * in their keys' windows.
 * `hold` is held by the plan, as `value`, if the request is `covered`.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE account (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id INTEGER NOT NULL,
    next_batch INTEGER NOT NULL,
    terms TEXT NOT NULL
  ) STRICT;
  CREATE TABLE request (
    seq INTEGER PRIMARY KEY,
    request_id TEXT NOT NULL,
    key_id INTEGER NOT NULL,
    lineage INTEGER NOT NULL,
    steady INTEGER NOT NULL,
    at INTEGER NOT NULL,
    hold INTEGER NOT NULL,
    covered INTEGER NOT NULL,
    value INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    model TEXT,
    price_list INTEGER,
    state INTEGER NOT NULL,
    status INTEGER,
    response_time INTEGER,
    first_byte INTEGER,
    cost INTEGER,
    tokens_in INTEGER,
    tokens_out INTEGER,
    tokens_cached INTEGER,
    outcome INTEGER,
    estimated INTEGER,
    price_lines TEXT,
    batch INTEGER
  ) STRICT;
  CREATE TABLE refusal (
    key_id INTEGER NOT NULL,
    code TEXT NOT NULL,
    hour INTEGER NOT NULL,
    epoch TEXT NOT NULL,
    requests INTEGER NOT NULL,
    posted INTEGER NOT NULL,
    since INTEGER NOT NULL,
    last INTEGER NOT NULL,
    before INTEGER NOT NULL,
    PRIMARY KEY (key_id, code, hour)
  ) STRICT, WITHOUT ROWID;`,
];

const VERSION_TABLE = `CREATE TABLE schema_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT`;
const TABLES = `SELECT name FROM sqlite_master
  WHERE type = 'table' AND name IN ('schema_version', 'account', 'request')`;
const SET_VERSION = `INSERT INTO schema_version (one, version) VALUES (1, ?)
  ON CONFLICT (one) DO UPDATE SET version = excluded.version`;

/** The version of the stored tables; 0 where there are none. @throws Error for tables without a version. */
export function storedVersion(sql: SqlStorage): number {
  const tables = sql.exec<{ name: string }>(TABLES).toArray();
  if (tables.length === 0) return 0;
  if (tables.some(({ name }) => name === "schema_version"))
    return sql.exec<{ version: number }>("SELECT version FROM schema_version").one().version;
  throw new Error("The stored tables are of no known version.");
}

/**
 * Brings the tables to the newest version, or creates them.
 * @param from the stored version.
 * @throws Error, having changed nothing, when they are newer than that, of no known version, or a step fails.
 */
export function migrateStorage(
  storage: DurableObjectStorage,
  migrations = MIGRATIONS,
  from = storedVersion(storage.sql),
): void {
  const { sql } = storage;
  const newest = migrations.length;
  if (from > newest) throw new Error(`The stored version is ${from}; this code knows none after ${newest}.`);
  if (from === newest) return;
  storage.transactionSync(() => {
    if (from === 0) sql.exec(VERSION_TABLE);
    for (const migration of migrations.slice(from)) sql.exec(migration);
    sql.exec(SET_VERSION, newest);
  });
}
