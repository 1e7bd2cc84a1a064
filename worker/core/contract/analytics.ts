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
  .default("UTC")
  .describe("Time zone of days and hours, such as `Europe/Lisbon`");
/** One key, one endpoint as it is listed, or both; without them all of the account. */
export const usageFilterFields = {
  key_id: z
    .string("The key_id must be text.")
    .max(64, "The key_id must have at most 64 characters.")
    .optional()
    .describe("Only requests with this API key"),
  endpoint: z
    .string("The endpoint must be text.")
    .max(200, "The endpoint must have at most 200 characters.")
    .optional()
    .describe("Only requests to this endpoint, as it is listed"),
};

export const analyticsQuery = z.object({
  range: rangeField,
  tz: zoneField,
  ...usageFilterFields,
});
export type AnalyticsQuery = z.infer<typeof analyticsQuery>;

const figures = z.object({
  total_requests: z.number(),
  average_response_time: z.number().describe("Milliseconds"),
  error_rate: z.number().describe("Percent of the requests that were answered with 400 or above"),
  cost: z.number().describe("Dollars"),
});
const seriesPoint = z.object({
  date: z.string().describe("A local day, or a local hour with its offset"),
  requests: z.number(),
  errors: z.number(),
  avg_response_time: z.number(),
});
export type SeriesPoint = z.infer<typeof seriesPoint>;
const endpointUsage = z.object({ endpoint: z.string(), requests: z.number(), avg_response_time: z.number() });
const milliseconds = z.number().nullable();

/** `from`, `to`, `as_of` are ISO 8601 UTC; the window is [from, to]. Percentiles and error types are kept for keys only. */
export const analyticsAnswer = figures.extend({
  range: z.enum(RANGES),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  as_of: z.iso.datetime(),
  percentiles: z
    .object({ p50: milliseconds, p95: milliseconds, p99: milliseconds })
    .describe("Of the response time, in milliseconds; null without requests, and for a single endpoint"),
  top_endpoints: z.array(endpointUsage).describe("The five with the most requests"),
  error_types: z
    .array(z.object({ type: z.string().describe("Status code"), count: z.number() }))
    .nullable()
    .describe("The five most frequent; null for a single endpoint"),
  series: z.array(seriesPoint),
  previous: figures.describe("The same of the window before"),
});
export type AnalyticsAnswer = z.infer<typeof analyticsAnswer>;
