import { z } from "zod";

/** Every error answer of `/api`. `error` is a sentence for people, `code` is for programs. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  request_id: z.string(),
  field: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
