/** Paths of OpenAI-compatible services. `{…}` stands for one segment; the first match wins. */
const KNOWN_ENDPOINTS = [
  "/v1/chat/completions",
  "/v1/completions",
  "/v1/responses",
  "/v1/responses/{id}",
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

/** What every path outside the known list becomes. */
export const OTHER_ENDPOINT = "other";
const LONGEST_PATH = 512;

const BY_SEGMENTS = new Map<number, string[][]>();
for (const path of KNOWN_ENDPOINTS) {
  const segments = path.split("/");
  BY_SEGMENTS.set(segments.length, [...(BY_SEGMENTS.get(segments.length) ?? []), segments]);
}

/**
 * A request path as it is stored and shown: one of a fixed list, or `other`, so that no caller can make the
 * dictionary or the top-endpoints list grow. Query, trailing slash and letter case do not count.
 */
export function normaliseEndpoint(path: string): string {
  if (path.length > LONGEST_PATH) return OTHER_ENDPOINT;
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
