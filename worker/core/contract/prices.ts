import { z } from "zod";
import type { ModelPrices } from "#core/domain/public-prices.ts";

const dollars = z.number().nonnegative();
const optionalDollars = dollars.optional();
const count = z.number().int().nonnegative();

const tokenPrices = z
  .object({
    input: dollars,
    cached_input: optionalDollars.describe("Input that the provider had cached"),
    cache_write_5m: optionalDollars.describe("Input written to a cache that lasts 5 minutes"),
    cache_write_1h: optionalDollars.describe("Input written to a cache that lasts an hour"),
    audio_input: optionalDollars,
    cached_audio_input: optionalDollars,
    image_input: optionalDollars,
    output: dollars.describe("Reasoning tokens included"),
    audio_output: optionalDollars,
    image_output: optionalDollars,
  })
  .describe("US dollars per million tokens. A kind that is missing costs as much as `input` or `output`");
const modelPrices = z.object({
  model: z.string(),
  context: count.describe("The most tokens of a prompt"),
  max_output: count.describe("The most tokens of a response"),
  reasoning: z.boolean().describe("Whether it also writes tokens that the response doesn’t show"),
  tokens: tokenPrices,
  long_prompts: z
    .array(z.object({ above: count.describe("Input tokens"), tokens: tokenPrices }))
    .describe("Prices of requests with more input tokens than this, in ascending order"),
  service_tiers: z.record(z.string(), z.number()).describe("Factors that multiply the prices of tokens"),
  request: optionalDollars.describe("Per request"),
  minute: optionalDollars.describe("Per minute of audio"),
  minimum_seconds: count.describe("The shortest length of audio that is charged"),
  thousand_characters: optionalDollars.describe("Per 1,000 characters"),
  search_unit: optionalDollars.describe("Per search unit"),
  images: z
    .array(z.object({ size: z.string(), quality: z.string(), price: dollars.describe("Per image") }))
    .describe("By size and quality"),
}) satisfies z.ZodType<ModelPrices>;

export const pricesResponse = z.object({
  in_force_since: z.iso.datetime().nullable().describe("Null while there are no prices"),
  models: z.array(modelPrices).describe("By name"),
});
export type PricesResponse = z.infer<typeof pricesResponse>;
