import { findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";

export interface EndpointProfile {
  path: string;
  /** Share of the traffic, in any unit. */
  weight: number;
  /** Median response time in ms, and the spread of its logarithm. */
  median: number;
  spread: number;
  /** Share of requests that fail on an ordinary day. */
  failing: number;
  /** Median tokens of a request. */
  tokensIn: number;
  tokensOut: number;
  /** Charges nothing. */
  free: boolean;
  /** None for an endpoint that uses no model. */
  models: readonly SeedModel[];
  /** What requests are charged by instead of tokens. */
  units: SeedUnits | null;
}

export interface SeedUnits {
  /** Of a bill's line. */
  dimension: string;
  /** Median of a request. */
  median: number;
  spread: number;
}

interface SeedModel {
  name: string;
  weight: number;
}

const SMALL = { name: "demo-small", weight: 3 };
const LARGE = { name: "demo-large", weight: 1 };
const only = (name: string) => [{ name, weight: 1 }];
const MODELS: Record<string, readonly SeedModel[]> = {
  "/v1/chat/completions": [SMALL, LARGE],
  "/v1/responses": [SMALL, LARGE],
  "/v1/completions": [SMALL],
  "/v1/embeddings": only("demo-embedding"),
  "/v1/moderations": only("demo-moderation"),
  "/v1/rerank": only("demo-rerank"),
  "/v1/audio/transcriptions": only("demo-transcribe"),
  "/v1/audio/speech": only("demo-speech"),
  "/v1/images/generations": only("demo-image"),
};

const UNITS: Partial<Record<string, SeedUnits>> = {
  "/v1/rerank": { dimension: "search_unit", median: 1, spread: 0.5 },
  "/v1/audio/transcriptions": { dimension: "second", median: 45, spread: 0.8 },
  "/v1/audio/speech": { dimension: "character", median: 220, spread: 0.7 },
  "/v1/images/generations": { dimension: "image:1024x1024:low", median: 1, spread: 0.5 },
};

type Columns = readonly [string, ...values: [number, number, number, number, number, number]];
const PROFILES: readonly Columns[] = [
  // path, weight, median ms, spread, failing, tokens in, tokens out
  ["/v1/chat/completions", 44, 620, 0.7, 0.012, 520, 240],
  ["/v1/embeddings", 19, 64, 0.45, 0.004, 380, 0],
  ["/v1/responses", 12, 810, 0.75, 0.015, 640, 310],
  ["/v1/completions", 5, 430, 0.6, 0.01, 260, 120],
  ["/v1/moderations", 5, 48, 0.4, 0.002, 210, 0],
  ["/v1/rerank", 4, 120, 0.5, 0.006, 0, 0],
  ["/v1/audio/transcriptions", 3, 1900, 0.6, 0.02, 0, 0],
  ["/v1/models", 3, 14, 0.5, 0.001, 0, 0],
  ["/v1/audio/speech", 2, 1300, 0.5, 0.014, 0, 0],
  ["/v1/images/generations", 2, 5200, 0.4, 0.03, 0, 0],
  ["/v1/files", 1, 90, 0.8, 0.008, 0, 0],
  ["/v1/batches", 1, 150, 0.6, 0.008, 0, 0],
];

const isFree = (path: string) => findEndpoint("POST", path.replace("/v1", ""))?.free ?? true;

/** A dozen endpoints of an OpenAI-compatible service, busiest first. */
export const ENDPOINT_PROFILES: readonly EndpointProfile[] = PROFILES.map(
  ([path, weight, median, spread, failing, tokensIn, tokensOut]) => {
    const charged = { models: MODELS[path] ?? [], units: UNITS[path] ?? null, free: isFree(path) };
    return { path, weight, median, spread, failing, tokensIn, tokensOut, ...charged };
  },
);
