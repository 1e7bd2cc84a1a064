import { z } from "zod";
import { PRICE_LIST_STATES } from "#core/domain/price-timeline.ts";
import { operatorReason } from "./operator.ts";
import type { PriceEntry } from "./price-list.ts";

const time = z.iso.datetime();
const dollars = z.number().describe("Dollars");

/** Entries as an operator writes them, in micro-dollars, which `parsePriceEntries` checks. */
const models = z.array(z.custom<PriceEntry>(), { error: "The models must be a list." });

const operatorPricesResponse = z.object({
  items: z.array(
    z.object({
      id: z.number(),
      state: z.enum(PRICE_LIST_STATES),
      from: time,
      until: time
        .nullable()
        .describe("When the next list begins; null for the last one, and if it never came into force"),
      created_at: time,
      published_by: z.string(),
      reason: z.string().nullable().describe("Null where none was recorded"),
      cancel_reason: z.string().nullable().describe("Null unless it was canceled"),
      models: z.array(z.custom<PriceEntry>()),
      changed: z.array(z.string()).describe("Models that it added, changed or removed"),
    }),
  ),
});
export type OperatorPricesResponse = z.infer<typeof operatorPricesResponse>;
export type OperatorPriceList = OperatorPricesResponse["items"][number];

export const previewPricesRequest = z.object({ models });

const previewSums = { before: dollars, after: dollars };
const margins = {
  provider_cost: dollars.nullable().describe("Of these requests; null if it isn't known"),
  margin_before: dollars.nullable().describe("`before` minus `provider_cost`"),
  margin_after: dollars.nullable().describe("`after` minus `provider_cost`"),
};
const pricePreviewResponse = z.object({
  from: time,
  to: time,
  ...previewSums,
  // Of the models whose cost is known.
  ...margins,
  requests: z.number().describe("Requests of these days that were repriced, each for `every` of them"),
  every: z.number().describe("1: every request was repriced"),
  models: z.array(
    z.object({
      model: z.string(),
      requests: z.number(),
      refused: z.number().describe("Requests that would have been refused, as the list lacks the model"),
      ...previewSums,
      ...margins,
    }),
  ),
  unpriced: z.number().describe("Requests with a tier or unit that the list has no price for"),
  uncosted: z.number().describe("Requests for models whose cost isn't known"),
  dearer_for: z.number().describe("Accounts that would have paid more"),
  largest: z
    .object({ account: z.number(), email: z.string(), ...previewSums })
    .nullable()
    .describe("The account with the largest increase by share"),
});
export type PricePreviewResponse = z.infer<typeof pricePreviewResponse>;

export const publishPricesRequest = z.object({
  models,
  effective_from: z.iso
    .datetime({ offset: true, error: "The effective_from must be a date and time in ISO 8601." })
    .nullable()
    .describe("Null for now"),
  reason: operatorReason,
});
const publishedPricesResponse = z.object({
  id: z.number().nullable().describe("Null if the list in force at that time is the same"),
  from: time,
});
export type PublishedPricesResponse = z.infer<typeof publishedPricesResponse>;
