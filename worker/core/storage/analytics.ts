import { z } from "zod";
import type { AnalyticsReading } from "#core/domain/analytics-reading.ts";
import { type AnalyticsWindow, cover } from "#core/domain/analytics-window.ts";
import { HOUR_MS } from "#core/domain/ranges.ts";
import { CUTS, EDGES, ENDPOINTS, PATHS, PREVIOUS, SHARES, TALLY } from "./analytics-sql.ts";
import type { Database } from "./database.ts";

export interface AnalyticsScope {
  accountId: number;
  /** api_keys.id, or 0 for all keys of the account. */
  keyId: number;
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
      .tuple([n, n, n, n, n, n, n, z.string()])
      .transform(([weight, quarter, endpointId, requests, errors, responseTime, cost, tally]) => ({
        weight,
        quarter,
        endpointId,
        requests,
        errors,
        responseTime,
        cost,
        tally,
      })),
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
    tally: read("tally"),
    endpoints: read("endpoints"),
    edges: read("edges"),
    previous: read("previous"),
  };
}

/** The server refuses an argument that a statement does not name, so each has exactly its own. */
function statementsOf({ accountId, keyId, window }: AnalyticsScope) {
  const { current, previous } = window;
  const owner = { account: accountId, key: keyId };
  const covered = listed(cover(current.firstHour, current.endHour));
  const edges = ({ from, to, firstHour, endHour }: typeof current) => {
    return { from, to, first: firstHour * HOUR_MS, end: endHour * HOUR_MS };
  };
  const before = { ...listed(cover(previous.firstHour, previous.endHour)), ...edges(previous) };
  const shares = window.shares.buckets.map(({ point, part, buckets }) => [point, part, buckets]);
  const cuts = window.shares.cuts.map(({ point, from, to }) => [point, from, to]);
  return {
    paths: { sql: PATHS, args: {} },
    shares: { sql: SHARES, args: { ...owner, shares: JSON.stringify(shares) } },
    tally: { sql: TALLY, args: { ...owner, ...covered } },
    endpoints: { sql: ENDPOINTS, args: { ...owner, ...covered } },
    edges: { sql: EDGES, args: { ...owner, ...edges(current) } },
    previous: { sql: PREVIOUS, args: { ...owner, ...before } },
    ...(cuts.length > 0 && { cuts: { sql: CUTS, args: { ...owner, cuts: JSON.stringify(cuts) } } }),
  } satisfies Record<string, Statement>;
}

const listed = ({ hours, days }: ReturnType<typeof cover>) => ({
  hours: JSON.stringify(hours),
  days: JSON.stringify(days),
});
