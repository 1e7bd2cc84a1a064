import { z } from "zod";
import { findModel } from "./catalog.ts";
import { checkContext } from "./completion.ts";
import { openAiError } from "./errors.ts";
import { type Endpoint, validated } from "./exchange.ts";
import { model } from "./fields.ts";
import { countTokens } from "./tokens.ts";

const INPUT = "Expected a text, an array of texts, or an array of tokens, none of them empty.";
const USUAL_DIMENSIONS = 8;
const tokens = z.array(z.int()).min(1);
const text = z.string().min(1, INPUT);

const embeddingRequest = z.object({
  model,
  input: z.union([text, tokens, z.array(text).min(1).max(2048), z.array(tokens).min(1).max(2048)], INPUT),
  encoding_format: z.enum(["float", "base64"]).optional(),
  dimensions: z.int().min(1).max(3072).optional(),
});
type Input = z.infer<typeof embeddingRequest>["input"];

/** Meaningless vectors, the same for the same text. OpenAI's clients request base64 by default. */
export const embeddings: Endpoint = {
  errors: openAiError,
  read(body) {
    const request = validated(embeddingRequest, body);
    const served = findModel(request.model, "embedding");
    const inputs = listOf(request.input);
    const counts = inputs.map((input) => (typeof input === "string" ? countTokens(input) : input.length));
    for (const count of counts) checkContext(served, count);
    const prompt_tokens = counts.reduce((sum, count) => sum + count, 0);
    const vectors = inputs.map((input) => vectorOf(input.length, request.dimensions ?? USUAL_DIMENSIONS));
    const encode = request.encoding_format === "base64" ? base64Of : (vector: number[]) => vector;
    const last = inputs.at(-1);
    return {
      text: typeof last === "string" ? last : "",
      stream: false,
      reply: () => ({
        whole: (report) => ({
          object: "list",
          model: served.id,
          data: vectors.map((vector, index) => ({ object: "embedding", index, embedding: encode(vector) })),
          usage: report(),
        }),
        usage: () => ({ prompt_tokens, total_tokens: prompt_tokens }),
      }),
    };
  },
};

function listOf(input: Input): (string | number[])[] {
  if (typeof input === "string") return [input];
  const numbers = input.filter((one) => typeof one === "number");
  return numbers.length > 0 ? [numbers] : input.filter((one) => typeof one !== "number");
}

const vectorOf = (seed: number, dimensions: number) =>
  Array.from({ length: dimensions }, (_, i) => Math.sin((i + 1) * (seed + 1)));

const base64Of = (vector: number[]) => Buffer.from(new Float32Array(vector).buffer).toString("base64");
