import type { InStatement, ResultSet } from "@libsql/client/web";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

/** When a transaction may begin, and when it did: epoch ms by the server's clock. */
export interface Turn {
  /** A transaction that gets the write lock later than this changes nothing and throws `TooLate`. */
  latest: number | null;
  /** `ended` is just before the commit. */
  onTimes: (times: { began: number; ended: number }) => void;
}

export class TooLate extends Error {}

const NOW = "unixepoch('subsec') * 1000";
/** The server rejects the JSON and rolls back. */
const IN_TIME = `SELECT json(iif(${NOW} > ?1, 'too late', '0'))`;
const REJECTED = "malformed JSON";

/** A `writeBatch` that measures how long it holds the write lock. The server's clock may jump: it only sets the pace. */
export async function timedBatch(db: Database, statements: InStatement[], turn?: Turn): Promise<ResultSet[]> {
  if (turn === undefined) return await writeBatch(db, statements);
  const { latest, onTimes } = turn;
  const first = latest === null ? [] : [{ sql: IN_TIME, args: [latest] }];
  const now = `SELECT ${NOW} AS now`;
  try {
    const results = (await writeBatch(db, [...first, now, ...statements, now])).slice(first.length);
    const [began, ended] = [results.at(0), results.at(-1)].map((result) => Number(result?.rows[0]?.now));
    if (began !== undefined && ended !== undefined) onTimes({ began, ended });
    return results.slice(1, -1);
  } catch (error) {
    if (latest !== null && error instanceof Error && error.message.includes(REJECTED)) throw new TooLate();
    throw error;
  }
}
