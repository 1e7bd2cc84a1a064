import { z } from "zod";
import { numbers } from "#core/domain/analytics-window.ts";
import type { DaySum } from "#core/domain/gateway/budget-trial.ts";
import { BUDGET_PERIODS, type BudgetPeriod, budgetWindow } from "#core/domain/gateway/budgets.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { IS_ERROR } from "./rollup.ts";
import { fresh } from "./usage-window.ts";

// Failed requests are free, so the others are an upper bound of the paid ones.
const SPENT = `spent (key_id, day, cost, paid) AS MATERIALIZED (
  SELECT r.key_id, r.day, r.cost_micros, r.requests - r.errors
    FROM json_each(:keys) AS k CROSS JOIN json_each(:days) AS d CROSS JOIN daily_series AS r
      ON r.account_id = :account AND r.day = d.value AND r.key_id = k.value
  UNION ALL SELECT u.key_id, u.timestamp / ${DAY_MS}, u.cost_micros, NOT ${IS_ERROR}
    FROM ${fresh("all endpoints")} AND u.key_id IN (SELECT value FROM json_each(:keys))
      AND u.timestamp / ${DAY_MS} IN (SELECT value FROM json_each(:days)))`;

/** `:windows`: [name, first day, end day] each. */
const BY_WINDOW = `WITH ${SPENT}
  SELECT s.key_id AS keyId, w.value->>0 AS period, sum(s.cost) AS micros
  FROM spent AS s JOIN json_each(:windows) AS w ON s.day >= w.value->>1 AND s.day < w.value->>2
  GROUP BY keyId, period`;

const BY_DAY = `WITH ${SPENT}
  SELECT day, sum(cost) AS costMicros, sum(paid) AS requests FROM spent GROUP BY day ORDER BY day`;

const windowSums = z.array(z.object({ keyId: z.int(), period: z.enum(BUDGET_PERIODS), micros: z.int() }));
const daySums = z.array(z.object({ day: z.int(), costMicros: z.int(), requests: z.int() }));

export interface Spending {
  from: number;
  spentMicros: number;
}

/** Adds the spending in the periods that contain `at`: exact at that instant, 0 for keys of other accounts. */
export async function withSpending<Budget extends { keyId: number; period: BudgetPeriod }>(
  db: Database,
  accountId: number,
  { budgets, at }: { budgets: readonly Budget[]; at: number },
): Promise<(Budget & Spending)[]> {
  if (budgets.length === 0) return [];
  const periods = [...new Set(budgets.map(({ period }) => period))];
  const windows = periods.map((period) => ({ period, ...daysOf(period, at) }));
  const args = {
    ...spentArguments(accountId, {
      keyIds: [...new Set(budgets.map(({ keyId }) => keyId))],
      from: Math.min(...windows.map(({ from }) => from)),
      to: Math.max(...windows.map(({ to }) => to)),
    }),
    windows: JSON.stringify(windows.map(({ period, from, to }) => [period, from, to])),
  };
  const { rows } = await db.$client.execute({ sql: BY_WINDOW, args });
  const spent = new Map(windowSums.parse(rows).map(({ keyId, period, micros }) => [keyId + period, micros]));
  return budgets.map((budget) => ({
    ...budget,
    from: budgetWindow(budget.period, at).from,
    spentMicros: spent.get(budget.keyId + budget.period) ?? 0,
  }));
}

/** One key's spending on the UTC days [from, to), counted since the epoch; days without usage are left out. */
export async function readKeyDays(
  db: Database,
  accountId: number,
  { keyId, from, to }: { keyId: number; from: number; to: number },
): Promise<DaySum[]> {
  const args = spentArguments(accountId, { keyIds: [keyId], from, to });
  const { rows } = await db.$client.execute({ sql: BY_DAY, args });
  return daySums.parse(rows);
}

const spentArguments = (
  account: number,
  { keyIds, from, to }: { keyIds: number[]; from: number; to: number },
) => ({
  account,
  key: 0,
  keys: JSON.stringify(keyIds),
  days: JSON.stringify(numbers(from, to)),
});

function daysOf(period: BudgetPeriod, at: number) {
  const { from, to } = budgetWindow(period, at);
  return { from: from / DAY_MS, to: to / DAY_MS };
}
