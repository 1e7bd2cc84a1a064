import { z } from "zod";
import type { Span } from "#core/domain/analytics-window.ts";
import type { Database } from "./database.ts";
import { FIGURES_FROM, IS_ERROR } from "./rollup.ts";
import {
  covered,
  type EndpointFilter,
  edges,
  jsonRows,
  type Shape,
  spanStatement,
  sumsSource,
  type UsageFilter,
} from "./usage-window.ts";

const SUM_COLUMNS = ["requests", "errors", "responseTime", "cost"] as const;
const TOKEN_COLUMNS = ["tokensIn", "tokensCached", "tokensOut"] as const;
const sumsOf = (columns: readonly string[]) => columns.map((name) => `sum(${name}) AS ${name}`).join(", ");
const SUMS = sumsOf(SUM_COLUMNS);

const SUM_FIELDS = {
  requests: z.number(),
  errors: z.number(),
  responseTime: z.number(),
  cost: z.number(),
};
const keyShareRows = z.array(
  z.object({
    publicId: z.string().nullable(),
    name: z.string().nullable(),
    status: z.string().nullable(),
    ...SUM_FIELDS,
  }),
);
const endpointShareRows = z.array(z.object({ endpoint: z.string(), ...SUM_FIELDS }));
const modelShareRows = z
  .array(
    z.object({
      model: z.string().nullable(),
      ...SUM_FIELDS,
      ...{ tokensIn: z.number(), tokensCached: z.number(), tokensOut: z.number() },
    }),
  )
  .nullable();

/** Sums of one key: `responseTime` in ms, `cost` in micro-dollars. Unknown keys are one row, all null. */
export type KeyShare = z.infer<typeof keyShareRows>[number];

export const parseKeyShares = (json: unknown): KeyShare[] => keyShareRows.parse(JSON.parse(String(json)));

const edgeTable = (filter: EndpointFilter) => `edge AS MATERIALIZED (
    SELECT key_id, endpoint_id, model_id, sum(weight) AS requests, sum(weight * ${IS_ERROR}) AS errors,
      sum(weight * response_time) AS responseTime, sum(weight * cost_micros) AS cost,
      sum(weight * tokens_in) AS tokensIn, sum(weight * tokens_cached) AS tokensCached,
      sum(weight * tokens_out) AS tokensOut
    FROM (${edges(EDGE_COLUMNS, filter)})
    GROUP BY key_id, endpoint_id, model_id)`;
const EDGE_COLUMNS = `key_id, endpoint_id, model_id, status_code, response_time, cost_micros, tokens_in, tokens_cached,
  tokens_out`;

const sumsBy = (by: string, buckets: string, columns: readonly string[] = SUM_COLUMNS) =>
  `SELECT ${by} AS id, ${sumsOf(columns)}
  FROM (${buckets} UNION ALL SELECT ${by}, ${columns.join(", ")} FROM edge) GROUP BY id HAVING sum(requests) > 0`;

const bucketColumns = (by: string) =>
  `r.${by}, r.requests, r.errors, r.response_time_sum AS responseTime, r.cost_micros AS cost`;
const MODEL_COLUMNS = `${bucketColumns("model_id")}, r.tokens_in AS tokensIn, r.tokens_cached AS tokensCached,
  r.tokens_out AS tokensOut`;

/** A range, so that the index is still searched; key 0 stands for all keys and is left out. */
const EACH_KEY = "r.key_id BETWEEN max(:key, 1) AND iif(:key = 0, 9223372036854775807, :key)";

function keysSql(shape: Shape): string {
  const buckets = covered(bucketColumns("key_id"), {
    ...shape,
    source: sumsSource(shape.filter),
    keys: EACH_KEY,
  });
  return jsonRows(
    ["publicId", "name", "status", ...SUM_COLUMNS],
    `SELECT k.public_id AS publicId, k.name, k.status, ${SUMS}
     FROM (${sumsBy("key_id", buckets)}) AS of_key
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
  const columns = [...SUM_COLUMNS, ...TOKEN_COLUMNS];
  const buckets = covered(MODEL_COLUMNS, { ...shape, source: "models" });
  return jsonRows(
    ["model", ...columns],
    `SELECT nullif(m.name, '') AS model, ${columns.join(", ")}
     FROM (${sumsBy("model_id", buckets, columns)}) AS of_model LEFT JOIN models AS m ON m.id = of_model.id`,
  );
}

/** Models only without an endpoint filter: their buckets hold all endpoints together. */
const breakdownSql = (shape: Shape) => `WITH ${edgeTable(shape.filter)}
  SELECT (${keysSql(shape)}) AS keys, (${endpointsSql(shape)}) AS endpoints,
    ${shape.filter === "all endpoints" ? `(${modelsSql(shape)})` : "'null'"} AS models,
    (SELECT ${FIGURES_FROM} FROM rollup_state WHERE name = 'usage') AS figuresFrom`;

export const keySharesSql = (shape: Shape) =>
  `WITH ${edgeTable(shape.filter)} SELECT (${keysSql(shape)}) AS keys`;

/** The sums of each key, endpoint and model with at least one request in the span: exact at that instant. */
export async function readBreakdown(db: Database, filter: UsageFilter, span: Span) {
  const { rows } = await db.$client.execute(spanStatement(breakdownSql, filter, span));
  return {
    keys: parseKeyShares(rows[0]?.keys),
    endpoints: endpointShareRows.parse(JSON.parse(String(rows[0]?.endpoints))),
    models: modelShareRows.parse(JSON.parse(String(rows[0]?.models))),
    figuresFrom: z.number().parse(rows[0]?.figuresFrom),
  };
}
