import { z } from "zod";
import { RANGES } from "#core/domain/ranges.ts";

/** Refuses bare offsets such as `+05:17`: named zones keep to quarters of an hour. */
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
  .max(64, "The tz field must have at most 64 characters.")
  .refine(isTimeZone, "The tz field must be an IANA time zone, such as Europe/Lisbon.")
  .default("UTC")
  .describe("Time zone of days and hours, such as `Europe/Lisbon`");
export const usageFilterFields = {
  key_id: z
    .string("The key_id field must be text.")
    .max(64, "The key_id field must have at most 64 characters.")
    .optional()
    .describe("Only requests with this API key"),
  endpoint: z
    .string("The endpoint must be text.")
    .max(200, "The endpoint must have at most 200 characters.")
    .optional()
    .describe("Only requests to this endpoint, exactly as listed"),
};

export const analyticsQuery = z.object({
  range: rangeField,
  tz: zoneField,
  ...usageFilterFields,
});
export type AnalyticsQuery = z.infer<typeof analyticsQuery>;

const tokens = {
  tokens_in: z.number().nullable().describe("Tokens of prompts, cached ones included"),
  tokens_cached: z.number().nullable().describe("Tokens of prompts that the model read from its cache"),
  tokens_out: z.number().nullable().describe("Tokens of responses"),
};
const figures = z.object({
  total_requests: z.number(),
  average_response_time: z.number().describe("Milliseconds"),
  error_rate: z.number().describe("Percent of requests with a status of 400 or above"),
  cost: z.number().describe("Dollars"),
  ...tokens,
});
const seriesPoint = z.object({
  date: z.string().describe("A local day, or a local hour with its offset"),
  requests: z.number(),
  errors: z.number(),
  avg_response_time: z.number(),
  cost: z.number().describe("Dollars"),
  ...tokens,
});
const endpointUsage = z.object({ endpoint: z.string(), requests: z.number(), avg_response_time: z.number() });
const milliseconds = z.number().nullable();

const completeFrom = z.iso
  .datetime()
  .nullable()
  .describe("Tokens and models are complete from this time on; null when they are for the whole window");

/** The window is [from, to]. Percentiles, error types and tokens are kept per key, not per endpoint. */
export const analyticsResponse = figures.extend({
  range: z.enum(RANGES),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  as_of: z.iso.datetime(),
  percentiles: z
    .object({ p50: milliseconds, p95: milliseconds, p99: milliseconds })
    .describe("Response time in milliseconds; null without requests and for a single endpoint"),
  top_endpoints: z.array(endpointUsage).describe("The five with the most requests"),
  error_types: z
    .array(z.object({ type: z.string().describe("Status code"), count: z.number() }))
    .nullable()
    .describe("The five most frequent; null for a single endpoint"),
  series: z.array(seriesPoint),
  previous: figures.describe("The same figures for the previous window"),
  complete_from: completeFrom,
});
export type AnalyticsResponse = z.infer<typeof analyticsResponse>;

export const breakdownQuery = z.object({ range: rangeField, ...usageFilterFields });
export type BreakdownQuery = z.infer<typeof breakdownQuery>;

const share = z.object({
  requests: z.number(),
  errors: z.number().describe("Failed requests"),
  avg_response_time: z.number().describe("Milliseconds"),
  cost: z.number().describe("Dollars"),
});

const modelShare = share.extend({
  model: z.string().nullable().describe("Null for requests without a model"),
  tokens_in: z.number(),
  tokens_cached: z.number(),
  tokens_out: z.number(),
});

/** By cost, then requests, then name. Each list adds up to the window's figures. */
export const breakdownResponse = z.object({
  range: rangeField,
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  keys: z.array(
    share.extend({
      key_id: z.string().nullable().describe("Null for requests whose key is no longer known"),
      name: z.string().nullable(),
      status: z.string().nullable(),
    }),
  ),
  endpoints: z.array(share.extend({ endpoint: z.string() })),
  models: z.array(modelShare).nullable().describe("Null for a single endpoint"),
  complete_from: completeFrom,
});
export type BreakdownResponse = z.infer<typeof breakdownResponse>;
