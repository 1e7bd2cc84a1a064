import { IS_ERROR } from "./usage-marks.ts";
import { covered, edges, type Filter, rows, type Shape, sumsOf } from "./usage-window-sql.ts";

/** The raw rows of the edges, read once for both lists. */
const edge = (filter: Filter) => `edge AS MATERIALIZED (
    SELECT key_id, endpoint_id, sum(w) AS n, sum(w * ${IS_ERROR}) AS x, sum(w * response_time) AS t,
      sum(w * cost_micros) AS c
    FROM (${edges("key_id, endpoint_id, status_code, response_time, cost_micros", filter)})
    GROUP BY key_id, endpoint_id)`;

const SUMS = "sum(n) AS n, sum(x) AS x, sum(t) AS t, sum(c) AS c";
const sums = (by: "key_id" | "endpoint_id", buckets: string) => `SELECT ${by} AS id, ${SUMS}
  FROM (${buckets} UNION ALL SELECT ${by}, n, x, t, c FROM edge) GROUP BY id HAVING sum(n) > 0`;
const columns = (by: string) =>
  `r.${by}, r.requests AS n, r.errors AS x, r.response_time_sum AS t, r.cost_micros AS c`;

/** As a range, so that it still searches; 0 is not a key but all of them. */
const EACH_KEY = "r.key_id BETWEEN max(:key, 1) AND iif(:key = 0, 9223372036854775807, :key)";
/** Keys that are not known any more are one row. */
const keys = (shape: Shape) =>
  rows(
    "public_id, name, status, n, x, t, c",
    `SELECT k.public_id, k.name, k.status, ${SUMS}
     FROM (${sums("key_id", covered(columns("key_id"), { ...shape, of: sumsOf(shape.filter), keys: EACH_KEY }))}) AS of_key
     LEFT JOIN api_keys AS k ON k.id = of_key.id AND k.account_id = :account GROUP BY k.id`,
  );
const endpoints = (shape: Shape) =>
  rows(
    "path, n, x, t, c",
    `SELECT coalesce(e.path, CAST(of_endpoint.id AS TEXT)) AS path, n, x, t, c
     FROM (${sums("endpoint_id", covered(columns("endpoint_id"), { ...shape, of: "endpoints" }))}) AS of_endpoint
     LEFT JOIN endpoints AS e ON e.id = of_endpoint.id`,
  );

export const breakdown = (shape: Shape) =>
  `WITH ${edge(shape.filter)} SELECT (${keys(shape)}) AS keys, (${endpoints(shape)}) AS endpoints`;

/** Of each key alone. */
export const keyShares = (shape: Shape) => `WITH ${edge(shape.filter)} SELECT (${keys(shape)}) AS keys`;
