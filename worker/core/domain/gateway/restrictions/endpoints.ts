import { type ListRestriction, namesOf } from "./restriction.ts";

/** The facts of the request that this restriction judges. */
export interface EndpointFacts {
  /** Path of the request, as `normaliseEndpoint` gives it; missing where no endpoint is at that path. */
  endpoint?: string | undefined;
  /** The gateway serves it itself: it describes the key or the models. */
  own?: boolean | undefined;
}

/** Every endpoint that is forwarded and metered, in the order of the documentation. */
export const METERED_ENDPOINTS = [
  "/v1/chat/completions",
  "/v1/completions",
  "/v1/responses",
  "/v1/messages",
  "/v1/messages/count_tokens",
  "/v1/embeddings",
  "/v1/moderations",
  "/v1/rerank",
  "/v1/images/generations",
  "/v1/images/edits",
  "/v1/audio/speech",
  "/v1/audio/transcriptions",
  "/v1/audio/translations",
] as const;

const OFFERED = new Set<string>(METERED_ENDPOINTS);

export const allowedEndpoints = {
  kind: "list",
  most: METERED_ENDPOINTS.length,
  read: (text) => (OFFERED.has(text) ? text : null),
  rule: `an endpoint that is offered: ${METERED_ENDPOINTS.join(", ")}`,
  description:
    "Paths that the key may use, such as `/v1/chat/completions`; empty for all. `GET /v1/models` and `GET /v1/key` always work",
  recorded: () => true,
  judgeOf: (allowed) => {
    const paths = new Set(allowed);
    return ({ endpoint, own }: EndpointFacts) => {
      if (own || endpoint === undefined || paths.has(endpoint)) return null;
      return {
        code: "endpoint_not_allowed",
        message: `This API key can't use ${nameOf(endpoint)}. It allows ${namesOf(allowed)}.`,
      };
    };
  },
} as const satisfies ListRestriction;

/** The log names all unusual paths alike. */
const nameOf = (endpoint: string) => (endpoint.startsWith("/") ? endpoint : "this endpoint");
