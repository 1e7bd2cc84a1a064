import { z } from "zod";
import { RANGES } from "#core/domain/ranges.ts";

/** Bare offsets such as `+05:17` are refused: named zones keep to quarters of an hour. */
function isTimeZone(zone: string): boolean {
  try {
    return /^[A-Za-z]/.test(zone) && Boolean(new Intl.DateTimeFormat("en-US", { timeZone: zone }));
  } catch {
    return false;
  }
}

export const rangeField = z.enum(RANGES, { error: `The range must be one of ${RANGES.join(", ")}.` });
export const zoneField = z
  .string()
  .max(64, "The tz must have at most 64 characters.")
  .refine(isTimeZone, "The tz must be an IANA time zone, such as Europe/Lisbon.")
  .default("UTC");
/** One key, one endpoint as it is listed, or both; without them all of the account. */
export const usageFilterFields = {
  key_id: z
    .string("The key_id must be text.")
    .max(64, "The key_id must have at most 64 characters.")
    .optional(),
  endpoint: z
    .string("The endpoint must be text.")
    .max(200, "The endpoint must have at most 200 characters.")
    .optional(),
};

export const analyticsQuery = z.object({
  range: rangeField,
  tz: zoneField,
  ...usageFilterFields,
});
export type AnalyticsQuery = z.infer<typeof analyticsQuery>;

/** Requests, mean milliseconds, percent of requests that failed, dollars. */
const figures = z.object({
  total_requests: z.number(),
  average_response_time: z.number(),
  error_rate: z.number(),
  cost: z.number(),
});
/** `date`: a local day `YYYY-MM-DD`, or a local hour with its offset, `2026-11-20T14:00:00+01:00`. */
const seriesPoint = z.object({
  date: z.string(),
  requests: z.number(),
  errors: z.number(),
  avg_response_time: z.number(),
});
export type SeriesPoint = z.infer<typeof seriesPoint>;
const endpointUsage = z.object({ endpoint: z.string(), requests: z.number(), avg_response_time: z.number() });
const milliseconds = z.number().nullable();

/**
 * `from`, `to`, `as_of` are ISO 8601 UTC; the window is [from, to]. Percentiles are null without requests, and for a
 * single endpoint, as are its `error_types`: they are kept for keys only.
 */
export const analyticsAnswer = figures.extend({
  range: z.enum(RANGES),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  as_of: z.iso.datetime(),
  percentiles: z.object({ p50: milliseconds, p95: milliseconds, p99: milliseconds }),
  top_endpoints: z.array(endpointUsage),
  error_types: z.array(z.object({ type: z.string(), count: z.number() })).nullable(),
  series: z.array(seriesPoint),
  previous: figures,
});
export type AnalyticsAnswer = z.infer<typeof analyticsAnswer>;
