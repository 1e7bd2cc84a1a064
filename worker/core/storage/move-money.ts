import type { ResultSet } from "@libsql/client/web";
import { balanceChanged } from "./balance-changed.ts";
import type { Database } from "./database.ts";
import { bookOpenUsage } from "./usage-days.ts";
import { type Statement, writeBatch } from "./write-batch.ts";

interface Movement {
  accountId: number;
  /** Of the transfers that the statements may insert. */
  sources: readonly string[];
  /** Epoch ms. */
  at: number;
}

/**
 * One transaction that transfers money of an account other than for usage: open usage is booked before it, and what the
 * new balance causes comes after it. @returns the results of `statements`.
 */
export async function moveMoney(
  db: Database,
  { accountId, sources, at }: Movement,
  statements: readonly Statement[],
): Promise<ResultSet[]> {
  const before = bookOpenUsage(accountId, sources, at);
  const results = await writeBatch(db, [...before, ...statements, ...balanceChanged([accountId], at)]);
  return results.slice(before.length, before.length + statements.length);
}
