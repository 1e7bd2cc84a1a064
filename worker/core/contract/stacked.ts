import { z } from "zod";
import {
  checkFigures,
  exactFrom,
  modelField,
  usageFilterFields,
  windowFields,
  windowResponse,
} from "./usage-window.ts";

const STACKED_BY = ["key", "model"] as const;
const stackedBy = z.enum(STACKED_BY, `The by field must be one of ${STACKED_BY.join(", ")}.`);

export const stackedQuery = checkFigures(
  z.object({ ...windowFields, ...usageFilterFields, model: modelField, by: stackedBy }),
).superRefine(({ by, endpoint }, context) => {
  if (by === "key" || endpoint === undefined) return;
  const message = "The endpoint field can't be used with by=model: models aren't kept by endpoint.";
  context.addIssue({ code: "custom", path: ["endpoint"], message });
});
export type StackedQuery = z.infer<typeof stackedQuery>;

const counts = z.array(z.number());
const values = z.object({
  requests: counts,
  errors: counts,
  cost: counts.describe("Dollars"),
  imported_cost: counts
    .nullable()
    .describe("Dollars of the cost that no balance paid; null for a single endpoint or model"),
});

const stackedSeries = values.extend({
  id: z
    .string()
    .nullable()
    .describe(
      "The key's `key_id` or the model's name; null for requests whose key is no longer known or without a model",
    ),
  name: z.string().nullable().describe("Of the key or the model"),
  status: z.string().nullable().describe("Of the key; null for models"),
});

/** Each list of numbers has one for each of `dates`. All series and `other` add up to the figures. */
export const stackedResponse = z.object({
  ...windowResponse,
  as_of: z.iso.datetime(),
  by: stackedBy,
  dates: z.array(z.string()).describe("Local days, or local hours with their offset, as in the figures"),
  series: z
    .array(stackedSeries)
    .describe(
      "The five with the most requests, the five with the most errors and the five with the highest spend, most expensive first. Each list has one number per date",
    ),
  other: values
    .extend({ count: z.number().describe("Keys or models") })
    .nullable()
    .describe("All others together; null if there are none"),
  exact_from: exactFrom,
});
export type StackedResponse = z.infer<typeof stackedResponse>;
