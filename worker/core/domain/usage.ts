import type { OutcomeNumber } from "./gateway/outcomes.ts";
import { DAY_MS } from "./time.ts";

/** Two windows of 30 days, whose edges need raw rows, and two days for clock differences and time zones. */
export const RETENTION_DAYS_LEAST = 62;
export const RETENTION_DAYS = 65;

/** The log can be limited to so many models. */
export const MODELS_MOST = 10;

/** The different names in a list that separates them with spaces, which no name has. */
export const modelNames = (list: string): string[] => [
  ...new Set(list.split(" ").filter((name) => name !== "")),
];

/** Paths of OpenAI-compatible services. `{id}` stands for one segment; the first match wins. */
export const KNOWN_ENDPOINTS = [
  "/v1/chat/completions",
  "/v1/completions",
  "/v1/responses",
  "/v1/responses/{id}",
  "/v1/messages",
  "/v1/messages/count_tokens",
  "/v1/embeddings",
  "/v1/moderations",
  "/v1/rerank",
  "/v1/images/generations",
  "/v1/images/edits",
  "/v1/images/variations",
  "/v1/audio/speech",
  "/v1/audio/transcriptions",
  "/v1/audio/translations",
  "/v1/models",
  "/v1/models/{id}",
  "/v1/key",
  "/v1/files",
  "/v1/files/{id}",
  "/v1/files/{id}/content",
  "/v1/batches",
  "/v1/batches/{id}",
  "/v1/batches/{id}/cancel",
  "/v1/fine_tuning/jobs",
  "/v1/fine_tuning/jobs/{id}",
  "/v1/vector_stores",
  "/v1/vector_stores/{id}",
] as const;

export const OTHER_ENDPOINT = "other";
const MAX_PATH_LENGTH = 512;

const EXACT = new Set<string>(KNOWN_ENDPOINTS.filter((path) => !path.includes("{")));
const BY_SEGMENTS = new Map<number, string[][]>();
for (const path of KNOWN_ENDPOINTS) {
  const segments = path.split("/");
  BY_SEGMENTS.set(segments.length, [...(BY_SEGMENTS.get(segments.length) ?? []), segments]);
}

/** For requests without a known key: no filter by key matches it, and 0 stands for all keys in the roll-up. */
export const NO_KEY_ID = Number.MAX_SAFE_INTEGER;

export interface UsageRow {
  requestId: string;
  accountId: number;
  keyId: number;
  timestamp: number;
  /** Path of the request; stored as `normaliseEndpoint` or, for an import, `importedPath` returns it. */
  endpoint: string;
  statusCode: number;
  responseTime: number;
  costMicros: number;
  /** Every token of the prompt, cached ones included. */
  tokensIn: number;
  tokensOut: number;
  /** The model's name; without one, the row is older, imported, or of no model. */
  model?: string;
  priceListId?: number | null;
  /** A `Bill` as JSON; null when nothing was priced. */
  priceLines?: string | null;
  tokensCached?: number;
  /** Time to the response's first byte, in ms. */
  firstByteMs?: number | null;
  outcome?: OutcomeNumber;
  /** The charge was estimated, because the provider reported no counts. */
  estimated?: boolean;
  holdMicros?: number | null;
  /** What the plan paid. */
  planMicros?: number;
  /** What the balance paid; without it, nothing. */
  billedMicros?: number;
}

/** A path as it is stored: one of a fixed list, or `other`, so that no caller can make the dictionary grow. */
export function normaliseEndpoint(path: string): string {
  if (EXACT.has(path)) return path;
  if (path.length > MAX_PATH_LENGTH) return OTHER_ENDPOINT;
  const [bare = ""] = path.split(/[?#]/, 1);
  const segments = bare.replace(/\/+$/, "").split("/");
  const known = BY_SEGMENTS.get(segments.length)?.find((template) => matches(template, segments));
  return known?.join("/") ?? OTHER_ENDPOINT;
}

function matches(template: string[], segments: string[]): boolean {
  return template.every((part, i) => {
    const segment = segments[i] ?? "";
    return part === "{id}" ? segment !== "" : part === segment.toLowerCase();
  });
}

/** The UTC midnight before which raw rows may be deleted at `now`. Both are epoch ms. */
export const keptFrom = (now: number, days: number): number => (Math.floor(now / DAY_MS) - days) * DAY_MS;
