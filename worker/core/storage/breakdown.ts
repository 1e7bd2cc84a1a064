import { z } from "zod";
import type { Span } from "#core/domain/analytics-window.ts";
import { unitKind } from "#core/domain/gateway/charged-units.ts";
import type { Database } from "./database.ts";
import { RETIRED_BEFORE } from "./retention.ts";
import { IS_ERROR } from "./rollup.ts";
import { jsonColumn, statement } from "./statement.ts";
import {
  covered,
  edges,
  type Figures,
  jsonRows,
  type Shape,
  spanStatement,
  sumsSource,
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

/**
 * Sums of one key: `responseTime` in ms, `cost` in micro-dollars. Unknown keys are one row, all null. Tokens are only
 * those of the edges for a single endpoint, whose buckets have none.
 */
export type KeyShare = z.infer<typeof keyShareRows>[number];

export const parseKeyShares = (json: unknown): KeyShare[] => keyShareRows.parse(JSON.parse(String(json)));

const breakdownRow = z.object({
  keys: jsonColumn(keyShareRows),
  endpoints: jsonColumn(endpointShareRows),
  models: jsonColumn(modelShareRows),
  units: jsonColumn(unitShareRows),
  retiredBefore: z.number(),
});

/** Series alone know what the balance paid of the cost. */
type Cost = "cost_micros" | "billed_micros";

const edgeTable = (figures: Figures, cost: Cost = "cost_micros") => `edge AS MATERIALIZED (
    SELECT key_id, endpoint_id, model_id, unit, sum(weight * units) AS quantity, sum(weight) AS requests, sum(weight * ${IS_ERROR}) AS errors,
      sum(weight * response_time) AS responseTime, sum(weight * ${cost}) AS cost,
      sum(weight * tokens_in) AS tokensIn, sum(weight * tokens_cached) AS tokensCached,
      sum(weight * tokens_out) AS tokensOut
    FROM (${edges(EDGE_COLUMNS, figures)})
    GROUP BY key_id, endpoint_id, model_id, unit)`;
const EDGE_COLUMNS = `key_id, endpoint_id, model_id, status_code, response_time, cost_micros, billed_micros, tokens_in,
  tokens_cached, tokens_out, unit, units`;

const sumsBy = (by: string, buckets: string, columns: readonly string[] = SUM_COLUMNS) =>
  `SELECT ${by} AS id, ${sumsOf(columns)}
  FROM (${buckets} UNION ALL SELECT ${by}, ${columns.join(", ")} FROM edge) GROUP BY id HAVING sum(requests) > 0`;

const bucketColumns = (by: string, cost: Cost = "cost_micros") =>
  `r.${by}, r.requests, r.errors, r.response_time_sum AS responseTime, r.${cost} AS cost`;
const withTokens = (
  by: string,
  cost?: Cost,
) => `${bucketColumns(by, cost)}, r.tokens_in AS tokensIn, r.tokens_cached AS tokensCached,
  r.tokens_out AS tokensOut`;
const withoutTokens = (by: string) =>
  `${bucketColumns(by)}, 0 AS tokensIn, 0 AS tokensCached, 0 AS tokensOut`;

/** A range, so that the index is still searched; key 0 stands for all keys and is left out. */
const EACH_KEY = "r.key_id BETWEEN max(:key, 1) AND iif(:key = 0, 9223372036854775807, :key)";

function keysSql(shape: Shape, cost?: Cost): string {
  const columns = shape.figures === "one endpoint" ? withoutTokens("key_id") : withTokens("key_id", cost);
  const buckets = covered(columns, {
    ...shape,
    source: sumsSource(shape.figures),
    keys: EACH_KEY,
  });
  return jsonRows(
    ["publicId", "name", "status", ...ALL_COLUMNS],
    `SELECT k.public_id AS publicId, k.name, k.status, ${sumsOf(ALL_COLUMNS)}
     FROM (${sumsBy("key_id", buckets, ALL_COLUMNS)}) AS of_key
     LEFT JOIN api_keys AS k ON k.id = of_key.id AND k.account_id = :account GROUP BY k.id`,
  );
}

const endpointsSql = (shape: Shape) =>
  jsonRows(
    ["endpoint", ...SUM_COLUMNS],
    `SELECT coalesce(e.path, CAST(of_endpoint.id AS TEXT)) AS endpoint, ${SUM_COLUMNS.join(", ")}
     FROM (${sumsBy("endpoint_id", covered(bucketColumns("endpoint_id"), { ...shape, source: "endpoints" }))}) AS of_endpoint
     LEFT JOIN endpoints AS e ON e.id = of_endpoint.id`,
  );

function modelsSql(shape: Shape): string {
  const buckets = covered(withTokens("model_id"), { ...shape, source: "models" });
  return jsonRows(
    ["model", ...ALL_COLUMNS],
    `SELECT nullif(m.name, '') AS model, ${ALL_COLUMNS.join(", ")}
     FROM (${sumsBy("model_id", buckets, ALL_COLUMNS)}) AS of_model LEFT JOIN models AS m ON m.id = of_model.id`,
  );
}

const UNIT_COLUMNS = ["publicId", "endpoint", "model", "unit", "quantity"];

function unitsSql(shape: Shape): string {
  const columns = "r.key_id, r.endpoint_id, r.model_id, r.unit, r.quantity";
  const buckets = covered(columns, { ...shape, source: "units", keys: EACH_KEY });
  return jsonRows(
    UNIT_COLUMNS,
    `SELECT k.public_id AS publicId, coalesce(e.path, CAST(of_unit.endpoint_id AS TEXT)) AS endpoint,
       nullif(m.name, '') AS model, of_unit.unit, sum(of_unit.quantity) AS quantity
     FROM (${buckets}
       UNION ALL SELECT key_id, endpoint_id, model_id, unit, quantity FROM edge WHERE unit > 0) AS of_unit
     LEFT JOIN api_keys AS k ON k.id = of_unit.key_id AND k.account_id = :account
     LEFT JOIN endpoints AS e ON e.id = of_unit.endpoint_id LEFT JOIN models AS m ON m.id = of_unit.model_id
     GROUP BY k.id, e.id, m.id, of_unit.unit HAVING sum(of_unit.quantity) > 0`,
  );
}

/** A model's buckets hold all endpoints together, and an endpoint's all models. */
const breakdownSql = (shape: Shape) => `WITH ${edgeTable(shape.figures)}
  SELECT (${keysSql(shape)}) AS keys,
    ${shape.figures === "one model" ? "'null'" : `(${endpointsSql(shape)})`} AS endpoints,
    ${shape.figures === "one endpoint" ? "'null'" : `(${modelsSql(shape)})`} AS models,
    (${unitsSql(shape)}) AS units,
    ${RETIRED_BEFORE} AS retiredBefore`;

/** The cost of a share is here what the balance paid. */
export const keySharesSql = (shape: Shape) =>
  `WITH ${edgeTable(shape.figures, "billed_micros")} SELECT (${keysSql(shape, "billed_micros")}) AS keys`;

/** The sums of each key, endpoint and model with at least one request in the span: exact at that instant. */
export function readBreakdown(db: Database, filter: UsageFilter, span: Span) {
  const { sql, args } = spanStatement(breakdownSql, filter, span);
  return statement(sql, args, breakdownRow).only(db);
}
