import { z } from "zod";
import { NO_KEY_ID, type UsageRow } from "#core/domain/usage.ts";
import type { Database } from "./database.ts";
import { usageStatements } from "./usage.ts";
import {
  ADVANCE,
  DUE,
  FORGET_MARKS,
  KNOW_SOURCE,
  LAST_USED,
  MARK,
  PROGRESS,
  SET_ASIDE,
  SETTLE,
  WAITING,
} from "./usage-import-sql.ts";
import { writeBatch } from "./write-batch.ts";

const progress = z.object({ head: z.number(), tail: z.number(), settled: z.number(), recent: z.number() });
const waitingRow = z.object({ reason: z.string(), rows: z.number(), first_id: z.number() });
/** Rows of a source that wait to become usable. */
export type Waiting = z.infer<typeof waitingRow>;

/** Moments in epoch ms. */
interface Moments {
  now: number;
  settled: number;
  recent: number;
}

/**
 * Notes how far the source has been read by now.
 * @returns `head` and `tail` (see the schema), and where `head` had been at the moments `settled` and `recent`.
 */
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
  /** Epoch ms. */
  now: number;
  rows: UsageRow[];
  /** `[the source's id, reason]` each. */
  setAside: [number, string][];
  /** The source's ids of rows that were set aside before and need not be asked for again. */
  settled: number[];
  /** How far the source has been read with this page; 0 where it says nothing. */
  head: number;
  tail: number;
}

/**
 * Stores a page and the place after it in one transaction: what breaks off has done both or neither.
 * @returns how many rows were new.
 */
export async function storeImportedPage(db: Database, page: ImportedPage): Promise<number> {
  const { source, now, rows, setAside, settled, head, tail } = page;
  const results = await writeBatch(db, [
    ...usageStatements(rows),
    { sql: LAST_USED, args: { used: JSON.stringify(lastUses(rows, now)) } },
    ...(setAside.length === 0
      ? []
      : [{ sql: SET_ASIDE, args: { source, now, rows: JSON.stringify(setAside) } }]),
    ...(settled.length === 0 ? [] : [{ sql: SETTLE, args: { source, ids: JSON.stringify(settled) } }]),
    { sql: ADVANCE, args: { source, head, tail } },
  ]);
  return results[1]?.rowsAffected ?? 0;
}

function lastUses(rows: readonly UsageRow[], now: number): [number, number][] {
  const uses = new Map<number, number>();
  for (const { keyId, timestamp } of rows) {
    if (keyId !== NO_KEY_ID) uses.set(keyId, Math.max(uses.get(keyId) ?? 0, Math.min(timestamp, now)));
  }
  return [...uses];
}

/** Rows set aside that were not tried since `before` (epoch ms), those longest not tried first; the source's ids. */
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
