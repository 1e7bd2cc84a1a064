import { z } from "zod";
import type { Span } from "#core/domain/analytics-window.ts";
import { unitKind } from "#core/domain/gateway/charged-units.ts";
import type { Database } from "./database.ts";
import type { KINDS } from "./hour-totals.ts";
import { KEPT, kept } from "./retention.ts";
import { IS_ERROR } from "./rollup.ts";
import { jsonColumn, statement } from "./statement.ts";
import {
  andInDays,
  buckets,
  daily,
  EACH_KEY,
  hourlyTotals,
  hourlyUsage,
  inHours,
  inHoursBy,
  jsonRows,
  kindOf,
  rowsOutsideBuckets,
  type Shape,
  spanStatement,
  type UsageFilter,
} from "./usage-window.ts";

const SUM_COLUMNS = ["requests", "errors", "responseTime", "cost"] as const;
const ALL_COLUMNS = [...SUM_COLUMNS, "tokensIn", "tokensCached", "tokensOut"] as const;
const sumsOf = (columns: readonly string[]) => columns.map((name) => `sum(${name}) AS ${name}`).join(", ");

const SUM_FIELDS = {
  requests: z.number(),
  errors: z.number(),
  responseTime: z.number(),
  cost: z.number(),
};
const TOKEN_FIELDS = { tokensIn: z.number(), tokensCached: z.number(), tokensOut: z.number() };
const keyShareRows = z.array(
  z.object({
    publicId: z.string().nullable(),
    name: z.string().nullable(),
    status: z.string().nullable(),
    ...SUM_FIELDS,
    ...TOKEN_FIELDS,
  }),
);
/** Sums of one key: `responseTime` in ms, `cost` in micro-dollars. Unknown keys are one row, all null. */
export type KeyShare = z.infer<typeof keyShareRows>[number];
const endpointShareRows = z.array(z.object({ endpoint: z.string(), ...SUM_FIELDS })).nullable();
const modelShareRows = z
  .array(
    z.object({
      model: z.string().nullable(),
      ...SUM_FIELDS,
      ...TOKEN_FIELDS,
    }),
  )
  .nullable();

const unitShareRows = z.array(
  z.object({
    publicId: z.string().nullable(),
    endpoint: z.string(),
    model: z.string().nullable(),
    unit: z.number().transform(unitKind),
    quantity: z.number(),
  }),
);
/** The units of one kind that a key, an endpoint and a model have together. */
export type UnitShare = z.infer<typeof unitShareRows>[number];

const keyCosts = jsonColumn(
  z.array(
    z.object({
      publicId: z.string().nullable(),
      name: z.string().nullable(),
      requests: z.number(),
      cost: z.number(),
    }),
  ),
);
/** `cost` in micro-dollars. Unknown keys are one row, all null. */
export type KeyCost = z.infer<typeof keyCosts>[number];

export const parseKeyCosts = (json: unknown): KeyCost[] => keyCosts.parse(json);

const breakdownRow = z.object({
  keys: jsonColumn(keyShareRows),
  endpoints: jsonColumn(endpointShareRows),
  models: jsonColumn(modelShareRows),
  units: jsonColumn(unitShareRows),
  kept: jsonColumn(kept),
});

const EDGE_COLUMNS = `key_id, endpoint_id, model_id, status_code, response_time, cost_micros, tokens_in,
  tokens_cached, tokens_out, unit, units`;

const BUCKET_SUMS = `r.requests, r.errors, r.response_time_sum AS responseTime, r.cost_micros AS cost,
  r.tokens_in AS tokensIn, r.tokens_cached AS tokensCached, r.tokens_out AS tokensOut`;

/** Totals by one column say nothing of another one. */
const hasTotals = ({ figures, allKeys }: Shape) => figures === "all" && allKeys;

/** All of the window but its built days and hours with totals, by key, endpoint, model and kind of units. */
const cells = (shape: Shape) => `cell AS MATERIALIZED (
    SELECT key_id, endpoint_id, model_id, unit, sum(quantity) AS quantity, ${sumsOf(ALL_COLUMNS)} FROM (
      SELECT key_id, endpoint_id, model_id, unit, weight * units AS quantity, weight AS requests,
        weight * ${IS_ERROR} AS errors, weight * response_time AS responseTime, weight * cost_micros AS cost,
        weight * tokens_in AS tokensIn, weight * tokens_cached AS tokensCached, weight * tokens_out AS tokensOut
      FROM (${rowsOutsideBuckets(EDGE_COLUMNS, shape.figures)})
      UNION ALL ${inHours(
        `r.key_id, r.endpoint_id, r.model_id, r.unit, r.quantity, ${BUCKET_SUMS}`,
        hasTotals(shape) ? `${hourlyUsage(shape.figures)} AND NOT b.totalled` : hourlyUsage(shape.figures),
      )})
    GROUP BY key_id, endpoint_id, model_id, unit)`;

/** The window's sums by one column. */
const sumsBy = (by: keyof typeof KINDS, shape: Shape, rows: string) =>
  `SELECT ${by} AS id, ${sumsOf(ALL_COLUMNS)}
  FROM (SELECT ${by}, ${ALL_COLUMNS.join(", ")} FROM cell
    ${hasTotals(shape) ? `UNION ALL ${inHours(`r.id, ${BUCKET_SUMS}`, hourlyTotals(by, shape.figures))}` : ""}
    ${andInDays(`r.${by}, ${BUCKET_SUMS}`, rows, shape)})
  GROUP BY id HAVING sum(requests) > 0`;

const keysSql = (shape: Shape) =>
  jsonRows(
    ["publicId", "name", "status", ...ALL_COLUMNS],
    `SELECT k.public_id AS publicId, k.name, k.status, ${sumsOf(ALL_COLUMNS)}
     FROM (${sumsBy("key_id", shape, daily(kindOf(shape.figures), shape.figures, EACH_KEY))}) AS of_key
     LEFT JOIN api_keys AS k ON k.id = of_key.id AND k.account_id = :account GROUP BY k.id`,
  );

const endpointsSql = (shape: Shape) =>
  jsonRows(
    ["endpoint", ...SUM_COLUMNS],
    `SELECT coalesce(e.path, CAST(of_endpoint.id AS TEXT)) AS endpoint, ${SUM_COLUMNS.join(", ")}
     FROM (${sumsBy("endpoint_id", shape, daily("endpoints", shape.figures))}) AS of_endpoint
     LEFT JOIN endpoints AS e ON e.id = of_endpoint.id`,
  );

const modelsSql = (shape: Shape) =>
  jsonRows(
    ["model", ...ALL_COLUMNS],
    `SELECT nullif(m.name, '') AS model, ${ALL_COLUMNS.join(", ")}
     FROM (${sumsBy("model_id", shape, daily("models", shape.figures))}) AS of_model
     LEFT JOIN models AS m ON m.id = of_model.id`,
  );

const UNIT_COLUMNS = ["publicId", "endpoint", "model", "unit", "quantity"];

/** Units of hours with totals, from their rows: few hours have any. */
const UNITS_OF_TOTALLED = `UNION ALL ${inHours(
  "r.key_id, r.endpoint_id, r.model_id, r.unit, r.quantity",
  `hourly_usage AS r INDEXED BY hourly_usage_units
    ON b.totalled AND r.hour = b.hour AND r.account_id = :account AND r.unit > 0`,
)}`;
const unitsSql = (shape: Shape) =>
  jsonRows(
    UNIT_COLUMNS,
    `SELECT k.public_id AS publicId, coalesce(e.path, CAST(of_unit.endpoint_id AS TEXT)) AS endpoint,
       nullif(m.name, '') AS model, of_unit.unit, sum(of_unit.quantity) AS quantity
     FROM (SELECT key_id, endpoint_id, model_id, unit, quantity FROM cell WHERE unit > 0
       ${hasTotals(shape) ? UNITS_OF_TOTALLED : ""}
       ${andInDays(
         "r.key_id, r.endpoint_id, r.model_id, r.unit, r.quantity",
         daily("units", shape.figures, EACH_KEY),
         shape,
       )}) AS of_unit
     LEFT JOIN api_keys AS k ON k.id = of_unit.key_id AND k.account_id = :account
     LEFT JOIN endpoints AS e ON e.id = of_unit.endpoint_id LEFT JOIN models AS m ON m.id = of_unit.model_id
     GROUP BY k.id, e.id, m.id, of_unit.unit HAVING sum(of_unit.quantity) > 0`,
  );

/** A day's rows by model hold all endpoints together, and those by endpoint all models. */
const breakdownSql = (shape: Shape) => `${buckets(shape)}, ${cells(shape)}
  SELECT (${keysSql(shape)}) AS keys,
    ${shape.figures === "one model" ? "'null'" : `(${endpointsSql(shape)})`} AS endpoints,
    ${shape.figures === "one endpoint" ? "'null'" : `(${modelsSql(shape)})`} AS models,
    (${unitsSql(shape)}) AS units,
    ${KEPT} AS kept`;

/** Each key's requests, and micro-dollars that the balance paid for them. */
export function keyCostsSql(shape: Shape): string {
  const columns = (key: string) => `${key} AS key_id, r.requests, r.billed_micros AS cost`;
  const rows = jsonRows(
    ["publicId", "name", "requests", "cost"],
    `SELECT k.public_id AS publicId, k.name, sum(requests) AS requests, sum(cost) AS cost
     FROM (SELECT key_id, sum(requests) AS requests, sum(cost) AS cost FROM (
         ${inHoursBy("key_id", columns, shape)}
         ${andInDays(columns("r.key_id"), daily("series", shape.figures, EACH_KEY), shape)}
         UNION ALL SELECT key_id, weight, weight * billed_micros
           FROM (${rowsOutsideBuckets("key_id, billed_micros", shape.figures)}))
       GROUP BY key_id HAVING sum(requests) > 0)
     LEFT JOIN api_keys AS k ON k.id = key_id AND k.account_id = :account GROUP BY k.id`,
  );
  return `${buckets(shape)} ${rows}`;
}

/** The sums of each key, endpoint and model with at least one request in the span: exact at that instant. */
export function readBreakdown(db: Database, filter: UsageFilter, span: Span) {
  const { sql, args } = spanStatement(breakdownSql, filter, span);
  return statement(sql, args, breakdownRow).only(db);
}
