import { z } from "zod";
import { rangeField, usageFilterFields, zoneField } from "./analytics.ts";
import { pageOf, pageQuery } from "./page.ts";

const instant = (name: string) =>
  z.iso.datetime({
    offset: true,
    error: `The ${name} must be an ISO 8601 time, such as 2026-11-20T14:00:00Z.`,
  });

/** Spec section 5. */
const statusField = z
  .string("The status must be text.")
  .regex(/^(success|error|[1-5]\d\d)$/, "The status must be success, error or a code such as 429.")
  .optional()
  .describe("`success` is below 400, `error` from 400 on, or one status code");

const logFilter = { ...usageFilterFields, status: statusField };

/** [from, to], both ends included. */
export const usageQuery = pageQuery.extend({
  ...logFilter,
  from: instant("from").optional().describe("The earliest, included"),
  to: instant("to").optional().describe("The latest, included"),
});
export type UsageQuery = z.infer<typeof usageQuery>;

/** One metered request. */
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

/** Newest first. */
export const usageAnswer = pageOf(usageItem);
export type UsageAnswer = z.infer<typeof usageAnswer>;

/** The file of a window: the same requests as `/api/analytics` of that range counts at that instant. */
export const usageFileQuery = z.object({ range: rangeField, tz: zoneField, ...logFilter });
export type UsageFileQuery = z.infer<typeof usageFileQuery>;

/** `GET /api/usage/{request_id}`: one request with the key it came from, also a revoked one. */
export const usageReceipt = usageItem.extend({
  key: z.object({ name: z.string(), mask: z.string(), status: z.string() }).nullable(),
});
export type UsageReceipt = z.infer<typeof usageReceipt>;
