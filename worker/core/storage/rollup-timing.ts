import type { InStatement, ResultSet } from "@libsql/client/web";
import { z } from "zod";
import type { Database } from "./database.ts";
import { writeBatch } from "./write-batch.ts";

/** Receives the milliseconds for which a transaction held the write lock, without its commit. */
export type OnHeld = (ms: number) => void;

const NOW = "SELECT unixepoch('subsec') * 1000 AS now";
const instant = z.object({ now: z.number() });

/**
 * A `writeBatch` that measures by the server's clock, from its first statement to its last, so that waiting for the lock
 * doesn't count. That clock may jump: use the time to set a pace only.
 */
export async function timedBatch(
  db: Database,
  statements: InStatement[],
  onHeld: OnHeld = () => {},
): Promise<ResultSet[]> {
  const results = await writeBatch(db, [NOW, ...statements, NOW]);
  const at = (index: number) => instant.parse(results.at(index)?.rows[0]).now;
  onHeld(Math.max(0, at(-1) - at(0)));
  return results.slice(1, -1);
}
