import { z } from "zod";
import { LASTING_CAUSES } from "#core/domain/gateway/refusal-causes.ts";
import { DAY_MS, MINUTE_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { notifyAll } from "./notifications.ts";
import { noRead, type Read } from "./read.ts";
import { statement } from "./statement.ts";
import { writeBatch } from "./write-batch.ts";

/** A low balance that the account was just notified of is the same news as the refusals that follow. */
const LOW_BALANCE_NEWS_MS = 10 * MINUTE_MS;

export const STRETCH_REQUESTS = `((SELECT coalesce(sum(r.requests), 0) FROM key_refusals AS r
  WHERE r.account_id = s.account_id AND r.hour >= s.hour AND r.key_id = s.key_id AND r.code = s.code) - s.before)`;

/** `:accounts` is null for all. */
const these = (account: string) =>
  `(:accounts IS NULL OR ${account} IN (SELECT value FROM json_each(:accounts)))`;

const DUE = `due AS (SELECT s.*, k.public_id, k.name, k.status, c.value->>'scope' AS scope, ${STRETCH_REQUESTS} AS requests,
    'key_refused:' || s.code || ':' || iif(c.value->>'scope' = 'account', 0, s.key_id) || ':' AS stem
  FROM refusal_stretches AS s JOIN json_each(:causes) AS c ON c.value->>'code' = s.code
    JOIN api_keys AS k ON k.id = s.key_id AND k.account_id = s.account_id
    JOIN accounts AS a ON a.id = s.account_id AND a.closed_at IS NULL
  WHERE s.notice_due = 1 AND s.last > :now - ${DAY_MS} AND ${these("s.account_id")}
    AND requests >= c.value->>'notifyAt'
  LIMIT :limit)`;

/** A notification with a source that begins with `stem`: a range of the index on (account_id, source). */
const notified = (stem: string, where: string) => `EXISTS (SELECT 1 FROM notifications AS n
  WHERE n.account_id = due.account_id AND n.source >= ${stem} AND n.source < ${stem} || x'7f' AND ${where})`;

/** Once a day per cause, and not for what another notification has said. */
const REFUSED = `WITH ${DUE}
  SELECT account_id, 'key_refused', stem || min(since), json_object('key', public_id, 'name', name, 'code', code,
    'since', since, 'requests', requests, 'revoked', json(iif(status = 'revoked', 'true', 'false'))), :now
  FROM due WHERE NOT ${notified("due.stem", `n.created_at > :now - ${DAY_MS}`)}
    AND NOT (code = 'budget_exceeded' AND ${notified(
      "'budget_reached:' || due.key_id || ':'",
      "n.data->>'level' = 100 AND n.data->>'resets_at' > :now",
    )})
    AND NOT (code = 'insufficient_balance' AND ${notified(
      "'low_balance:'",
      `n.created_at > due.since - ${LOW_BALANCE_NEWS_MS}`,
    )})
  GROUP BY account_id, stem`;

/** Also gives up those that ended before they were worth a notification. */
const DONE = `WITH ${DUE} UPDATE refusal_stretches SET notice_due = 0
  WHERE notice_due = 1 AND ${these("account_id")} AND (last <= :now - ${DAY_MS}
    OR (account_id, key_id, code) IN (SELECT account_id, key_id, code FROM due))`;

const CAUSES = JSON.stringify(LASTING_CAUSES);
const HAS_DUE = `SELECT DISTINCT account_id AS account FROM refusal_stretches
  WHERE notice_due = 1 AND account_id IN (SELECT value FROM json_each(:accounts))`;

/** Those of these accounts that `notifyRefused` may have something for. */
export function accountsWithDueNotices(db: Database, accounts: readonly number[]): Read<number[]> {
  if (accounts.length === 0) return noRead(db).map(() => []);
  return statement(HAS_DUE, { accounts: JSON.stringify(accounts) }, z.object({ account: z.int() }))
    .all(db)
    .map((rows) => rows.map(({ account }) => account));
}

/**
 * Notifies of keys that are being refused for a cause that lasts: once per stretch, and at most once a day per key and
 * code (per code, where all the account's keys are refused). Repeating it changes nothing.
 * @param accounts null for all.
 * @returns the number notified.
 */
export async function notifyRefused(
  db: Database,
  accounts: readonly number[] | null,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const args = { accounts: accounts && JSON.stringify(accounts), now, limit, causes: CAUSES };
  const [notified] = await writeBatch(db, [...notifyAll(REFUSED, args), { sql: DONE, args }]);
  return notified?.rowsAffected ?? 0;
}
