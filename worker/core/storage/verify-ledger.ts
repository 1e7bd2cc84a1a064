import type { Database } from "./database.ts";
import { PLAN_RULES } from "./verify-plans.ts";
import { ORDER_RULES, TRANSFER_RULES } from "./verify-transfers.ts";

/** Each query finds what breaks one rule, as rows of `subject` and `detail`. */
const RULES = Object.entries({ ...TRANSFER_RULES, ...ORDER_RULES, ...PLAN_RULES });

const COUNTS = `SELECT (SELECT count(*) FROM ledger_transfers) AS transfers,
  (SELECT count(*) FROM ledger_balances) AS accounts, (SELECT count(*) FROM checkout_orders WHERE status = 'paid') AS orders`;

export interface LedgerProblem {
  rule: string;
  /** The transfer's source, ledger account, order or key that is wrong. */
  subject: string;
  detail: string;
}

/**
 * Reads the whole ledger in one read transaction, so that what is written meanwhile is seen whole or not at all.
 * @returns at most `limit` problems of each rule.
 */
export async function readLedgerProblems(db: Database, limit: number) {
  const queries = RULES.map(([, query]) => `${query} LIMIT ${limit}`);
  const [counts, ...results] = await db.$client.batch([COUNTS, ...queries], "read");
  const row = counts?.rows[0];
  const problems = results.flatMap(({ rows }, index): LedgerProblem[] =>
    rows.map(({ subject, detail }) => ({
      rule: RULES[index]?.[0] ?? "",
      subject: String(subject),
      detail: String(detail),
    })),
  );
  const checked = {
    transfers: Number(row?.transfers),
    accounts: Number(row?.accounts),
    orders: Number(row?.orders),
  };
  return { checked, problems };
}
