import type { Database } from "#core/storage/database.ts";
import { type LedgerProblem, readLedgerProblems } from "#core/storage/verify-ledger.ts";

/** A rule that is broken is often broken everywhere. */
const NAMED_PER_RULE = 20;

export interface LedgerReport {
  ok: boolean;
  /** `accounts` are the ledger's own; `orders` the paid ones. */
  checked: { transfers: number; accounts: number; orders: number };
  problems: LedgerProblem[];
}

/** Proves in one snapshot that balances follow from transfers and each paid order was credited exactly once. */
export async function verifyLedger(db: Database): Promise<LedgerReport> {
  const { checked, problems } = await readLedgerProblems(db, NAMED_PER_RULE);
  return { ok: problems.length === 0, checked, problems };
}
