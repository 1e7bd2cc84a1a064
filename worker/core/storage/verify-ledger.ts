import type { Database } from "./database.ts";
import { movedBy, yearBackOrForth } from "./plan-changes.ts";
import { BOOK_RULES } from "./verify-books.ts";
import { ORDER_RULES, TRANSFER_RULES } from "./verify-transfers.ts";

const LATER_END = "max(coalesce(r.valid_until, p.created_at), p.created_at)";
const nextOf = (account: string, id: string) =>
  `(SELECT min(id) FROM plan_changes WHERE account_id = ${account} AND id > ${id})`;

const REPLAY = `WITH RECURSIVE replay(account_id, id, step, valid_until) AS (
    SELECT DISTINCT account_id, 0, 0, NULL FROM plan_changes
    UNION ALL
    SELECT r.account_id, p.id, r.step + 1,
      CASE p.kind WHEN 'purchase' THEN ${movedBy(LATER_END, "'+1 year'")}
        ELSE ${movedBy("r.valid_until", yearBackOrForth("p.kind"))} END
    FROM replay AS r JOIN plan_changes AS p ON p.id = ${nextOf("r.account_id", "r.id")}
  ), ends AS (SELECT account_id, max(step), valid_until FROM replay GROUP BY account_id)`;

/** Bought years; plans that the operator set are left out. */
const PLAN_RULES: Record<string, string> = {
  order_plan: `SELECT o.id AS subject, count(p.id) || ' purchases' AS detail
    FROM checkout_orders AS o LEFT JOIN plan_changes AS p ON p.order_id = o.id AND p.kind = 'purchase'
    WHERE o.product = 'api_key' AND o.status = 'paid' GROUP BY o.id
    HAVING count(p.id) <> 1 OR min(p.account_id) <> o.account_id`,

  plan_order: `SELECT p.source AS subject, p.kind || ' without paid order ' || p.order_id AS detail
    FROM plan_changes AS p LEFT JOIN checkout_orders AS o ON o.id = p.order_id
    WHERE (o.status = 'paid' AND o.product = 'api_key' AND o.account_id = p.account_id) IS NOT true`,

  plan_years: `SELECT order_id AS subject, 'holds ' || years || ' years' AS detail FROM (
      SELECT order_id, sum(CASE WHEN kind IN ('purchase', 'restored') THEN 1 ELSE -1 END) AS years
      FROM plan_changes GROUP BY order_id)
    WHERE years NOT IN (0, 1)`,

  plan_end: `${REPLAY}
    SELECT 'account:' || account_id AS subject,
      'ends at ' || coalesce(max(stored), 'no time') || ', its changes at ' || coalesce(max(replayed), 'no time') AS detail
    FROM (SELECT account_id, valid_until AS stored, NULL AS replayed FROM subscriptions WHERE type = 'Premium'
      UNION ALL SELECT account_id, NULL, valid_until FROM ends)
    WHERE account_id NOT IN (SELECT account_id FROM subscriptions WHERE type <> 'Premium'
      UNION SELECT account_id FROM audit_log WHERE action = 'plan.set')
    GROUP BY account_id HAVING max(stored) IS NOT max(replayed)`,

  plan_key: `SELECT k.public_id AS subject, 'expires at ' || coalesce(k.expires_at, 'no time') AS detail
    FROM api_keys AS k LEFT JOIN subscriptions AS s ON s.account_id = k.account_id
    WHERE k.plan_key = 1 AND k.status = 'active' AND (s.account_id IS NULL OR k.expires_at IS NOT s.valid_until)`,
};
const RULES = Object.entries({ ...TRANSFER_RULES, ...BOOK_RULES, ...ORDER_RULES, ...PLAN_RULES });

const COUNTS = `SELECT (SELECT count(*) FROM ledger_transfers) AS transfers,
  (SELECT count(*) FROM ledger_balances) AS accounts, (SELECT count(*) FROM checkout_orders WHERE status = 'paid') AS orders`;

export interface LedgerProblem {
  rule: string;
  subject: string;
  detail: string;
}

/** Checks the whole ledger in one read transaction. @returns at most `limit` problems per rule. */
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
