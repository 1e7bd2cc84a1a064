import { z } from "zod";
import type { Span } from "#core/domain/analytics-window.ts";
import { breakdown } from "./breakdown-sql.ts";
import type { Database } from "./database.ts";
import { spanStatement, type UsageFilter } from "./usage-scope.ts";

const n = z.number();
const text = z.string().nullable();
const keyShareRows = z.array(
  z
    .tuple([text, text, text, n, n, n, n])
    .transform(([publicId, name, status, requests, errors, responseTime, cost]) => ({
      publicId,
      name,
      status,
      requests,
      errors,
      responseTime,
      cost,
    })),
);
const endpointShares = z.array(
  z.tuple([z.string(), n, n, n, n]).transform(([endpoint, requests, errors, responseTime, cost]) => ({
    endpoint,
    requests,
    errors,
    responseTime,
    cost,
  })),
);

/** Sums of one key in a window: `responseTime` in ms, `cost` in micro-dollars. All null: keys not known any more. */
export type KeyShare = z.infer<typeof keyShareRows>[number];

export const readKeyShares = (json: unknown): KeyShare[] => keyShareRows.parse(JSON.parse(String(json)));

/** The sums of each key and of each endpoint with at least one request in the span: exact at that instant. */
export async function readBreakdown(db: Database, filter: UsageFilter, span: Span) {
  const { rows } = await db.$client.execute(spanStatement(breakdown, filter, span));
  return {
    keys: readKeyShares(rows[0]?.keys),
    endpoints: endpointShares.parse(JSON.parse(String(rows[0]?.endpoints))),
  };
}
