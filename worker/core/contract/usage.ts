import { z } from "zod";
import { rangeField, usageFilterFields, zoneField } from "./analytics.ts";
import { pageOf, pageQuery } from "./page.ts";

const instant = (name: string) =>
  z.iso.datetime({
    offset: true,
    error: `The ${name} field must be an ISO 8601 time, such as 2026-11-20T14:00:00Z.`,
  });

/** Spec section 5. */
const statusField = z
  .string("The status must be text.")
  .regex(/^(success|error|[1-5]\d\d)$/, "The status must be success, error or a code such as 429.")
  .optional()
  .describe("`success` is below 400, `error` from 400 on, or one status code");

const logFilter = { ...usageFilterFields, status: statusField };

export const usageQuery = pageQuery.extend({
  ...logFilter,
  from: instant("from").optional().describe("Earliest time, inclusive"),
  to: instant("to").optional().describe("Latest time, inclusive"),
});
export type UsageQuery = z.infer<typeof usageQuery>;

const usageItem = z.object({
  request_id: z.string(),
  timestamp: z.iso.datetime(),
  key_id: z.string(),
  endpoint: z.string(),
  status_code: z.number(),
  response_time: z.number().describe("Milliseconds"),
  tokens_in: z.number(),
  tokens_out: z.number(),
  cost: z.number().describe("Dollars"),
});
export type UsageItem = z.infer<typeof usageItem>;

export const usageResponse = pageOf(usageItem);
export type UsageResponse = z.infer<typeof usageResponse>;

/** The requests that `/api/analytics` of the same range counts at that instant. */
export const usageFileQuery = z.object({ range: rangeField, tz: zoneField, ...logFilter });
export type UsageFileQuery = z.infer<typeof usageFileQuery>;

export const usageReceipt = usageItem.extend({
  key: z.object({ name: z.string(), mask: z.string(), status: z.string() }).nullable(),
});
export type UsageReceipt = z.infer<typeof usageReceipt>;
