import { z } from "zod";
import type { Span } from "#core/domain/analytics-window.ts";
import { BREAKDOWN } from "./breakdown-sql.ts";
import type { Database } from "./database.ts";
import { bucketArguments, edgeArguments, filterOf, ownerArguments, type UsageFilter } from "./usage-scope.ts";

const n = z.number();
const text = z.string().nullable();
const keyShares = z.array(
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
export type KeyShare = z.infer<typeof keyShares>[number];

export const readKeyShares = (json: unknown): KeyShare[] => keyShares.parse(JSON.parse(String(json)));

/** What `BREAKDOWN` and `KEY_SHARES` ask to be told. */
export const breakdownArguments = (filter: UsageFilter, span: Span) => ({
  ...ownerArguments(filter),
  ...bucketArguments(span),
  ...edgeArguments(span),
});

/** The sums of each key and of each endpoint with at least one request in the span: exact at that instant. */
export async function readBreakdown(db: Database, filter: UsageFilter, span: Span) {
  const statement = { sql: BREAKDOWN[filterOf(filter)], args: breakdownArguments(filter, span) };
  const { rows } = await db.$client.execute(statement);
  return {
    keys: readKeyShares(rows[0]?.keys),
    endpoints: endpointShares.parse(JSON.parse(String(rows[0]?.endpoints))),
  };
}
