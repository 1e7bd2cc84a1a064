import type { Database } from "#core/storage/database.ts";
import { type LedgerProblem, readLedgerProblems } from "#core/storage/verify-ledger.ts";

/** Problems of one rule that are named; when one rule is broken, it is often broken everywhere. */
const NAMED_PER_RULE = 20;

export interface LedgerReport {
  ok: boolean;
  /** How much was looked at; `accounts` are the ledger's own, `orders` the paid ones. */
  checked: { transfers: number; accounts: number; orders: number };
  problems: LedgerProblem[];
}

/**
 * Proves the ledger from its transfers, in one snapshot: double entry adds up to nothing, each balance and each
 * running balance is what its transfers say, each paid order was credited once with its own amount to its own account,
 * nothing was credited without one, and each bought year is in its plan's end.
 *
 * It reads every transfer, order and plan change a fixed number of times, inside the database: seconds for a million.
 */
export async function verifyLedger(db: Database): Promise<LedgerReport> {
  const { checked, problems } = await readLedgerProblems(db, NAMED_PER_RULE);
  return { ok: problems.length === 0, checked, problems };
}
