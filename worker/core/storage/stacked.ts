import { z } from "zod";
import { type AnalyticsWindow, PREVIOUS } from "#core/domain/analytics-window.ts";
import type { Point } from "#core/domain/series-points.ts";
import { QUARTER_MS } from "#core/domain/time.ts";
import { BUILT_DAYS_OF_POINTS, hoursOfShares, sharesArgument } from "./analytics-sql.ts";
import type { Database } from "./database.ts";
import { KEPT, kept } from "./retention.ts";
import { IS_ERROR } from "./rollup.ts";
import { jsonColumn, statement } from "./statement.ts";
import {
  daily,
  EACH_KEY,
  figuresOf,
  inHoursBy,
  jsonRows,
  kindOf,
  ownerArguments,
  rolled,
  rowsOutsideBuckets,
  type Shape,
  type UsageFilter,
} from "./usage-window.ts";

/** What a series of a stack stands for. */
type StackedBy = "key" | "model";

/** Series that one figure can have beside all others together. */
const MOST_STACKED = 5;
/** The others' place among the ids of keys and models; 0 stands for no known key and for no model. */
const OTHERS = -1;

const COLUMNS = {
  requests: "requests",
  errors: "errors",
  cost: "cost_micros",
  billed: "billed_micros",
};
const NAMES = Object.keys(COLUMNS);
const ADDED_UP = NAMES.map((name) => `sum(${name}) AS ${name}`).join(", ");
const sumsOf = (of: (column: string) => string) =>
  Object.entries(COLUMNS)
    .map(([name, column]) => `${of(column)} AS ${name}`)
    .join(", ");
const rawSums = (weight: string) =>
  `${weight} AS requests, ${weight} * ${IS_ERROR} AS errors, ${weight} * cost_micros AS cost,
   ${weight} * billed_micros AS billed`;

/** `series` is the id of a key or a model, 0 for none that has a name. */
const OF = {
  key: {
    column: "key_id",
    series: "coalesce(named.id, 0)",
    join: "LEFT JOIN api_keys AS named ON named.id = of.id AND named.account_id = :account",
    names: "named.public_id AS id, named.name, named.status",
  },
  model: {
    column: "model_id",
    series: "iif(named.name <> '', named.id, 0)",
    join: "LEFT JOIN models AS named ON named.id = of.id",
    names: "nullif(named.name, '') AS id, nullif(named.name, '') AS name, NULL AS status",
  },
} as const;

const daysOf = (by: StackedBy, { figures }: Shape) =>
  by === "key" ? daily(kindOf(figures), figures, EACH_KEY) : daily("models", figures);

/** The sums of each key or model at each point. `:points`: [point, first quarter, end] each. */
function cells(by: StackedBy, shape: Shape, hasCuts: boolean): string {
  const { column } = OF[by];
  const { figures, days } = shape;
  const parts = [
    inHoursBy(
      column,
      (id) => `b.point, ${id} AS id, ${sumsOf((name) => `weight * r.${name} + late * r.late_${name}`)}`,
      shape,
    ),
    `SELECT p.point, e.id, ${NAMES.map((name) => `e.${name}`).join(", ")} FROM (
       SELECT timestamp / ${QUARTER_MS} AS quarter, id, ${ADDED_UP} FROM (
         SELECT timestamp, ${column} AS id, ${rawSums("weight")}
         FROM (${rowsOutsideBuckets(`timestamp, status_code, cost_micros, billed_micros, ${column}`, figures)}))
       GROUP BY quarter, id) AS e
     CROSS JOIN (SELECT value->>0 AS point, value->>1 AS first, value->>2 AS until FROM json_each(:points)) AS p
       ON e.quarter >= p.first AND e.quarter < p.until`,
  ];
  if (days) {
    parts.push(`SELECT point, r.${column} AS id, ${sumsOf((name) => `r.${name}`)}
      FROM (${BUILT_DAYS_OF_POINTS}) AS b CROSS JOIN ${daysOf(by, shape)}`);
  }
  if (hasCuts) {
    parts.push(`SELECT cut.value->>0, u.${column}, ${rawSums("1")}
      FROM json_each(:cuts) AS cut CROSS JOIN ${rolled(figures)}
        AND timestamp >= cut.value->>1 AND timestamp < cut.value->>2`);
  }
  return `SELECT point, id, ${ADDED_UP} FROM (${parts.join(" UNION ALL ")}) GROUP BY point, id`;
}

/** A place of its own for each series that has any of a figure. */
const placeBy = (figure: string) =>
  `iif(${figure} > 0, row_number() OVER (ORDER BY ${figure} DESC, series), ${MOST_STACKED + 1})`;

/** Spend is what the balance paid, which is known only for all endpoints and models together. */
function stackedSql(by: StackedBy, shape: Shape, hasCuts: boolean): string {
  const { series, join, names } = OF[by];
  const spend = shape.figures === "all" ? "billed" : "cost";
  const shown = `place <= ${MOST_STACKED}`;
  return `${hoursOfShares(shape, true)},
    cell AS MATERIALIZED (${cells(by, shape, hasCuts)}),
    place AS MATERIALIZED (
      SELECT of.id AS id, ${series} AS series FROM (SELECT DISTINCT id FROM cell) AS of ${join}),
    ranked AS MATERIALIZED (
      SELECT series, min(${["requests", "errors", spend].map(placeBy).join(", ")}) AS place
      FROM (SELECT series, ${ADDED_UP} FROM cell JOIN place USING (id) GROUP BY series HAVING sum(requests) > 0))
  SELECT (${jsonRows(
    ["series", "id", "name", "status"],
    `SELECT series, ${names} FROM (SELECT series, series AS id FROM ranked WHERE ${shown}) AS of ${join}`,
  )}) AS series,
  (${jsonRows(
    ["series", "point", ...NAMES],
    `SELECT iif(${shown}, series, ${OTHERS}) AS series, point, ${ADDED_UP}
     FROM cell JOIN place USING (id) JOIN ranked USING (series) GROUP BY 1, 2`,
  )}) AS sums,
  (SELECT count(*) FROM ranked WHERE NOT ${shown}) AS others,
  ${KEPT} AS kept`;
}

const pointSums = z.object({
  series: z.number(),
  point: z.number(),
  requests: z.number(),
  errors: z.number(),
  cost: z.number(),
  billed: z.number(),
});
/** `cost` and `billed` in micro-dollars. */
export type StackedSums = Omit<z.infer<typeof pointSums>, "series">;
const stackedRow = z.object({
  series: jsonColumn(
    z.array(
      z.object({
        series: z.number(),
        id: z.string().nullable(),
        name: z.string().nullable(),
        status: z.string().nullable(),
      }),
    ),
  ),
  sums: jsonColumn(z.array(pointSums)),
  others: z.number(),
  kept: jsonColumn(kept),
});

/** From the first quarter of an hour that belongs to a point to the first that doesn't; as `pointAt`. */
function quartersOf(points: readonly Point[]): number[][] {
  const starts = points.map(({ start }, i) => (i === 0 ? 0 : Math.ceil(start / QUARTER_MS)));
  return starts.map((first, i) => [i, first, starts[i + 1] ?? Number.MAX_SAFE_INTEGER]);
}

/**
 * The window's sums by key or model at each of its points, exact at that instant: those of the five with the most requests,
 * with the most errors and with the highest spend, and those of all others together.
 */
export async function readStacked(
  db: Database,
  filter: UsageFilter,
  { by, window }: { by: StackedBy; window: AnalyticsWindow },
) {
  const shares = window.shares.buckets.filter(({ point }) => point !== PREVIOUS);
  const cuts = window.shares.cuts.filter(({ point }) => point !== PREVIOUS);
  const days = shares.some(({ part }) => part === "day");
  const shape = { figures: figuresOf(filter), allKeys: filter.keyId === 0, days };
  const args = {
    ...ownerArguments(filter),
    ...window.current,
    shares: sharesArgument(shares),
    points: JSON.stringify(quartersOf(window.points)),
    ...(cuts.length > 0 && { cuts: JSON.stringify(cuts.map(({ point, from, to }) => [point, from, to])) }),
  };
  const found = await statement(stackedSql(by, shape, cuts.length > 0), args, stackedRow).only(db);
  const { series, sums, others, kept } = found;
  const bySeries = Map.groupBy(sums, (one) => one.series);
  return {
    series: series.map(({ series, ...named }) => ({ ...named, sums: bySeries.get(series) ?? [] })),
    others: { count: others, sums: bySeries.get(OTHERS) ?? [] },
    kept,
  };
}
