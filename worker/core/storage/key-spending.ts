import { z } from "zod";
import { numbers } from "#core/domain/analytics-window.ts";
import type { DaySum } from "#core/domain/gateway/budget-trial.ts";
import { BUDGET_PERIODS, type BudgetPeriod, budgetWindow } from "#core/domain/gateway/budgets.ts";
import { DAY_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { noRead, type Read } from "./read.ts";
import { statement } from "./statement.ts";
import {
  BUILT_DAYS,
  daily,
  EACH_KEY,
  fresh,
  inHoursBy,
  known,
  OPEN_HOURS,
  type Shape,
} from "./usage-window.ts";

/**
 * `owner`: each key with the first key of its rotations, whose spending is the key's own. `member`: all keys of these
 * rotations, revoked ones too. Key 0 stands for all keys of the account.
 */
const MEMBERS = `member (key_id, lineage) AS MATERIALIZED (
  SELECT lineage, lineage FROM owner
  UNION SELECT k.id, k.lineage FROM owner CROSS JOIN api_keys AS k ON k.lineage = owner.lineage)`;
export const OWNERS = `owner (key_id, lineage) AS MATERIALIZED (
  SELECT k.value, coalesce((SELECT lineage FROM api_keys WHERE id = k.value), k.value) FROM json_each(:keys) AS k),
${MEMBERS}`;
/** The account's active keys that have budgets. */
const OWNERS_OF_BUDGETS = `owner (key_id, lineage) AS MATERIALIZED (
  SELECT k.id, coalesce(k.lineage, k.id) FROM api_keys AS k WHERE k.account_id = :account AND k.status = 'active'
    AND EXISTS (SELECT 1 FROM key_budgets AS b WHERE b.key_id = k.id)),
${MEMBERS}`;

/** The micros that each lineage was billed on `:days`; `hourly` is SQL of an hour's rows `r` of a member `m`. */
const spentOf = (
  hourly: string,
  lineage: string,
  these: string,
) => `spent (lineage, day, cost) AS MATERIALIZED (
  SELECT m.lineage, b.day, r.billed_micros
    FROM member AS m CROSS JOIN (${BUILT_DAYS}) AS b CROSS JOIN daily_series AS r
      ON r.account_id = :account AND r.day = b.day AND r.key_id = m.key_id
  UNION ALL SELECT m.lineage, b.hour / ${HOURS_PER_DAY}, r.billed_micros
    FROM member AS m CROSS JOIN (${OPEN_HOURS}) AS b CROSS JOIN ${hourly}
  UNION ALL SELECT ${lineage}, u.timestamp / ${DAY_MS}, u.billed_micros
    FROM ${fresh("all")} ${these}
      AND u.timestamp / ${DAY_MS} IN (SELECT value FROM json_each(:days)))`;

const SPENT_BY_MEMBERS = spentOf(
  "hourly_usage AS r ON r.hour = b.hour AND r.account_id = :account AND r.key_id = m.key_id",
  "(SELECT lineage FROM member WHERE key_id = u.key_id)",
  "AND u.key_id IN (SELECT key_id FROM member)",
);
const OF_KEYS = `${OWNERS}, ${SPENT_BY_MEMBERS}`;
const OF_ACCOUNT = `owner (key_id, lineage) AS (VALUES (0, 0)), member (key_id, lineage) AS (VALUES (0, 0)),
  ${spentOf("hourly_series AS r ON r.hour = b.hour AND r.account_id = :account", "0", "")}`;

const ALL_KEYS: Shape = { figures: "all", allKeys: true, days: true };
const BY_KEY = `WITH hour AS MATERIALIZED (${known(OPEN_HOURS)}), spent (key_id, cost) AS (
  SELECT r.key_id, r.billed_micros FROM (${BUILT_DAYS}) AS b CROSS JOIN ${daily("series", "all", EACH_KEY)}
  UNION ALL ${inHoursBy("key_id", (key) => `${key}, r.billed_micros`, ALL_KEYS)}
  UNION ALL SELECT u.key_id, u.billed_micros FROM ${fresh("all")}
    AND u.timestamp / ${DAY_MS} IN (SELECT value FROM json_each(:days)))
  SELECT key_id AS keyId, sum(cost) AS micros FROM spent GROUP BY key_id`;

/** `:windows`: [name, first day, end day] each. */
const byWindow = (source: string) => `WITH ${source}
  SELECT owner.key_id AS keyId, w.value->>0 AS period, sum(s.cost) AS micros
  FROM owner JOIN spent AS s ON s.lineage = owner.lineage
    JOIN json_each(:windows) AS w ON s.day >= w.value->>1 AND s.day < w.value->>2
  GROUP BY keyId, period`;

/** `:windows` as above, of every period. */
const IN_USE = `WITH ${OWNERS_OF_BUDGETS}, ${SPENT_BY_MEMBERS}
  SELECT b.key_id AS keyId, b.period, b.micros, coalesce(sum(s.cost), 0) AS spentMicros
  FROM owner CROSS JOIN key_budgets AS b ON b.key_id = owner.key_id
    JOIN json_each(:windows) AS w ON w.value->>0 = b.period
    LEFT JOIN spent AS s ON s.lineage = owner.lineage AND s.day >= w.value->>1 AND s.day < w.value->>2
  GROUP BY b.key_id, b.period`;

const BY_DAY = `WITH ${OF_KEYS}
  SELECT day, sum(cost) AS costMicros FROM spent GROUP BY day ORDER BY day`;

const windowSum = z.object({ keyId: z.int(), period: z.enum(BUDGET_PERIODS), micros: z.int() });
const budgetInUse = windowSum.extend({ spentMicros: z.int() });
const keySum = z.object({ keyId: z.int(), micros: z.int() });
const daySum = z.object({ day: z.int(), costMicros: z.int() });
export interface Spending {
  from: number;
  spentMicros: number;
}

/**
 * Adds the spending in the periods that contain `at`, of each key together with all keys of its rotations: exact at
 * that instant, 0 for keys of other accounts.
 */
export function withSpending<Budget extends { keyId: number; period: BudgetPeriod }>(
  db: Database,
  accountId: number,
  { budgets, at }: { budgets: readonly Budget[]; at: number },
): Read<(Budget & Spending)[]> {
  const keys = JSON.stringify([...new Set(budgets.map(({ keyId }) => keyId))]);
  const args = { account: accountId, keys };
  return spentBy(db, { source: OF_KEYS, args, limits: budgets, at }).map((spent) =>
    budgets.map((budget) => withSpent(budget, spent.get(budget.keyId + budget.period), at)),
  );
}

/** As `withSpending`, of all budgets of the account's active keys. */
export const readBudgetsInUse = (db: Database, accountId: number, at: number) =>
  statement(IN_USE, { account: accountId, key: 0, ...windowArguments(BUDGET_PERIODS, at) }, budgetInUse)
    .all(db)
    .map((rows) => rows.map(({ spentMicros, ...budget }) => withSpent(budget, spentMicros, at)));

/** Adds the spending of all keys of the account in the periods that contain `at`: exact at that instant. */
export const withAccountSpending = <Limit extends { period: BudgetPeriod }>(
  db: Database,
  accountId: number,
  { limits, at }: { limits: readonly Limit[]; at: number },
): Read<(Limit & Spending)[]> =>
  spentBy(db, { source: OF_ACCOUNT, args: { account: accountId }, limits, at }).map((spent) =>
    limits.map((limit) => withSpent(limit, spent.get(0 + limit.period), at)),
  );

/** Spending by key id in the UTC month that contains `at`, each key by itself: exact at that instant. */
export function readMonthByKey(db: Database, accountId: number, at: number): Read<Map<number, number>> {
  const { from, to } = daysOf("month", at);
  const args = { account: accountId, key: 0, days: JSON.stringify(numbers(from, to)) };
  return statement(BY_KEY, args, keySum)
    .all(db)
    .map((rows) => new Map(rows.map(({ keyId, micros }) => [keyId, micros])));
}

const withSpent = <Limit extends { period: BudgetPeriod }>(limit: Limit, spentMicros = 0, at: number) => ({
  ...limit,
  from: budgetWindow(limit.period, at).from,
  spentMicros,
});

interface Question {
  source: string;
  args: { account: number; keys?: string };
  limits: readonly { period: BudgetPeriod }[];
  at: number;
}

/** Spending by key and period. */
function spentBy(db: Database, { source, args, limits, at }: Question): Read<Map<string, number>> {
  if (limits.length === 0) return noRead(db).map(() => new Map());
  const periods = [...new Set(limits.map(({ period }) => period))];
  return statement(byWindow(source), { ...args, key: 0, ...windowArguments(periods, at) }, windowSum)
    .all(db)
    .map((rows) => new Map(rows.map(({ keyId, period, micros }) => [keyId + period, micros])));
}

/** The periods that contain `at`, and the days of all of them. */
function windowArguments(periods: readonly BudgetPeriod[], at: number) {
  const windows = periods.map((period) => ({ period, ...daysOf(period, at) }));
  const days = numbers(
    Math.min(...windows.map(({ from }) => from)),
    Math.max(...windows.map(({ to }) => to)),
  );
  return {
    days: JSON.stringify(days),
    windows: JSON.stringify(windows.map(({ period, from, to }) => [period, from, to])),
  };
}

/**
 * The spending of a key, and of all keys of its rotations, on the UTC days [from, to), counted since the epoch; days
 * without usage are left out.
 */
export function readKeyDays(
  db: Database,
  accountId: number,
  { keyId, from, to }: { keyId: number; from: number; to: number },
): Read<DaySum[]> {
  const days = JSON.stringify(numbers(from, to));
  const args = { account: accountId, key: 0, keys: JSON.stringify([keyId]), days };
  return statement(BY_DAY, args, daySum).all(db);
}

function daysOf(period: BudgetPeriod, at: number) {
  const { from, to } = budgetWindow(period, at);
  return { from: from / DAY_MS, to: to / DAY_MS };
}
