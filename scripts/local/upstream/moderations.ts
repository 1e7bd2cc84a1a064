import { randomUUID } from "node:crypto";
import { z } from "zod";
import { openAiError } from "./errors.ts";
import { type Endpoint, validated } from "./exchange.ts";
import { part } from "./fields.ts";
import { type Content, textOf } from "./prompt.ts";

const INPUT = "Expected a text, an array of texts, or an array of content parts.";
const CATEGORIES = ["harassment", "hate", "illicit", "self-harm", "sexual", "violence"];
const HIGH = 0.98;
const LOW = 0.0001;

const moderationRequest = z.object({
  model: z.string().nullish(),
  input: z.union([z.string(), z.array(z.string()).min(1), z.array(part).min(1)], INPUT),
});

/** Flags a text that contains a category's name. */
export const moderations: Endpoint = {
  errors: openAiError,
  read(body) {
    const { model, input } = validated(moderationRequest, body);
    const texts = textsOf(input);
    const whole = () => ({
      id: `modr-${randomUUID()}`,
      model: model ?? "demo-moderation",
      results: texts.map(resultOf),
    });
    return { text: texts.at(-1) ?? "", stream: false, reply: () => ({ whole, usage: () => ({}) }) };
  },
};

function textsOf(input: z.infer<typeof moderationRequest>["input"]): string[] {
  if (typeof input === "string") return [input];
  const texts = input.filter((one) => typeof one === "string");
  const parts: Content = input.filter((one) => typeof one !== "string");
  return texts.length > 0 ? texts : [textOf(parts)];
}

function resultOf(text: string) {
  const found = CATEGORIES.map((category) => [category, text.toLowerCase().includes(category)] as const);
  return {
    flagged: found.some(([, flagged]) => flagged),
    categories: Object.fromEntries(found),
    category_scores: Object.fromEntries(found.map(([category, flagged]) => [category, flagged ? HIGH : LOW])),
    category_applied_input_types: Object.fromEntries(CATEGORIES.map((category) => [category, ["text"]])),
  };
}
