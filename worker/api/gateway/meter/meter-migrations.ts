/**
 * Steps from each stored form of an object's tables to the next: the first makes version 1, the second turns it into
 * version 2, and so on. An object runs those it lacks when it next starts, in one transaction, so a step never changes once it
 * was deployed. It only adds: open requests and those that libSQL does not have yet must outlive it.
 *
 * `state`: 0 holds money until it is settled, 1 is settled but not in libSQL, 2 only counts in its key's window.
 * `hold` is held by the plan, as `value`, if the request is `covered`. Requests of version 1 have no lineage, and those
 * that its plan covered have no hold.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE account (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id INTEGER NOT NULL,
    epoch TEXT NOT NULL,
    next_batch INTEGER NOT NULL,
    terms TEXT NOT NULL
  ) STRICT;
  CREATE TABLE request (
    seq INTEGER PRIMARY KEY,
    request_id TEXT NOT NULL,
    key_id INTEGER NOT NULL,
    steady INTEGER NOT NULL,
    at INTEGER NOT NULL,
    hold INTEGER NOT NULL,
    covered INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    state INTEGER NOT NULL,
    status INTEGER,
    response_time INTEGER,
    cost INTEGER,
    tokens_in INTEGER,
    tokens_out INTEGER,
    batch INTEGER
  ) STRICT;`,
  `ALTER TABLE request ADD COLUMN model TEXT;
  ALTER TABLE request ADD COLUMN price_list INTEGER;
  ALTER TABLE request ADD COLUMN price_lines TEXT;
  ALTER TABLE request ADD COLUMN tokens_cached INTEGER;
  ALTER TABLE request ADD COLUMN first_byte INTEGER;
  ALTER TABLE request ADD COLUMN outcome INTEGER;
  ALTER TABLE request ADD COLUMN estimated INTEGER;
  ALTER TABLE request ADD COLUMN value INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE request ADD COLUMN lineage INTEGER;
  CREATE TABLE refusal (
    key_id INTEGER NOT NULL,
    code TEXT NOT NULL,
    hour INTEGER NOT NULL,
    epoch TEXT NOT NULL,
    requests INTEGER NOT NULL,
    posted INTEGER NOT NULL,
    PRIMARY KEY (key_id, code, hour)
  ) STRICT, WITHOUT ROWID;`,
  `ALTER TABLE refusal ADD COLUMN since INTEGER;
  ALTER TABLE refusal ADD COLUMN last INTEGER;
  ALTER TABLE refusal ADD COLUMN before INTEGER NOT NULL DEFAULT 0;`,
];

/** The tables of version 1, which did not store its version. */
const FIRST_COLUMNS = {
  account: "one id epoch next_batch terms",
  request:
    "seq request_id key_id steady at hold covered endpoint state status response_time cost tokens_in tokens_out batch",
};
const VERSION_TABLE = `CREATE TABLE schema_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT`;
const SET_VERSION = `INSERT INTO schema_version (one, version) VALUES (1, ?)
  ON CONFLICT (one) DO UPDATE SET version = excluded.version`;

/** The version of the stored tables; 0 where there are none. @throws Error for tables of no known version. */
export function storedVersion(sql: SqlStorage): number {
  if (hasVersion(sql))
    return sql.exec<{ version: number }>("SELECT version FROM schema_version").one().version;
  const [account, request] = [columnsOf(sql, "account"), columnsOf(sql, "request")];
  if (account === "" && request === "") return 0;
  if (account === FIRST_COLUMNS.account && request === FIRST_COLUMNS.request) return 1;
  throw new Error("The stored tables are of no known version.");
}

/**
 * Brings the tables to the newest version, or creates them.
 * @throws Error, having changed nothing, when they are newer than that, of no known version, or a step fails.
 */
export function migrateStorage(storage: DurableObjectStorage, migrations = MIGRATIONS): void {
  const { sql } = storage;
  const from = storedVersion(sql);
  const newest = migrations.length;
  if (from > newest) throw new Error(`The stored version is ${from}; this code knows none after ${newest}.`);
  const versioned = hasVersion(sql);
  if (versioned && from === newest) return;
  storage.transactionSync(() => {
    if (!versioned) sql.exec(VERSION_TABLE);
    for (const migration of migrations.slice(from)) sql.exec(migration);
    sql.exec(SET_VERSION, newest);
  });
}

const hasVersion = (sql: SqlStorage) => columnsOf(sql, "schema_version") !== "";

function columnsOf(sql: SqlStorage, table: string): string {
  const columns = sql.exec<{ name: string }>(`PRAGMA table_info(${table})`).toArray();
  return columns.map(({ name }) => name).join(" ");
}
