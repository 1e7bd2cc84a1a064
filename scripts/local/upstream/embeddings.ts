import type { z } from "zod";
import type { embeddingRequest } from "./requests.ts";
import { countTokens } from "./tokens.ts";

const DIMENSIONS = 8;

/** Meaningless vectors. OpenAI's clients request base64 by default. */
export function embed({ model, input, encoding_format }: z.infer<typeof embeddingRequest>) {
  const texts = typeof input === "string" ? [input] : input;
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  const encoded = (vector: number[]) => (encoding_format === "base64" ? base64Of(vector) : vector);
  return {
    object: "list",
    model,
    data: texts.map((text, index) => ({ object: "embedding", index, embedding: encoded(vectorOf(text)) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** The same for the same text. */
const vectorOf = (text: string) =>
  Array.from({ length: DIMENSIONS }, (_, i) => Math.sin((i + 1) * (text.length + 1)));

const base64Of = (vector: number[]) => Buffer.from(new Float32Array(vector).buffer).toString("base64");
