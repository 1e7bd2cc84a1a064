import { z } from "zod";
import { pageOf, pageQuery } from "./page.ts";

export const usageQuery = pageQuery.extend({
  key_id: z
    .string("The key_id must be text.")
    .max(64, "The key_id must have at most 64 characters.")
    .optional(),
});
export type UsageQuery = z.infer<typeof usageQuery>;

/** One metered request; `response_time` in milliseconds, `cost` in dollars. */
const usageItem = z.object({
  request_id: z.string(),
  timestamp: z.iso.datetime(),
  key_id: z.string(),
  endpoint: z.string(),
  status_code: z.number(),
  response_time: z.number(),
  tokens_in: z.number(),
  tokens_out: z.number(),
  cost: z.number(),
});
export type UsageItem = z.infer<typeof usageItem>;

/** Newest first. */
export const usageAnswer = pageOf(usageItem);
export type UsageAnswer = z.infer<typeof usageAnswer>;
