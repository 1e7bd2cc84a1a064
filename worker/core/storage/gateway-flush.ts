import { eq } from "drizzle-orm";
import { z } from "zod";
import { ACCOUNT_LIMIT_PERIODS, BUDGET_PERIODS } from "#core/domain/gateway/budgets.ts";
import { LASTING_CAUSES, STRETCH_PAUSE_MS } from "#core/domain/gateway/refusal-causes.ts";
import { ACCOUNT_PREFIX } from "#core/domain/ledger.ts";
import { PAID_PLANS } from "#core/domain/plans.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { balanceChanged } from "./balance-changed.ts";
import type { Database } from "./database.ts";
import { type Read, writeAndRead } from "./read.ts";
import { FORGET_REJECTED } from "./rejected-usage.ts";
import { storedRestrictions } from "./restrictions.ts";
import { accounts } from "./schema/accounts.ts";
import { isOfMonthBefore, spendAlertsReached } from "./spend-alerts.ts";
import { jsonColumn, statement } from "./statement.ts";
import { LAST_USED, usageStatements } from "./usage.ts";
import { COUNT_NEW_ROWS } from "./usage-days.ts";

export interface UsageBatch {
  /** In their order. Those that are stored already change nothing. */
  rows: readonly UsageRow[];
  /** First keys of the rotations that the rows' keys belong to. */
  lineages: ReadonlySet<number>;
}

/** Refused requests of a key in an hour since the epoch. */
export interface RefusalCount {
  keyId: number;
  code: string;
  hour: number;
  /** Names the life of this counter: only one that begins anew has another. */
  epoch: string;
  /** All that the counter has ever counted, so that repeating it changes nothing. */
  requests: number;
  /** First and last refusal of the counter's latest stretch, epoch ms. */
  since: number;
  last: number;
  /** The part of `requests` from before that stretch. */
  before: number;
}

const epochMs = z.int().nullable();

/** The state that decides whether an account's requests are admitted. */
export const gatewayAccount = z.object({
  /** The request id of the last row of the newest batch; null before the first one. */
  mark: z.string().nullable(),
  balanceMicros: z.int(),
  suspendedAt: epochMs,
  stoppedAt: epochMs,
  /** Time of the account's latest usage row, 0 without any; null when unknown. */
  latestUsage: epochMs,
  plan: z
    .object({
      type: z.enum(PAID_PLANS),
      validUntil: epochMs,
      requestsPerMonth: z.int().nullable(),
      microsPerMonth: z.int().nullable(),
      drawsOnBalance: z.boolean(),
      carriedFrom: epochMs,
      carriedTo: epochMs,
    })
    .nullable(),
  keys: z.array(
    z.object({
      id: z.int(),
      lookup: z.string(),
      expiresAt: epochMs,
      disabledAt: epochMs,
      /** Null when no origin may use it. */
      allowedOrigins: z.array(z.string()).nullable(),
      /** Null without any. */
      restrictions: storedRestrictions.nullable(),
      showsBalance: z.boolean(),
      /** First key of its rotations; null for a key that replaced none. */
      lineage: z.int().nullable(),
      /** Only grants name it. */
      playground: z.boolean().default(false),
    }),
  ),
  /** The newest revoked keys: requests with them are refused, and counted. */
  revoked: z.array(z.object({ id: z.int(), lookup: z.string() })),
  budgets: z.array(z.object({ keyId: z.int(), period: z.enum(BUDGET_PERIODS), micros: z.int() })),
  limits: z.array(z.object({ period: z.enum(ACCOUNT_LIMIT_PERIODS), micros: z.int() })),
  /** Those whose grants are accepted, until `endsAt` (epoch ms). */
  sessions: z.array(z.object({ id: z.string(), endsAt: z.int() })).default([]),
});
export type GatewayAccount = z.infer<typeof gatewayAccount>;

const flag = (column: string) => `json(iif(${column}, 'true', 'false'))`;

/** Requests with keys that were revoked earlier are not told from unknown ones. */
const REVOKED_KEPT = 100;

const READ_MARKS = `SELECT account_id AS account, request_id AS mark FROM usage_marks
  WHERE account_id IN (SELECT value FROM json_each(:accounts))`;
/** `:marks`: [account id, request id] each. */
const SET_MARKS = `INSERT INTO usage_marks (account_id, request_id)
  SELECT value->>0, value->>1 FROM json_each(:marks) WHERE true
  ON CONFLICT (account_id) DO UPDATE SET request_id = excluded.request_id`;

const READ = `SELECT a.value AS account, json_object(
  'mark', (SELECT request_id FROM usage_marks WHERE account_id = a.value),
  'balanceMicros', coalesce((SELECT micros FROM balances WHERE account = '${ACCOUNT_PREFIX}' || a.value), 0),
  'suspendedAt', (SELECT suspended_at FROM accounts WHERE id = a.value),
  'stoppedAt', (SELECT stopped_at FROM accounts WHERE id = a.value),
  'latestUsage', coalesce((SELECT max(timestamp) FROM api_usage WHERE account_id = a.value), 0),
  'plan', json((SELECT json_object('type', type, 'validUntil', valid_until, 'requestsPerMonth', requests_per_month,
      'microsPerMonth', micros_per_month, 'drawsOnBalance', ${flag("draws_on_balance")},
      'carriedFrom', carried_from, 'carriedTo', carried_to)
    FROM subscriptions WHERE account_id = a.value)),
  'keys', json((SELECT json_group_array(
      json_object('id', id, 'lookup', lookup, 'expiresAt', expires_at, 'disabledAt', disabled_at,
        'allowedOrigins', json(allowed_origins), 'restrictions', json(restrictions),
        'showsBalance', ${flag("shows_balance")}, 'lineage', lineage, 'playground', ${flag("playground")}))
    FROM api_keys WHERE account_id = a.value AND status = 'active')),
  'revoked', json((SELECT json_group_array(json_object('id', id, 'lookup', lookup)) FROM (SELECT id, lookup
    FROM api_keys WHERE account_id = a.value AND status = 'revoked' ORDER BY id DESC LIMIT ${REVOKED_KEPT}))),
  'budgets', json((SELECT json_group_array(json_object('keyId', key_id, 'period', period, 'micros', micros))
    FROM api_keys AS k CROSS JOIN key_budgets AS b ON b.key_id = k.id
    WHERE k.account_id = a.value AND k.status = 'active')),
  'limits', json((SELECT json_group_array(json_object('period', period, 'micros', micros))
    FROM account_limits WHERE account_id = a.value)),
  'sessions', json((SELECT json_group_array(json_object('id', session_id, 'endsAt', ends_at))
    FROM playground_sessions WHERE account_id = a.value))) AS json FROM json_each(:accounts) AS a`;

/** `:refusals`: [account id, hour, key id, code, epoch, requests, since, last, before] each. */
const COUNT_REFUSALS = `INSERT INTO key_refusals (account_id, hour, key_id, code, epoch, requests)
  SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each(:refusals) WHERE true
  ON CONFLICT DO UPDATE SET requests = max(requests, excluded.requests)`;

/** A counter's stretch continues the stored one unless there was a longer pause; its first hour and what that held before tell its count. */
const isNewStretch = `excluded.since > refusal_stretches.last + ${STRETCH_PAUSE_MS}`;
const ifNew = (column: string) =>
  `${column} = iif(${isNewStretch}, excluded.${column}, refusal_stretches.${column})`;
const EXTEND_STRETCHES = `INSERT INTO refusal_stretches (account_id, key_id, code, since, last, hour, before, notice_due)
  SELECT value->>0, value->>2, value->>3, value->>6, value->>7, value->>1,
    (value->>8) + coalesce((SELECT sum(requests) FROM key_refusals AS r WHERE r.account_id = value->>0
      AND r.hour = value->>1 AND r.key_id = value->>2 AND r.code = value->>3 AND r.epoch <> value->>4), 0),
    value->>3 IN (SELECT value FROM json_each(:lasting))
  FROM json_each(:refusals) WHERE true
  ON CONFLICT DO UPDATE SET ${["since", "hour", "before", "notice_due"].map(ifNew).join(", ")},
    last = max(refusal_stretches.last, excluded.last)`;
const LASTING = JSON.stringify(LASTING_CAUSES.map(({ code }) => code));

/** Usage from an account's object. */
export interface Posted {
  accountId: number;
  batch: UsageBatch | null;
  refusals?: readonly RefusalCount[];
}

type Found = GatewayAccount & {
  /** The mark right before the batch. */
  markBefore: string | null;
};

const markRow = z.object({ account: z.int(), mark: z.string() });
const accountRow = z.object({ account: z.int(), json: jsonColumn(gatewayAccount) });

/** By their ids. */
const readAccounts = (db: Database, accounts: string): Read<Map<number, GatewayAccount>> =>
  statement(READ, { accounts }, accountRow)
    .all(db)
    .map((rows) => new Map(rows.map(({ account, json }) => [account, json])));

/**
 * One transaction for all of them, so that each balance is the one directly after its account's batch: rows are stored,
 * each once by its request id, and the accounts' days, balances, notices and marks follow from exactly the rows that were
 * new.
 * @param posts of different accounts. @returns by the accounts' ids.
 */
export async function postAndRead(
  db: Database,
  posts: readonly Posted[],
  at: number,
): Promise<Map<number, Found>> {
  const accounts = JSON.stringify(posts.map(({ accountId }) => accountId));
  const writes = [...batchStatements(posts, at), ...refusalStatements(posts)];
  const read = readAccounts(db, accounts);
  if (writes.length === 0) {
    // Alone, it need not wait for the writer.
    const found = await read;
    return new Map([...found].map(([id, account]) => [id, { ...account, markBefore: account.mark }]));
  }
  const marks = statement(READ_MARKS, { accounts }, markRow);
  const forget = { sql: FORGET_REJECTED, args: { accounts } };
  const { written, values } = await writeAndRead(db, [marks, ...writes, forget], [read]);
  const before = new Map(marks.rowsOf(written[0]).map(({ account, mark }) => [account, mark]));
  return new Map(
    [...values[0]].map(([id, account]) => [id, { ...account, markBefore: before.get(id) ?? null }]),
  );
}

function batchStatements(posts: readonly Posted[], at: number) {
  const rows = posts.flatMap(({ batch }) => batch?.rows ?? []);
  if (rows.length === 0) return [];
  const accounts = posts.map(({ accountId }) => accountId);
  const late = rows.filter(({ timestamp }) => isOfMonthBefore(timestamp, at));
  const lateIds = [...new Set(late.map(({ accountId }) => accountId))];
  const used = JSON.stringify([...lastUsed(rows)]);
  const marks = posts.flatMap(({ accountId, batch }) => {
    const mark = batch?.rows.at(-1)?.requestId;
    return mark === undefined ? [] : [[accountId, mark]];
  });
  return [
    COUNT_NEW_ROWS.begin,
    ...usageStatements(rows),
    COUNT_NEW_ROWS.end,
    { sql: LAST_USED, args: { used } },
    { sql: SET_MARKS, args: { marks: JSON.stringify(marks) } },
    ...spendAlertsReached({ accountIds: accounts, lateIds }, at),
    ...balanceChanged(accounts, at),
  ];
}

function lastUsed(rows: readonly UsageRow[]): Map<number, number> {
  const latest = new Map<number, number>();
  for (const { keyId, timestamp } of rows) latest.set(keyId, Math.max(timestamp, latest.get(keyId) ?? 0));
  return latest;
}

function refusalStatements(posts: readonly Posted[]) {
  const rows = posts
    .flatMap(({ accountId, refusals = [] }) => refusals.map((refusal) => ({ accountId, ...refusal })))
    .toSorted((a, b) => a.since - b.since)
    .map(({ accountId, hour, keyId, code, epoch, requests, since, last, before }) => [
      accountId,
      hour,
      keyId,
      code,
      epoch,
      requests,
      since,
      last,
      before,
    ]);
  if (rows.length === 0) return [];
  const args = { refusals: JSON.stringify(rows) };
  return [
    { sql: COUNT_REFUSALS, args },
    { sql: EXTEND_STRETCHES, args: { ...args, lasting: LASTING } },
  ];
}

/** The account that this route belongs to. */
export async function findAccountByRoute(db: Database, route: string): Promise<number | null> {
  const [row] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.route, route));
  return row?.id ?? null;
}
