import { z } from "zod";
import { unitQuantity } from "./usage.ts";
import {
  checkFigures,
  exactFrom,
  modelField,
  usageFilterFields,
  windowFields,
  windowResponse,
} from "./usage-window.ts";

export const analyticsQuery = checkFigures(
  z.object({ ...windowFields, ...usageFilterFields, model: modelField }),
);
export type AnalyticsQuery = z.infer<typeof analyticsQuery>;

const tokens = {
  tokens_in: z.number().nullable().describe("Tokens of prompts, cached ones included"),
  tokens_cached: z.number().nullable().describe("Tokens of prompts that the model read from its cache"),
  tokens_out: z.number().nullable().describe("Tokens of responses"),
};
const importedCost = z
  .number()
  .nullable()
  .describe(
    "Dollars of the cost that imported requests have and no balance paid; null for a single endpoint or model",
  );
const figures = z.object({
  total_requests: z.number(),
  average_response_time: z.number().describe("Milliseconds"),
  error_rate: z.number().describe("Percent of requests with a status of 400 or above"),
  cost: z.number().describe("Dollars"),
  imported_cost: importedCost,
  ...tokens,
});
const seriesPoint = z.object({
  date: z.string().describe("A local day, or a local hour with its offset"),
  requests: z.number(),
  errors: z.number(),
  avg_response_time: z.number(),
  cost: z.number().describe("Dollars"),
  imported_cost: importedCost,
  ...tokens,
});
const endpointUsage = z.object({ endpoint: z.string(), requests: z.number(), avg_response_time: z.number() });
const milliseconds = z.number().nullable();

/** Percentiles and error types are kept per key, not per endpoint or model; tokens not per endpoint. */
export const analyticsResponse = figures.extend({
  ...windowResponse,
  as_of: z.iso.datetime(),
  percentiles: z
    .object({ p50: milliseconds, p95: milliseconds, p99: milliseconds })
    .describe("Response time in milliseconds; null without requests and for a single endpoint or model"),
  top_endpoints: z
    .array(endpointUsage)
    .nullable()
    .describe("The five with the most requests; null for a single model"),
  error_types: z
    .array(z.object({ type: z.string().describe("Status code"), count: z.number() }))
    .nullable()
    .describe("The five most frequent; null for a single endpoint or model"),
  series: z.array(seriesPoint),
  previous: figures.describe(
    "The same figures for the window of equal length directly before; for a month, the previous month",
  ),
  exact_from: exactFrom,
});
export type AnalyticsResponse = z.infer<typeof analyticsResponse>;

export type BreakdownQuery = AnalyticsQuery;

const share = z.object({
  requests: z.number(),
  errors: z.number().describe("Failed requests"),
  avg_response_time: z.number().describe("Milliseconds"),
  cost: z.number().describe("Dollars"),
  units: z
    .array(unitQuantity)
    .optional()
    .describe("What was charged for instead of tokens, such as images. Left out where there are none"),
});

const modelShare = share.extend({
  model: z.string().nullable().describe("Null for requests without a model"),
  tokens_in: z.number(),
  tokens_cached: z.number(),
  tokens_out: z.number(),
});

/** By cost, then requests, then name. Each list adds up to the window's figures. */
export const breakdownResponse = z.object({
  ...windowResponse,
  keys: z.array(
    share.extend({
      ...tokens,
      key_id: z.string().nullable().describe("Null for requests whose key is no longer known"),
      name: z.string().nullable(),
      status: z.string().nullable(),
    }),
  ),
  endpoints: z
    .array(share.extend({ endpoint: z.string() }))
    .nullable()
    .describe("Null for a single model"),
  models: z.array(modelShare).nullable().describe("Null for a single endpoint"),
  exact_from: exactFrom,
});
export type BreakdownResponse = z.infer<typeof breakdownResponse>;
