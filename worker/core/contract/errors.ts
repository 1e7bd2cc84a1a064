import { z } from "zod";

/** Every error answer of `/api`. */
export const errorBody = z.object({
  error: z.string().describe("A sentence for people"),
  code: z.string().describe("For programs; it does not change"),
  request_id: z.string().describe("Names the request to our support"),
  field: z.string().optional().describe("The part of the input at fault"),
});
export type ErrorBody = z.infer<typeof errorBody>;
