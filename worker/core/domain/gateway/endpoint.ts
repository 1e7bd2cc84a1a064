import type { ModelPrice } from "./price-list.ts";
import type { Reading } from "./reading.ts";

/** The outermost fields of a JSON body. */
export type Fields = Readonly<Partial<Record<string, unknown>>>;

/** What decides the most that a request can cost, beside its size. */
export interface RequestFacts {
  stream: boolean;
  /** Prompts that get a response each: inputs to embed, prompts to complete. */
  prompts: number;
  /** Responses to each prompt. */
  choices: number;
  tools: number;
  images: number;
  pages: number;
  audioSeconds: number;
  /** Something may count more tokens than the rest of these facts bounds. */
  wholeContext: boolean;
  /** Per choice, reasoning included; null when the request does not bound all that the model writes. */
  maxOutputTokens: number | null;
  /** Bytes of predicted output; tokens of it that the model rejects are charged as output. */
  predictionBytes: number;
  /** The request may get a response with audio. */
  audioOutput: boolean;
  /** The service tier requested; null for the default one. */
  tier: string | null;
  /** Lifetimes of the cache writes that the request permits. */
  cacheWrites: readonly ("5m" | "1h")[];
}

export interface ReadOptions {
  /** @throws DomainError `model_not_found`. */
  modelOf: (name: string) => ModelPrice;
  unknownFields: "refuse" | "drop";
  /** The account's stable pseudonym, when the operator sends one to the provider. */
  pseudonym: string | null;
  /** Keeps accounts' entries of the provider's prompt cache apart. */
  cacheScope: string;
  /** Of the request. */
  headers: { get: (name: string) => string | null };
}

/** A request that may be forwarded. */
export interface ReadRequest {
  model: ModelPrice;
  facts: RequestFacts;
  /** To forward, as parsed. */
  fields: Fields;
  /** Headers for the provider beside those of every request. */
  headers: Record<string, string>;
  /** The chunk of token counts was requested by the gateway, not by the client. */
  hideUsage: boolean;
}

/** An event of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface StreamEvent {
  /** Empty when the event has no name. */
  name: string;
  data: string;
}

/**
 * `pass`: for the client at once. `usage`: has token counts, which may be the last ones. `counts`: nothing but token
 * counts. `end`: the response's last event.
 */
export type EventKind = "pass" | "usage" | "counts" | "end";

export interface StreamReader {
  take: (event: StreamEvent) => EventKind;
  readonly reading: Reading;
}

export type ErrorForm = "openai" | "responses" | "anthropic";

/** An endpoint that `/v1` forwards; every other method and path is refused. */
export interface Endpoint {
  /** Below `/v1`; the method is POST. */
  path: string;
  errorForm: ErrorForm;
  /** A free endpoint holds and costs nothing. */
  free: boolean;
  /** @throws DomainError `invalid_request`, `unsupported_parameter`, `model_not_found`, naming the field. */
  readRequest: (fields: Fields, options: ReadOptions) => ReadRequest;
  /** @param body a parsed JSON response with a status of 2xx. */
  readResponse: (body: unknown) => Reading;
  createStreamReader: () => StreamReader;
  /**
   * The JSON text of a response or of an event's data, with the cost in its usage instead of the provider's own, or
   * without any for null; as it was without a usage.
   */
  withCost: (json: string, dollars: string | null) => string;
}
