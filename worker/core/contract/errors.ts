import { z } from "zod";

/** Every error response of `/api`. */
export const errorBody = z.object({
  error: z.string().describe("What went wrong, in words"),
  code: z.string().describe("For programs; doesn't change"),
  request_id: z.string().describe("Identifies the request to our support"),
  field: z.string().optional().describe("The invalid part of the input"),
});
export type ErrorBody = z.infer<typeof errorBody>;
