import { z } from "zod";
import { accountName } from "#core/domain/ledger.ts";
import { QUARTER_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";

const n = z.number();
const group = z
  .tuple([n, n, n, n, n, n, n])
  .transform(([usage, quarter, last, first, entries, amount, balanceAfter]) => ({
    /** Null for usage, which is added up; else the id of the one transfer. */
    transferId: usage === 1 ? null : last,
    /** The quarter hour since the epoch. */
    quarter,
    first,
    entries,
    /** Signed micro-dollars. */
    amount,
    balanceAfter,
  }));
export type StatementGroup = z.infer<typeof group>;

/** Entries before the transfer `before`; one that is dated later than `latest` (epoch ms) counts as of then. */
export interface StatementPosition {
  before: number;
  latest: number;
}

/**
 * Times may go backwards by a moment, because several machines write them. `posted` doesn't: it is the earliest time of
 * the entry and of all newer ones. `others` numbers the stretches of usage between other transfers.
 */
const GROUPS = `WITH recent AS MATERIALIZED (
    SELECT e.transfer_id AS id, e.amount, t.kind = 'usage' AS usage, t.created_at AS at
    FROM ledger_entries AS e CROSS JOIN ledger_transfers AS t ON t.id = e.transfer_id
    WHERE e.account = :account AND e.transfer_id < :before ORDER BY e.transfer_id DESC LIMIT :limit),
  placed AS (SELECT id, amount, usage, min(:latest, min(at) OVER newer) AS posted,
    sum(NOT usage) OVER newer AS others FROM recent WINDOW newer AS (ORDER BY id DESC)),
  grouped AS (SELECT usage, posted / ${QUARTER_MS} AS quarter, max(id) AS last, min(id) AS first, count(*) AS entries,
    sum(amount) AS amount FROM placed GROUP BY usage, others, posted / ${QUARTER_MS})
  SELECT json_group_array(json_array(usage, quarter, last, first, entries, amount,
      (SELECT balance_after FROM ledger_entries WHERE account = :account AND transfer_id = last))) AS groups,
    (SELECT count(*) FROM recent) AS entries, (SELECT min(posted) FROM placed) AS posted
  FROM (SELECT * FROM grouped ORDER BY last DESC)`;

/**
 * The next `limit` entries of the ledger, newest first, usage added up by quarter hour. `next` is where to continue;
 * null at the end.
 */
export async function readStatementGroups(
  db: Database,
  accountId: number,
  { before, latest, limit }: StatementPosition & { limit: number },
): Promise<{ groups: StatementGroup[]; next: StatementPosition | null }> {
  const args = { account: accountName(accountId), before, latest, limit };
  const { rows } = await db.$client.execute({ sql: GROUPS, args });
  const groups = z.array(group).parse(JSON.parse(String(rows[0]?.groups)));
  const last = groups.at(-1);
  const more = last !== undefined && Number(rows[0]?.entries) === limit;
  return { groups, next: more ? { before: last.first, latest: Number(rows[0]?.posted) } : null };
}
