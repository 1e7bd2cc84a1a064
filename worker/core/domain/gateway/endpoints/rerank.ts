import type { Endpoint, Fields, ReadOptions, ReadRequest } from "../endpoint.ts";
import type { Reading, UnitCount } from "../reading.ts";
import { refused } from "../refused.ts";
import { BATCH_MAX } from "../request-limits.ts";
import { likelyTokens } from "../text/token-estimate.ts";
import type { ChargedBy, UnitBound } from "../units.ts";
import { CHARGED_JSON } from "./charged-json.ts";
import { isAbsent, isFields, memberOf, names, wholeNumber } from "./field-checks.ts";
import { type FieldRules, knownFields, REFUSED_EVERYWHERE } from "./known-fields.ts";
import { forwardedBytes, modelOf, PLAIN_FACTS } from "./request-facts.ts";
import { FAILED, hasError, ReadingState } from "./response-reading.ts";
import { inputCounts, TOKENS_MAX } from "./token-counts.ts";

/** Fields of Cohere, Jina AI, Voyage AI and vLLM. */
const RERANK_FIELDS: FieldRules = {
  known: names(`
    model query documents top_n top_k return_documents rank_fields max_tokens_per_doc max_chunks_per_doc
    truncation truncate_prompt_tokens user`),
  refused: REFUSED_EVERYWHERE,
  types: { query: "text", documents: "list", return_documents: "boolean", truncation: "boolean" },
};

const CHARGED: ChargedBy = { unit: "search_unit", tokens: true };

/** `/rerank`: documents in the order of how well they match a query (https://docs.cohere.com/reference/rerank). */
export const rerank: Endpoint = {
  ...CHARGED_JSON,
  path: "/rerank",
  readRequest,
  readResponse,
};

function readRequest(body: Fields, options: ReadOptions): ReadRequest {
  const fields = knownFields(RERANK_FIELDS, body, options);
  const model = modelOf(fields, options, CHARGED);
  const documents = documentsIn(fields);
  const query = queryOf(fields);
  for (const name of ["top_n", "top_k", "max_tokens_per_doc", "max_chunks_per_doc"])
    wholeNumber(fields, name, 1, TOKENS_MAX);
  const facts = {
    ...PLAIN_FACTS,
    prompts: documents.length,
    repeatedBytes: forwardedBytes(query) * documents.length,
    maxOutputTokens: 0,
    units: model.fees.search_unit === undefined ? null : unitsFor(documents, query),
  };
  return { model, facts, fields, headers: {}, hideUsage: false };
}

function queryOf({ query }: Fields): string {
  if (typeof query === "string" && query !== "") return query;
  throw refused("query", "The field query must be a text that is not empty.");
}

function documentsIn({ documents }: Fields): unknown[] {
  if (!Array.isArray(documents) || documents.length === 0)
    throw refused("documents", "The field documents must be a list with at least one document.");
  if (documents.length > BATCH_MAX)
    throw refused("documents", `The field documents may list at most ${BATCH_MAX} documents.`);
  if (documents.every((document) => typeof document === "string" || isFields(document))) return documents;
  throw refused("documents", "Each document must be a text or an object.");
}

/** Characters of all documents that are read. */
const READ_MAX = 65_536;
const tokensOf = (value: unknown, read: number) =>
  Math.ceil(likelyTokens(typeof value === "string" ? value : JSON.stringify(value), read));

function unitsFor(documents: readonly unknown[], query: string): UnitBound {
  const most = searchUnits(documents.map(forwardedBytes), forwardedBytes(query));
  const read = Math.ceil(READ_MAX / documents.length);
  const likely = searchUnits(
    documents.map((document) => tokensOf(document, read)),
    tokensOf(query, READ_MAX),
  );
  return { dimensions: ["search_unit"], most, likely, known: false };
}

const UNIT_DOCUMENTS = 100;
const CHUNK_TOKENS = 500;

/**
 * A search unit is a query with up to 100 documents. A document of more than 500 tokens, its query included, is split
 * into chunks that count as documents (https://docs.cohere.com/docs/rerank-faq). A token has at least one byte.
 */
function searchUnits(documentTokens: readonly number[], queryTokens: number): number {
  const room = Math.max(1, CHUNK_TOKENS - queryTokens);
  const chunks = documentTokens.reduce((sum, tokens) => sum + Math.max(1, Math.ceil(tokens / room)), 0);
  return Math.ceil(chunks / UNIT_DOCUMENTS);
}

/** The others are counted without results in a response that is too long to keep. */
const RESULTS = ["results", "data", "usage", "meta"];

/** Cohere reports search units in `meta`, the others tokens in `usage`; Voyage AI calls the results `data`. */
function readResponse(body: unknown): Reading {
  if (!isFields(body) || RESULTS.every((name) => isAbsent(body[name]))) return FAILED;
  const state = new ReadingState();
  state.count(inputCounts(body.usage));
  state.countUnits(unitsIn(body.meta));
  if (hasError(body)) state.fail();
  else if (RESULTS.some((name) => Array.isArray(body[name]))) state.begin();
  state.end();
  return state.reading;
}

function unitsIn(meta: unknown): UnitCount | null {
  const quantity = memberOf(memberOf(meta, "billed_units"), "search_units");
  const isCount = typeof quantity === "number" && quantity >= 0 && quantity <= TOKENS_MAX;
  return isCount ? { dimension: "search_unit", quantity: Math.ceil(quantity) } : null;
}
