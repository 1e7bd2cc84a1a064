import {
  ACCOUNT_PREFIX,
  OPERATOR_CREDIT,
  STRIPE_USD,
  type TransferKind,
  USAGE_REVENUE,
} from "#core/domain/ledger.ts";
import { MICROS_PER_CENT } from "#core/domain/money.ts";

const isCustomer = (side: "debit" | "credit") =>
  `substr(t.${side}, 1, ${ACCOUNT_PREFIX.length}) = '${ACCOUNT_PREFIX}'`;
const into = (source: string) => `t.debit = '${source}' AND ${isCustomer("credit")}`;
const outOf = (target: string) => `${isCustomer("debit")} AND t.credit = '${target}'`;

const DIRECTION: Record<TransferKind, string> = {
  top_up: into(STRIPE_USD),
  usage: outOf(USAGE_REVENUE),
  refund: outOf(STRIPE_USD),
  refund_failed: into(STRIPE_USD),
  dispute: outOf(STRIPE_USD),
  dispute_won: into(STRIPE_USD),
  grant: into(OPERATOR_CREDIT),
  take_back: outOf(OPERATOR_CREDIT),
};
const HAS_ITS_DIRECTION = Object.entries(DIRECTION).map(([kind, rule]) => `WHEN '${kind}' THEN ${rule}`);

const nets = (kind: TransferKind, inverse: TransferKind) =>
  `sum(CASE t.kind WHEN '${kind}' THEN t.micros WHEN '${inverse}' THEN -t.micros ELSE 0 END)`;

/** Double entry, recomputed from the transfers and compared with what the triggers stored. */
export const TRANSFER_RULES: Record<string, string> = {
  zero_sum: `SELECT name AS subject, 'adds up to ' || total AS detail FROM (
      SELECT 'ledger_balances' AS name, sum(micros) AS total FROM ledger_balances
      UNION ALL SELECT 'ledger_entries', sum(amount) FROM ledger_entries)
    WHERE total <> 0`,

  balance: `SELECT account AS subject, 'is ' || sum(stored) || ', its transfers add up to ' || sum(moved) AS detail FROM (
      SELECT account, micros AS stored, 0 AS moved FROM ledger_balances
      UNION ALL SELECT credit, 0, micros FROM ledger_transfers
      UNION ALL SELECT debit, 0, -micros FROM ledger_transfers)
    GROUP BY account HAVING sum(stored) <> sum(moved)`,

  entry: `SELECT e.account AS subject, 'entry of transfer ' || e.transfer_id || ' says ' || e.amount AS detail
    FROM ledger_entries AS e LEFT JOIN ledger_transfers AS t ON t.id = e.transfer_id
    WHERE e.amount IS NOT CASE e.account WHEN t.credit THEN t.micros WHEN t.debit THEN -t.micros END`,

  entry_missing: `SELECT side AS subject, 'no entry of transfer ' || id AS detail FROM (
      SELECT id, credit AS side FROM ledger_transfers UNION ALL SELECT id, debit FROM ledger_transfers)
    WHERE NOT EXISTS (SELECT 1 FROM ledger_entries WHERE account = side AND transfer_id = id)`,

  running_balance: `SELECT account AS subject,
      'after transfer ' || transfer_id || ' says ' || balance_after || ' instead of ' || running AS detail FROM (
      SELECT *, sum(amount) OVER (PARTITION BY account ORDER BY transfer_id) AS running FROM ledger_entries)
    WHERE balance_after <> running`,

  way: `SELECT t.source AS subject, t.kind || ' from ' || t.debit || ' to ' || t.credit AS detail
    FROM ledger_transfers AS t WHERE NOT CASE t.kind ${HAS_ITS_DIRECTION.join(" ")} ELSE false END`,

  owner: `SELECT b.account AS subject, 'has no account' AS detail FROM ledger_balances AS b
    LEFT JOIN accounts AS a ON a.id = CAST(substr(b.account, ${ACCOUNT_PREFIX.length + 1}) AS INTEGER)
    WHERE substr(b.account, 1, ${ACCOUNT_PREFIX.length}) = '${ACCOUNT_PREFIX}' AND b.account IS NOT '${ACCOUNT_PREFIX}' || a.id`,
};

export const ORDER_RULES: Record<string, string> = {
  order_paid: `SELECT id AS subject, status || ', paid at ' || coalesce(paid_at, 'no time') AS detail
    FROM checkout_orders WHERE (status = 'paid') <> (paid_at IS NOT NULL)`,

  order_credit: `SELECT o.id AS subject, count(t.id) || ' credits of ' || coalesce(sum(t.micros), 0) AS detail
    FROM checkout_orders AS o LEFT JOIN ledger_transfers AS t ON t.order_id = o.id AND t.kind = 'top_up'
    WHERE o.product = 'balance' AND o.status = 'paid' GROUP BY o.id
    HAVING count(t.id) <> 1 OR o.currency <> 'usd' OR sum(t.micros) <> o.amount_minor * ${MICROS_PER_CENT}
      OR min(t.credit) <> '${ACCOUNT_PREFIX}' || o.account_id`,

  credit_order: `SELECT t.source AS subject, 'no paid order ' || coalesce(t.order_id, 'named') AS detail
    FROM ledger_transfers AS t LEFT JOIN checkout_orders AS o ON o.id = t.order_id
    WHERE t.kind = 'top_up' AND (o.status = 'paid' AND o.product = 'balance') IS NOT true
      AND substr(t.source, 1, 5) <> 'seed:'`,

  reversal_order: `SELECT t.source AS subject, 'no credited order ' || coalesce(t.order_id, 'named') AS detail
    FROM ledger_transfers AS t LEFT JOIN checkout_orders AS o ON o.id = t.order_id
    WHERE t.kind IN ('refund', 'refund_failed', 'dispute', 'dispute_won')
      AND (o.status = 'paid' AND o.product = 'balance' AND '${ACCOUNT_PREFIX}' || o.account_id IN (t.debit, t.credit)) IS NOT true`,

  reversal_amount: `SELECT o.id AS subject, 'refunded ' || refunded || ', disputed ' || disputed AS detail FROM (
      SELECT t.order_id, ${nets("refund", "refund_failed")} AS refunded, ${nets("dispute", "dispute_won")} AS disputed
      FROM ledger_transfers AS t WHERE t.order_id IS NOT NULL GROUP BY t.order_id)
    JOIN checkout_orders AS o ON o.id = order_id
    WHERE min(refunded, disputed) < 0 OR refunded > o.amount_minor * ${MICROS_PER_CENT}`,
};
