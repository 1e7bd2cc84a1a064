import type { ResultSet } from "@libsql/client/web";
import { balanceChanged } from "./balance-changed.ts";
import type { Database } from "./database.ts";
import { type Read, type ValuesOf, writeAndRead } from "./read.ts";
import { bookOpenUsage } from "./usage-days.ts";
import type { Statement } from "./write-batch.ts";

interface Move {
  accountId: number;
  /** Of the transfers that the statements may insert. */
  sources: readonly string[];
  /** Epoch ms. */
  at: number;
}

/**
 * One transaction that transfers money of an account other than for usage: open usage is booked before it, and what the
 * new balance causes comes after it, before the reads. `written` are the results of `writes`.
 */
export async function moveMoney<const Reads extends readonly Read<unknown>[]>(
  db: Database,
  { accountId, sources, at }: Move,
  writes: readonly Statement[],
  reads: Reads,
): Promise<{ written: ResultSet[]; values: ValuesOf<Reads> }> {
  const before = bookOpenUsage(accountId, sources, at);
  const all = [...before, ...writes, ...balanceChanged([accountId], at)];
  const { written, values } = await writeAndRead(db, all, reads);
  return { written: written.slice(before.length, before.length + writes.length), values };
}
