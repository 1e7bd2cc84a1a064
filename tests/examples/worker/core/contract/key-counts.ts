import { z } from "zod";

export const keyCountsQuery = z.object({
  name: z.string().trim().max(100, "The name must have at most 100 characters.").default(""),
});
export type KeyCountsQuery = z.infer<typeof keyCountsQuery>;

export const keyCounts = z.object({
  active: z.number().describe("Disabled keys included"),
  revoked: z.number(),
});
export type KeyCounts = z.infer<typeof keyCounts>;
