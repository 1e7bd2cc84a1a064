import { z } from "zod";

export const playgroundGrant = z.object({
  grant: z.string().describe("Sent in place of an API key, from the dashboard's own pages alone"),
  expires_at: z.iso.datetime(),
  key_id: z.string().describe("The API key whose budgets and restrictions apply"),
});
export type PlaygroundGrant = z.infer<typeof playgroundGrant>;

export const estimateRequest = z.object({
  endpoint: z
    .string("The endpoint must be text.")
    .max(200, "The endpoint must have at most 200 characters.")
    .describe("Path of an endpoint that takes JSON, such as `/v1/chat/completions`"),
  body: z
    .record(z.string(), z.unknown(), "The body must be a JSON object.")
    .describe("The request, as the endpoint takes it"),
});
export type EstimateRequest = z.infer<typeof estimateRequest>;

export const requestEstimate = z.object({
  hold: z.number().describe("The most that the request can cost, in dollars: what would be reserved for it"),
});
export type RequestEstimate = z.infer<typeof requestEstimate>;
