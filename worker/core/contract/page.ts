import { z } from "zod";
import { UNKNOWN_CURSOR } from "#core/domain/page.ts";

const PAGE_SIZE_MAX = 100;
const PAGE_SIZE = 25;

export const pageQuery = z.object({
  cursor: z
    .string(UNKNOWN_CURSOR)
    .regex(/^[\w-]{1,64}$/, UNKNOWN_CURSOR)
    .optional()
    .describe("`next_cursor` of the previous page"),
  limit: z.coerce
    .number({ error: "The limit must be a number." })
    .int("The limit must be a whole number.")
    .min(1, "The limit must be at least 1.")
    .max(PAGE_SIZE_MAX, `The limit must be at most ${PAGE_SIZE_MAX}.`)
    .default(PAGE_SIZE),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** A query parameter that is `true` or `false`. */
export const flag = (field: string) =>
  z
    .enum(["true", "false"], `The ${field} field must be true or false.`)
    .default("false")
    .transform((text) => text === "true");

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable().describe("Null on the last page") });
