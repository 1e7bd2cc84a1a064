import { createHash, type Hash } from "node:crypto";
import { linesOf } from "./backup-file.ts";
import { statementsOf } from "./statements.ts";

const INSERT = /^INSERT INTO ["`]?(\w+)["`]? /;
/** What a restore changes on purpose: it skips numbers, and keeps its progress in the database. */
const OF_RESTORE = new Set(["sqlite_sequence", "restore_progress"]);

export interface BackupContents {
  /** The number of rows, and a hash of them in their order, by table. */
  tables: Map<string, { rows: number; hash: string }>;
  /** The statements that create the schema, sorted. */
  schema: string[];
}

/** What a backup holds, without what a restore changes. @throws Error for a file that can't be read. */
export async function contentsOf(file: string): Promise<BackupContents> {
  const tables = new Map<string, { rows: number; hash: Hash }>();
  const schema: string[] = [];
  for await (const statement of statementsOf(linesOf(file))) {
    const table = INSERT.exec(statement)?.[1];
    if (table === undefined) schema.push(statement);
    else if (!OF_RESTORE.has(table)) {
      const of = tables.get(table) ?? { rows: 0, hash: createHash("sha256") };
      of.rows += 1;
      of.hash.update(`${statement}\n`);
      tables.set(table, of);
    }
  }
  return {
    tables: new Map([...tables].map(([name, { rows, hash }]) => [name, { rows, hash: hash.digest("hex") }])),
    schema: schema.filter((statement) => statement.startsWith("CREATE ")).toSorted(),
  };
}

/** Where the second contents differ from the first, one sentence each. */
export function differencesOf(expected: BackupContents, found: BackupContents): string[] {
  const names = new Set([...expected.tables.keys(), ...found.tables.keys()]);
  const ofTables = [...names].flatMap((name) => {
    const [before, after] = [expected.tables.get(name), found.tables.get(name)];
    if (before?.hash === after?.hash) return [];
    const [rows, restored] = [before?.rows ?? 0, after?.rows ?? 0];
    if (rows === restored) return [`${name}: the rows differ from those of the backup.`];
    return [`${name}: rows in the backup: ${rows}, restored: ${restored}.`];
  });
  const same = expected.schema.join("\n") === found.schema.join("\n");
  return same ? ofTables : [...ofTables, "The schema differs from that of the backup."];
}
