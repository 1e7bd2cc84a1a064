import { z } from "zod";
import { DAY_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import type { Read } from "./read.ts";
import { WATERMARK } from "./rollup.ts";
import { type OnHeld, timedBatch } from "./rollup-timing.ts";
import { statement } from "./statement.ts";
import { writeBatch } from "./write-batch.ts";

const ACCOUNTS_PER_READ = 500;

/** Raw rows are complete from this instant (epoch ms) on. */
const RETIRED_BEFORE = "(SELECT retired_before FROM usage_retention WHERE name = 'usage')";

const HOURS_FROM = `(SELECT retired_before + iif(coalesce(next_account, 0) > 0, ${DAY_MS}, 0)
  FROM usage_retention WHERE name = 'hours')`;
/** JSON of the instants from which raw rows and hours are complete. */
export const KEPT = `json_object('rowsFrom', ${RETIRED_BEFORE}, 'hoursFrom', ${HOURS_FROM})`;
export const kept = z.object({ rowsFrom: z.number(), hoursFrom: z.number() });

const retention = z.object({ retiredBefore: z.number(), nextAccount: z.number().nullable() });
export type Retention = z.infer<typeof retention>;

const STATE = `SELECT retired_before AS retiredBefore, next_account AS nextAccount
  FROM usage_retention WHERE name = 'usage'`;

export const readRetention = (db: Database): Read<Retention> => statement(STATE, [], retention).only(db);

/** Allows the deletion of rows before that instant (epoch ms), which never moves back. */
export async function startRetiring(db: Database, before: number): Promise<void> {
  const sql = `UPDATE usage_retention SET retired_before = ?1, next_account = 0
    WHERE name = 'usage' AND retired_before < ?1`;
  await writeBatch(db, [{ sql, args: [before] }]);
}

const ROLLED = `id <= ${WATERMARK}`;

/** The next accounts by id, and null after the last one. */
const OWNERS = `owner (id) AS (
    SELECT min(account_id) FROM api_usage WHERE account_id >= :from
    UNION ALL
    SELECT (SELECT min(account_id) FROM api_usage WHERE account_id > owner.id) FROM owner WHERE owner.id IS NOT NULL
    LIMIT ${ACCOUNTS_PER_READ})`;
const AFTER_OWNERS = `WITH RECURSIVE ${OWNERS}
  SELECT iif(count(*) = count(id), max(id) + 1, NULL) AS account FROM owner`;
/** CROSS JOIN reads account by account, so that accounts before the last one found have nothing left. */
const OLD_ROWS = `WITH RECURSIVE ${OWNERS}
  SELECT u.account_id AS account, u.id, u.${ROLLED} AS rolled FROM owner
    CROSS JOIN api_usage AS u ON u.account_id = owner.id AND u.timestamp < :before LIMIT :limit`;

const afterOwners = z.object({ account: z.number().nullable() });
const oldRow = z.object({ account: z.number(), id: z.number(), rolled: z.number() });

/** @returns the ids of rolled-up rows, and the account with which to continue once they are deleted. */
export async function findOldUsage(
  db: Database,
  { retiredBefore, nextAccount }: { retiredBefore: number; nextAccount: number },
  limit: number,
): Promise<{ ids: number[]; nextAccount: number | null }> {
  const from = { from: nextAccount };
  const [after, old] = await db.$client.batch(
    [
      { sql: AFTER_OWNERS, args: from },
      { sql: OLD_ROWS, args: { ...from, before: retiredBefore, limit } },
    ],
    "read",
  );
  const rows = z.array(oldRow).parse(old?.rows);
  const ids = rows.filter(({ rolled }) => rolled === 1).map(({ id }) => id);
  const last = rows.length === limit ? rows.at(-1)?.account : undefined;
  if (last === undefined) return { ids, nextAccount: afterOwners.parse(after?.rows[0]).account };
  return { ids, nextAccount: ids.length > 0 ? last : last + 1 };
}

/** Whatever the ids, deletes only rows that are rolled up and old enough. */
const RETIRE = `DELETE FROM api_usage WHERE id IN (SELECT value FROM json_each(?1)) AND ${ROLLED}
  AND timestamp < (SELECT retired_before FROM usage_retention WHERE name = 'usage')`;
const ADVANCE = `UPDATE usage_retention SET next_account = ?1 WHERE name = 'usage' AND retired_before = ?2`;

/** Deletes rows by id and stores where to continue, in one transaction. @returns the number deleted. */
export async function retireRows(
  db: Database,
  ids: number[],
  to: Retention,
  onHeld?: OnHeld,
): Promise<number> {
  const statements = [
    { sql: RETIRE, args: [JSON.stringify(ids)] },
    { sql: ADVANCE, args: [to.nextAccount, to.retiredBefore] },
  ];
  const [result] = await timedBatch(db, statements, onHeld);
  return result?.rowsAffected ?? 0;
}
