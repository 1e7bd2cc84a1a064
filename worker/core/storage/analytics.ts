import { z } from "zod";
import type { AnalyticsReading } from "#core/domain/analytics-reading.ts";
import type { AnalyticsWindow } from "#core/domain/analytics-window.ts";
import { ANALYTICS, PATHS } from "./analytics-sql.ts";
import type { Database } from "./database.ts";
import { bucketArguments, edgeArguments, ownerArguments, shapeOf, type UsageFilter } from "./usage-scope.ts";

export interface AnalyticsScope extends UsageFilter {
  window: AnalyticsWindow;
}

const n = z.number();
const pointSums = z.array(
  z
    .tuple([n, n, n, n])
    .transform(([point, requests, errors, responseTime]) => ({ point, requests, errors, responseTime })),
);
const shapes = {
  paths: z.record(z.string(), z.string()),
  shares: pointSums,
  tally: z.string(),
  endpoints: z.array(
    z.tuple([n, n, n, n]).transform(([endpointId, requests, responseTime, cost]) => ({
      endpointId,
      requests,
      responseTime,
      cost,
    })),
  ),
  edges: z.array(
    z
      .tuple([n, n, n, n, n, n, n, n, z.string()])
      .transform(
        ([weight, previousWeight, quarter, endpointId, requests, errors, responseTime, cost, tally]) => ({
          weight,
          previousWeight,
          quarter,
          endpointId,
          requests,
          errors,
          responseTime,
          cost,
          tally,
        }),
      ),
  ),
  cuts: pointSums,
  previous: z
    .tuple([n, n, n, n])
    .transform(([requests, errors, responseTime, cost]) => ({ requests, errors, responseTime, cost })),
};

type Shapes = typeof shapes;
type Statement = { sql: string; args: Record<string, string | number> };

/** Everything an analytics answer needs, in one read transaction and one round trip: exact at that instant. */
export async function readAnalytics(db: Database, scope: AnalyticsScope): Promise<AnalyticsReading> {
  const statements = statementsOf(scope);
  const names = Object.keys(statements);
  const results = await db.$client.batch(Object.values(statements), "read");
  const read = <Name extends keyof Shapes>(name: Name): z.infer<Shapes[Name]> => {
    const text = results[names.indexOf(name)]?.rows[0]?.json;
    // The schema of this name, which TypeScript widens to the union of all of them.
    return shapes[name].parse(JSON.parse(String(text))) as z.infer<Shapes[Name]>;
  };
  return {
    paths: read("paths"),
    shares: [...read("shares"), ...(statements.cuts ? read("cuts") : [])],
    tally: statements.tally ? read("tally") : null,
    endpoints: read("endpoints"),
    edges: read("edges"),
    previous: read("previous"),
  };
}

function statementsOf({ window, ...filter }: AnalyticsScope) {
  const owner = ownerArguments(filter);
  const now = bucketArguments(window.current);
  const before = bucketArguments(window.previous);
  const { from, first } = edgeArguments(window.previous);
  const shape = shapeOf(filter, now);
  const shares = window.shares.buckets.map(({ point, part, buckets }) => [point, part, buckets]);
  const cuts = window.shares.cuts.map(({ point, from, to }) => [point, from, to]);
  const { previous, ...sql } = ANALYTICS;
  return {
    paths: { sql: PATHS, args: {} },
    shares: { sql: sql.shares(shape), args: { ...owner, shares: JSON.stringify(shares) } },
    ...(filter.endpoint === null && { tally: { sql: sql.tally(shape), args: { ...owner, ...now } } }),
    endpoints: { sql: sql.endpoints(shape), args: { ...owner, ...now } },
    edges: { sql: sql.edges(shape), args: { ...owner, ...edgeArguments(window.current), before: from } },
    previous: {
      sql: previous(shapeOf(filter, before)),
      args: { ...owner, ...before, from, first },
    },
    ...(cuts.length > 0 && {
      cuts: { sql: sql.cuts(shape), args: { ...owner, cuts: JSON.stringify(cuts) } },
    }),
  } satisfies Record<string, Statement>;
}
