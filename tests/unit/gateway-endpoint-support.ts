import { DomainError } from "#core/domain/errors.ts";
import type { Fields, ReadOptions, UploadedFile } from "#core/domain/gateway/endpoint.ts";
import { findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { parseJsonBody } from "#core/domain/gateway/endpoints/json-body.ts";
import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import { silentWav } from "#core/domain/gateway/silent-audio.ts";

const PRICE: ModelPrice = {
  model: "m",
  rates: { input: 2_500_000, output: 10_000_000 },
  steps: [],
  fees: {},
  leastSeconds: 0,
  images: [],
  tiers: { priority: 2000, flex: 500 },
  contextTokens: 128_000,
  maxOutputTokens: 16_384,
  overheadTokens: 10,
  toolOverheadTokens: 20,
  imageTokens: 1500,
  audioSecondTokens: 25,
  pageTokens: 3000,
  reasoning: false,
  hiddenTokensPerSecond: 50,
};

/** A second of silence, as the file of a form. */
const RECORDING: UploadedFile = {
  name: "file",
  filename: "a.wav",
  type: "audio/wav",
  size: 16_044,
  head: silentWav(1),
};

type Changes = Partial<Omit<ReadOptions, "headers">> & {
  price?: Partial<ModelPrice>;
  headers?: Record<string, string>;
};

export function readOptions({ price, headers, ...others }: Changes = {}): ReadOptions {
  return {
    modelOf: (name) => {
      if (name === "gone")
        throw new DomainError("model_not_found", "There is no model gone.", { field: "model" });
      return { ...PRICE, model: name, ...price };
    },
    unknownFields: "refuse",
    pseudonym: null,
    cacheScope: "acc1",
    files: [RECORDING],
    dropped: () => {},
    headers: new Headers(headers),
    ...others,
  };
}

export function endpointAt(path: string) {
  const endpoint = findEndpoint("POST", path);
  if (endpoint === null) throw new Error(`${path} is not offered.`);
  return endpoint;
}

const encoder = new TextEncoder();

/** Reads the fields of a body as the gateway does. */
export const readFields = (path: string, fields: Fields, changes?: Changes) =>
  endpointAt(path).readRequest(fields, readOptions(changes));

/** Reads a JSON text as the gateway does. */
export const readText = (path: string, text: string, changes?: Changes) =>
  readFields(path, parseJsonBody(encoder.encode(text)), changes);

export const read = (path: string, body: unknown, changes?: Changes) =>
  readText(path, JSON.stringify(body), changes);

/** What a request is served without. */
export function droppedOf(path: string, body: unknown, changes?: Changes): string[] {
  const names: string[] = [];
  read(path, body, { ...changes, dropped: (name) => void names.push(name) });
  return names;
}

/** The error of a request that is refused; null for one that is not. Anything else that is thrown fails the test. */
export function refusalOf(path: string, body: unknown, changes?: Changes) {
  return textRefusalOf(path, JSON.stringify(body), changes);
}

export function textRefusalOf(path: string, text: string, changes?: Changes) {
  try {
    readText(path, text, changes);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, field: error.details.field, message: error.message };
  }
}

export const chat = { model: "m", messages: [{ role: "user", content: "Hi" }] };
export const message = { model: "m", max_tokens: 100, messages: [{ role: "user", content: "Hi" }] };
/** The smallest body of each endpoint. */
export const SMALLEST: Readonly<Record<string, object>> = {
  "/chat/completions": chat,
  "/completions": { model: "m", prompt: "x" },
  "/responses": { model: "m", input: "x" },
  "/messages": message,
  "/messages/count_tokens": { model: "m", messages: message.messages },
  "/embeddings": { model: "m", input: "x" },
  "/moderations": { model: "m", input: "x" },
  "/rerank": { model: "m", query: "q", documents: ["x"] },
  "/images/generations": { model: "m", prompt: "x" },
  "/audio/speech": { model: "m", input: "x", voice: "v" },
  "/audio/transcriptions": { model: "m" },
  "/audio/translations": { model: "m" },
};
