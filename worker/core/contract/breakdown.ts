import { z } from "zod";
import { rangeField, usageFilterFields } from "./analytics.ts";

/** `GET /api/analytics/breakdown`. */
export const breakdownQuery = z.object({ range: rangeField, ...usageFilterFields });
export type BreakdownQuery = z.infer<typeof breakdownQuery>;

const share = z.object({
  requests: z.number(),
  errors: z.number().describe("Those that failed"),
  avg_response_time: z.number().describe("Milliseconds"),
  cost: z.number().describe("Dollars"),
});

/**
 * Where the window's requests and money went: each list holds every key, and every endpoint, with at least one
 * request, most expensive first, then most requests, then by name. Each list sums up to the window's figures.
 * `key_id` and `name` are null for requests whose key is not known any more.
 */
export const breakdownAnswer = z.object({
  range: rangeField,
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  keys: z.array(
    share.extend({
      key_id: z.string().nullable().describe("Null for requests whose key is not known any more"),
      name: z.string().nullable(),
      status: z.string().nullable(),
    }),
  ),
  endpoints: z.array(share.extend({ endpoint: z.string() })),
});
export type BreakdownAnswer = z.infer<typeof breakdownAnswer>;
