import type { DomainError } from "../errors.ts";
import type { FormRules } from "./multipart/parse-form.ts";
import type { ModelPrice } from "./price-list.ts";
import type { Reading } from "./reading.ts";
import type { ChargedBy, UnitBound } from "./units.ts";

/** The outermost fields of a JSON body, or the texts of a form. */
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
  /** Bytes of its images, recordings and documents in base64: they are counted as such, not as text. */
  mediaBytes: number;
  /** As far as their bytes tell; `audioSeconds` and `pages` are the most. */
  likelySeconds: number;
  likelyPages: number;
  /** Bytes of input that count once more, such as a query for each document. */
  repeatedBytes: number;
  /** Something may count more tokens than the rest of these facts bounds. */
  wholeContext: boolean;
  /** Per choice, reasoning included; null when the request does not bound all that the model writes. */
  maxOutputTokens: number | null;
  /** Charged beside that: a prediction, whose tokens are charged as output when the model rejects them; partial images. */
  extraOutputTokens: number;
  /** The request may get a response with audio. */
  audioOutput: boolean;
  /** How many bytes a second of that audio has, in the requested format. */
  audioBytesPerSecond: number;
  /** The request may get a response with images. */
  imageOutput: boolean;
  /** Tokens that the requested images will probably take, for models that charge images by tokens. */
  likelyImageTokens: number;
  /** The service tier requested; null for the default one. */
  tier: string | null;
  /** Lifetimes of the cache writes that the request permits. */
  cacheWrites: readonly ("5m" | "1h")[];
  /** Null when tokens alone are charged for. */
  units: UnitBound | null;
}

/** A file of a form, which need not have arrived yet. */
export interface UploadedFile {
  name: string;
  filename: string;
  /** As the client wrote it. */
  type: string;
  /** Bytes, at most. */
  size: number;
  /** Its first bytes: all of them, or at least 8 KB. */
  head: Uint8Array;
}

export interface ReadOptions {
  /** @throws DomainError `model_not_found`, `invalid_request` for a model with other prices than these. */
  modelOf: (name: string, charged: ChargedBy) => ModelPrice;
  unknownFields: "refuse" | "drop";
  /** The account's stable pseudonym, when the operator sends one to the provider. */
  pseudonym: string | null;
  /** Keeps accounts' entries of the provider's prompt cache apart. */
  cacheScope: string;
  /** Of a form; none for JSON. */
  files: readonly UploadedFile[];
  /** Notes the name of something that is not forwarded, for the response headers. */
  dropped: (name: string) => void;
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
  /** The form of the response that the client requested, where it isn't the provider's. */
  render?: Render;
  /** Why a response is charged for but not shown: its client declared less than it turned out to need. */
  withheld?: (reading: Reading) => DomainError | null;
}

/** @param response parsed JSON. @returns null for a response that lacks what the form needs. */
export type Render = (response: unknown) => Rendered | null;
interface Rendered {
  type: "application/json" | "text/plain; charset=utf-8";
  text: string;
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
  /** @param value of the event's data, if it is known: its JSON, or null for other texts. */
  take: (event: StreamEvent, value?: unknown) => EventKind;
  /** The provider closed the connection as it should: counts and a reason to stop make a response complete. */
  closed: () => void;
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
  /** Parts of the form that it takes; null for an endpoint that takes JSON. */
  form: FormRules | null;
  /** What a whole response is: JSON, or bytes that only the client understands. */
  responds: "json" | "bytes";
  /** @throws DomainError `invalid_request`, `unsupported_parameter`, `model_not_found`, naming the field. */
  readRequest: (fields: Fields, options: ReadOptions) => ReadRequest;
  /** @param body a parsed JSON response with a status of 2xx. */
  readResponse: (body: unknown) => Reading;
  createStreamReader: () => StreamReader;
  /** The JSON text of a response or of an event's data, with the cost in its usage; as it was without a usage. */
  withCost: (json: string, dollars: string) => string;
}
