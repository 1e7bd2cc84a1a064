import { randomUUID } from "node:crypto";
import { z } from "zod";
import { findModel } from "./catalog.ts";
import { checkContext } from "./completion.ts";
import { openAiError } from "./errors.ts";
import { type Endpoint, validated } from "./exchange.ts";
import { model } from "./fields.ts";
import { countTokens } from "./tokens.ts";

const UNIT_DOCUMENTS = 100;
const CHUNK_TOKENS = 500;

const rerankRequest = z.object({
  model,
  query: z.string().min(1, "Expected a query."),
  documents: z.array(z.union([z.string(), z.object({ text: z.string() })])).min(1, "Expected documents."),
  top_n: z.int().min(1).optional(),
  return_documents: z.boolean().optional(),
});

/** Ranks documents by how many words of the query they have, in Cohere's form. */
export const rerank: Endpoint = {
  errors: openAiError,
  read(body) {
    const { query, documents, top_n, return_documents, ...request } = validated(rerankRequest, body);
    const served = findModel(request.model, "rerank");
    const texts = documents.map((document) => (typeof document === "string" ? document : document.text));
    for (const text of texts) checkContext(served, countTokens(query) + countTokens(text));
    const results = texts
      .map((text, index) => ({ index, relevance_score: relevance(query, text), text }))
      .sort((a, b) => b.relevance_score - a.relevance_score)
      .slice(0, top_n)
      .map(({ text, ...result }) => (return_documents ? { ...result, document: { text } } : result));
    const search_units = Math.ceil(
      texts.reduce((sum, text) => sum + chunksOf(query, text), 0) / UNIT_DOCUMENTS,
    );
    const meta = { api_version: { version: "2" }, billed_units: { search_units } };
    const whole = () => ({ id: randomUUID(), results, meta });
    return { text: query, stream: false, reply: () => ({ whole, usage: () => ({}) }) };
  },
};

const chunksOf = (query: string, text: string) =>
  Math.max(1, Math.ceil(countTokens(text) / Math.max(1, CHUNK_TOKENS - countTokens(query))));

function relevance(query: string, text: string): number {
  const words = query.toLowerCase().split(/\W+/).filter(Boolean);
  const found = words.filter((word) => text.toLowerCase().includes(word)).length;
  return words.length === 0 ? 0 : found / words.length;
}
