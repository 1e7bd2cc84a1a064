import { z } from "zod";
import type { AuditAction } from "#core/domain/audit.ts";
import { BUDGET_PERIODS } from "#core/domain/gateway/budgets.ts";
import { accountName } from "#core/domain/ledger.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import type { Read } from "./read.ts";
import { STRETCH_REQUESTS } from "./refusal-notices.ts";
import { jsonColumn, statement } from "./statement.ts";
import { jsonRows } from "./usage-window.ts";
import { writeBatch } from "./write-batch.ts";

/** Rows of one read: far more than a customer can make sense of. */
const MOST_ROWS = 20_000;

const refusal = z.object({
  hour: z.number(),
  code: z.string(),
  requests: z.number(),
  publicId: z.string().nullable(),
  name: z.string().nullable(),
});
export type Refusal = z.infer<typeof refusal>;

/** A key's counts of an hour and code are summed over the lives of the account's meter. */
const REFUSALS = jsonRows(
  ["hour", "code", "requests", "publicId", "name"],
  `SELECT counted.hour, counted.code, counted.requests, k.public_id AS publicId, k.name
   FROM (SELECT hour, key_id, code, sum(requests) AS requests FROM key_refusals
     WHERE account_id = :account AND hour >= :from AND hour < :to AND (:key = 0 OR key_id = :key)
     GROUP BY hour, key_id, code ORDER BY hour DESC LIMIT :limit) AS counted
   LEFT JOIN api_keys AS k ON k.id = counted.key_id AND k.account_id = :account`,
);

/** Refused requests in the hours [from, to) since the epoch, newest first. `more` is true if older ones are left out. */
export function readRefusals(
  db: Database,
  { accountId, keyId, from, to }: { accountId: number; keyId: number; from: number; to: number },
): Read<{ refusals: Refusal[]; more: boolean }> {
  const args = { account: accountId, key: keyId, from, to, limit: MOST_ROWS + 1 };
  return statement(REFUSALS, args, z.object({ json: jsonColumn(z.array(refusal)) }))
    .only(db)
    .map(({ json }) => ({ refusals: json.slice(0, MOST_ROWS), more: json.length > MOST_ROWS }));
}

const hasChanged = (...actions: AuditAction[]) =>
  `EXISTS (SELECT 1 FROM audit_log AS l WHERE l.account_id = s.account_id AND l.created_at >= s.last
       AND l.action IN (${actions.map((action) => `'${action}'`).join(", ")}))`;

const stretch = z.object({
  keyId: z.number(),
  publicId: z.string(),
  name: z.string(),
  code: z.string(),
  since: z.number(),
  last: z.number(),
  requests: z.number(),
  status: z.enum(["active", "revoked"]),
  expiresAt: z.number().nullable(),
  disabledAt: z.number().nullable(),
  lastUsed: z.number().nullable(),
  suspendedAt: z.number().nullable(),
  stoppedAt: z.number().nullable(),
  creditedSince: z.number().transform(Boolean),
  changedSince: z.number().transform(Boolean),
  /** Periods of the account's spending limits. */
  limitPeriods: z
    .string()
    .nullable()
    .transform((text) => BUDGET_PERIODS.filter((period) => text?.split(",").includes(period))),
  limitsChangedSince: z.number().transform(Boolean),
  planChangedSince: z.number().transform(Boolean),
});
export type RefusalStretch = z.infer<typeof stretch>;

/** An account's entries of a few minutes are far fewer. */
const RECENT_ENTRIES = 100;

const STRETCHES = jsonRows(
  Object.keys(stretch.shape),
  `SELECT s.key_id AS keyId, k.public_id AS publicId, k.name, s.code, s.since, s.last, ${STRETCH_REQUESTS} AS requests,
     k.status, k.expires_at AS expiresAt, k.disabled_at AS disabledAt, k.last_used AS lastUsed,
     a.suspended_at AS suspendedAt, a.stopped_at AS stoppedAt,
     EXISTS (SELECT 1 FROM (SELECT e.transfer_id, e.amount FROM ledger_entries AS e WHERE e.account = :ledger
         ORDER BY e.transfer_id DESC LIMIT ${RECENT_ENTRIES}) AS e JOIN ledger_transfers AS t ON t.id = e.transfer_id
       WHERE e.amount > 0 AND t.created_at >= s.last) AS creditedSince,
     EXISTS (SELECT 1 FROM audit_log AS l WHERE l.account_id = s.account_id AND l.action = 'key.changed'
       AND l.subject = k.public_id AND l.created_at >= s.last) AS changedSince,
     (SELECT group_concat(period, ',') FROM account_limits WHERE account_id = s.account_id) AS limitPeriods,
     ${hasChanged("budgets.changed")} AS limitsChangedSince,
     ${hasChanged("plan.changed", "plan.set")} AS planChangedSince
   FROM refusal_stretches AS s JOIN api_keys AS k ON k.id = s.key_id AND k.account_id = s.account_id
     JOIN accounts AS a ON a.id = s.account_id
   WHERE s.account_id = :account AND s.last > :after
   ORDER BY s.last DESC, s.code LIMIT :limit`,
);

/** Stretches of refusals with a request after `after` (epoch ms), latest first, and facts that tell whether their causes hold. */
export function readStretches(
  db: Database,
  accountId: number,
  { after, limit }: { after: number; limit: number },
): Read<RefusalStretch[]> {
  const args = { account: accountId, ledger: accountName(accountId), after, limit };
  return statement(STRETCHES, args, z.object({ json: jsonColumn(z.array(stretch)) }))
    .only(db)
    .map(({ json }) => json);
}

const RETIRE = `DELETE FROM key_refusals WHERE (account_id, hour, key_id, code, epoch) IN (
  SELECT account_id, hour, key_id, code, epoch FROM key_refusals WHERE hour < ?1 LIMIT ?2)`;

const RETIRE_STRETCHES = `DELETE FROM refusal_stretches WHERE (account_id, key_id, code) IN (
  SELECT account_id, key_id, code FROM refusal_stretches WHERE last < ?1 LIMIT ?2)`;

/** Deletes at most `limit` counts, and stretches, of hours before `before` (hours since the epoch). @returns the number deleted. */
export async function retireRefusals(db: Database, before: number, limit: number): Promise<number> {
  const [result] = await writeBatch(db, [
    { sql: RETIRE, args: [before, limit] },
    { sql: RETIRE_STRETCHES, args: [before * HOUR_MS, limit] },
  ]);
  return result?.rowsAffected ?? 0;
}
