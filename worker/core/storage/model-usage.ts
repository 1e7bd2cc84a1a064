import { z } from "zod";
import { unitKind } from "#core/domain/gateway/charged-units.ts";
import type { DaySpan } from "#core/domain/months.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { type Read, together } from "./read.ts";
import { statement } from "./statement.ts";
import {
  andInDays,
  buckets,
  daily,
  inHours,
  inHoursBy,
  rowsOutsideBuckets,
  type Shape,
  spanStatement,
} from "./usage-window.ts";

const model = z.object({
  model: z.string().nullable(),
  requests: z.int(),
  tokensIn: z.int(),
  tokensCached: z.int(),
  tokensOut: z.int(),
  /** This and the next two in micro-dollars: everything, the balance's part, and the plan's. */
  cost: z.int(),
  billed: z.int(),
  plan: z.int(),
});
export type ModelUsageRow = z.infer<typeof model>;

const units = z.object({
  model: z.string().nullable(),
  unit: z.int().transform(unitKind),
  quantity: z.int(),
});
export type ModelUnits = z.infer<typeof units>;

const SUMS = {
  requests: "requests",
  tokensIn: "tokens_in",
  tokensCached: "tokens_cached",
  tokensOut: "tokens_out",
  cost: "cost_micros",
  billed: "billed_micros",
  plan: "plan_micros",
};
const NAMES = Object.keys(SUMS);
const ADDED_UP = NAMES.map((name) => `sum(${name}) AS ${name}`).join(", ");
const columns = (id: string) =>
  `${id} AS model_id, ${Object.entries(SUMS)
    .map(([name, column]) => `r.${column} AS ${name}`)
    .join(", ")}`;
const RAW_COLUMNS = "model_id, tokens_in, tokens_cached, tokens_out, cost_micros, billed_micros, plan_micros";
const RAW = Object.values(SUMS)
  .map((column) => (column === "requests" ? "weight" : `weight * ${column}`))
  .join(", ");

const modelsSql = (shape: Shape) => `${buckets(shape)}
  SELECT nullif(m.name, '') AS model, ${NAMES.join(", ")} FROM (SELECT model_id, ${ADDED_UP} FROM (
      ${inHoursBy("model_id", columns, shape)}
      ${andInDays(columns("r.model_id"), daily("models", shape.figures), shape)}
      UNION ALL SELECT model_id, ${RAW} FROM (${rowsOutsideBuckets(RAW_COLUMNS, shape.figures)}))
    GROUP BY model_id HAVING sum(requests) > 0)
  LEFT JOIN models AS m ON m.id = model_id`;

const HOURS_OF_UNITS = `hourly_usage AS r INDEXED BY hourly_usage_units
  ON r.hour = b.hour AND r.account_id = :account AND r.unit > 0`;
const UNIT_COLUMNS = "r.model_id, r.unit, r.quantity";

const unitsSql = (shape: Shape) => `${buckets(shape)}
  SELECT nullif(m.name, '') AS model, unit, sum(quantity) AS quantity FROM (
    ${inHours(UNIT_COLUMNS, HOURS_OF_UNITS)}
    ${andInDays(UNIT_COLUMNS, daily("units", shape.figures), shape)}
    UNION ALL SELECT model_id, unit, weight * units FROM (${rowsOutsideBuckets("model_id, unit, units", shape.figures)}) WHERE unit > 0)
  LEFT JOIN models AS m ON m.id = model_id GROUP BY model_id, unit HAVING sum(quantity) > 0`;

/** The account's requests of whole UTC days by model, and what they used instead of tokens: O(days × models). */
export function readModelUsage(
  db: Database,
  accountId: number,
  { from, end }: DaySpan,
): Read<{ models: ModelUsageRow[]; units: ModelUnits[] }> {
  const days = { from: from * DAY_MS, until: end * DAY_MS };
  const span = { ...days, first: days.from, end: days.until };
  const filter = { accountId, keyId: 0, endpoint: null, model: null };
  const read = <Row extends z.ZodType>(sql: (shape: Shape) => string, row: Row) => {
    const spanned = spanStatement(sql, filter, span);
    return statement(spanned.sql, spanned.args, row).all(db);
  };
  return together(db, [read(modelsSql, model), read(unitsSql, units)]).map(([models, used]) => ({
    models,
    units: used,
  }));
}
