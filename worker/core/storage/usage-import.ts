import { z } from "zod";
import { NO_KEY_ID, type UsageRow } from "#core/domain/usage.ts";
import type { Database } from "./database.ts";
import { importedUsageStatements } from "./imported-usage.ts";
import { addedRows, LAST_USED } from "./usage.ts";
import { writeBatch } from "./write-batch.ts";

/** Rows beyond this are dropped: such a source is broken as a whole. */
const MAX_SET_ASIDE = 10_000;

const KNOW_SOURCE = `INSERT INTO usage_imports (source, head, tail) VALUES (:source, 0, 0)
  ON CONFLICT DO NOTHING`;
const MARK = `INSERT INTO usage_import_marks (source, at, head)
  SELECT source, :now, head FROM usage_imports WHERE source = :source
  ON CONFLICT DO UPDATE SET head = max(head, excluded.head)`;
/** Of the marks up to `:settled` only the last one is needed. */
const FORGET_MARKS = `DELETE FROM usage_import_marks WHERE source = :source
  AND at < (SELECT max(at) FROM usage_import_marks WHERE source = :source AND at <= :settled)`;

const headAt = (moment: string) => `coalesce((SELECT m.head FROM usage_import_marks AS m
  WHERE m.source = :source AND m.at <= ${moment} ORDER BY m.at DESC LIMIT 1), 0)`;
const PROGRESS = `SELECT head, tail, ${headAt(":settled")} AS settled, ${headAt(":recent")} AS recent
  FROM usage_imports WHERE source = :source`;

/** Never moves backwards, because two runs may overlap. */
const ADVANCE = `UPDATE usage_imports SET head = max(head, :head), tail = max(tail, :tail)
  WHERE source = :source`;

const SET_ASIDE = `INSERT INTO usage_import_set_aside (source, source_id, reason, tried_at)
  SELECT :source, value->>0, value->>1, :now FROM json_each(:rows)
  WHERE (SELECT count(*) FROM usage_import_set_aside WHERE source = :source) < ${MAX_SET_ASIDE}
    OR EXISTS (SELECT 1 FROM usage_import_set_aside AS s WHERE s.source = :source AND s.source_id = value->>0)
  ON CONFLICT DO UPDATE SET reason = excluded.reason, tried_at = excluded.tried_at`;
const SETTLE = `DELETE FROM usage_import_set_aside
  WHERE source = :source AND source_id IN (SELECT value FROM json_each(:ids))`;
const DUE = `SELECT source_id AS id FROM usage_import_set_aside
  WHERE source = :source AND tried_at <= :before ORDER BY tried_at LIMIT :limit`;
const WAITING = `SELECT reason, count(*) AS rows, min(source_id) AS first_id FROM usage_import_set_aside
  WHERE source = :source GROUP BY reason ORDER BY reason`;

const progress = z.object({ head: z.number(), tail: z.number(), settled: z.number(), recent: z.number() });
const waitingRow = z.object({ reason: z.string(), rows: z.number(), first_id: z.number() });
export type Waiting = z.infer<typeof waitingRow>;

interface Moments {
  now: number;
  settled: number;
  recent: number;
}

/** Records the import's progress. @returns `head`, `tail` and the head at the moments `settled` and `recent`. */
export async function beginImport(db: Database, source: string, { now, settled, recent }: Moments) {
  const results = await writeBatch(db, [
    { sql: KNOW_SOURCE, args: { source } },
    { sql: MARK, args: { source, now } },
    { sql: FORGET_MARKS, args: { source, settled } },
    { sql: PROGRESS, args: { source, settled, recent } },
  ]);
  return progress.parse(results.at(-1)?.rows[0]);
}

export interface ImportedPage {
  source: string;
  now: number;
  rows: UsageRow[];
  setAside: [number, string][];
  settled: number[];
  head: number;
  tail: number;
}

/** Stores a page and the progress in one transaction. @returns the number of new rows. */
export async function storeImportedPage(db: Database, page: ImportedPage): Promise<number> {
  const { source, now, rows, setAside, settled, head, tail } = page;
  const results = await writeBatch(db, [
    ...importedUsageStatements(rows),
    { sql: LAST_USED, args: { used: JSON.stringify(lastUses(rows, now)) } },
    ...(setAside.length === 0
      ? []
      : [{ sql: SET_ASIDE, args: { source, now, rows: JSON.stringify(setAside) } }]),
    ...(settled.length === 0 ? [] : [{ sql: SETTLE, args: { source, ids: JSON.stringify(settled) } }]),
    { sql: ADVANCE, args: { source, head, tail } },
  ]);
  return addedRows(results);
}

function lastUses(rows: readonly UsageRow[], now: number): [number, number][] {
  const uses = new Map<number, number>();
  for (const { keyId, timestamp } of rows) {
    if (keyId !== NO_KEY_ID) uses.set(keyId, Math.max(uses.get(keyId) ?? 0, Math.min(timestamp, now)));
  }
  return [...uses];
}

/** Source ids of rows set aside that were not retried since `before` (epoch ms), longest untried first. */
export async function findDueRows(
  db: Database,
  source: string,
  { before, limit }: { before: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.$client.execute({ sql: DUE, args: { source, before, limit } });
  return rows.map((row) => Number(row.id));
}

export async function countWaitingRows(db: Database, source: string): Promise<Waiting[]> {
  const { rows } = await db.$client.execute({ sql: WAITING, args: { source } });
  return z.array(waitingRow).parse(rows);
}
