import type { DomainError } from "#core/domain/errors.ts";
import type { ExchangeEnd } from "#core/domain/gateway/charging.ts";
import { concatBytes } from "#core/domain/gateway/concat-bytes.ts";
import type { Endpoint, ErrorForm, ReadRequest } from "#core/domain/gateway/endpoint.ts";
import { errorBody } from "#core/domain/gateway/endpoints/error-forms.ts";
import { parsedJson } from "#core/domain/gateway/endpoints/response-reading.ts";
import { GATEWAY_ERRORS, retryHeaders } from "#core/domain/gateway/error-responses.ts";
import { withoutOperator } from "#core/domain/gateway/operators-own.ts";
import { publicJson } from "#core/domain/gateway/public-json.ts";
import { PublicJsonStream } from "#core/domain/gateway/public-json-stream.ts";
import { NOTHING_READ, type Reading } from "#core/domain/gateway/reading.ts";
import { ResponseScanner } from "#core/domain/gateway/response-scanner.ts";
import { ClientLeft, upstreamError, upstreamTimeout } from "./ask-provider.ts";
import { relayBytes } from "./byte-relay.ts";
import {
  type BytesReader,
  dollarsOf,
  type Exchange,
  endingOf,
  freeEnding,
  patienceMs,
  readChunk,
  settleExchange,
  stopReason,
} from "./exchange.ts";
import { publicError } from "./provider-errors.ts";
import { passedOnHeaders, retryAfter } from "./response-headers.ts";
import { relayEvents } from "./stream-relay.ts";

/** A JSON response up to this is read whole, so that its cost can be in a header. */
const WHOLE_MAX = 1024 * 1024;
/** One that is rendered is always read whole: a transcript of a day has less. */
const RENDERED_MAX = 8 * 1024 * 1024;
const ERROR_MAX = 64 * 1024;
const NO_BYTES = new Uint8Array();
const NOTHING = { text: "", bytes: NO_BYTES, rest: null };
const SUCCESS = 200;
const REDIRECTION = 300;
const FIRST_FAILURE = 400;
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;
const BYTES_TYPE = /^(audio\/[\w.+-]+|application\/octet-stream)\s*(;|$)/i;
const EVENTS_TYPE = /^text\/event-stream\s*(;|$)/i;

interface Responded {
  provider: Response;
  endpoint: Endpoint;
  read: Pick<ReadRequest, "hideUsage" | "render" | "withheld">;
}

/**
 * The provider's response for its client, and the exchange's end.
 * @throws DomainError `upstream_error` for a response that a client could not make sense of, `upstream_timeout`.
 */
export async function respondWith(
  exchange: Exchange,
  { provider, endpoint, read }: Responded,
): Promise<Response> {
  const { status, headers, body } = provider;
  if (status >= FIRST_FAILURE) return respondWithError(exchange, { provider, form: endpoint.errorForm });
  const type = headers.get("content-type") ?? "";
  if (endpoint.responds === "bytes" && status < REDIRECTION && body !== null && BYTES_TYPE.test(type))
    return respondWithBytes(exchange, { provider, rest: body.getReader() });
  const events = EVENTS_TYPE.test(type) && exchange.stream;
  if (status < SUCCESS || status >= REDIRECTION || body === null || !(events || JSON_TYPE.test(type))) {
    await body?.cancel().catch(() => {});
    throw upstreamError(new Error(`The provider returned ${status} without a usable response.`));
  }
  if (endpoint.responds === "bytes" || !events)
    return respondWithJson(exchange, { provider, endpoint, read });
  const { hideUsage } = read;
  return relayEvents(exchange, { reader: body.getReader(), endpoint, hideUsage, status });
}

/** Passed on as it comes: its request has decided its cost. */
function respondWithBytes(exchange: Exchange, { provider, rest }: { provider: Response; rest: BytesReader }) {
  let content = false;
  const see = ({ byteLength }: Uint8Array) => {
    content ||= byteLength > 0;
  };
  const reading = (end: ExchangeEnd): Reading => ({ ...NOTHING_READ, content, ended: end === "ended" });
  return relayBytes(exchange, { provider, head: NO_BYTES, rest, see, reading });
}

/** @throws DomainError `upstream_error` for an error that is the operator's, or that doesn't say whose it is. */
export async function respondWithError(
  exchange: Exchange,
  { provider, form }: { provider: Response; form: ErrorForm },
): Promise<Response> {
  const { status, headers } = provider;
  const { gateway, requestId } = exchange.call;
  const { text: sent, rest } = await readError(exchange, provider);
  // A longer one is no message.
  const text = rest === null ? withoutOperator(sent, gateway.operator) : "";
  const shown = publicError({ status, text, form, requestId });
  if (shown === null) throw upstreamError(new Error(`The provider returned ${status}, which stays inside.`));
  const settled = await settleExchange(exchange, freeEnding(status));
  exchange.call.setHeaders(settled.headers);
  return exchange.call.json(shown, status, retryAfter(headers));
}

async function readError(exchange: Exchange, provider: Response): Promise<ReadText> {
  try {
    const read = await readUpTo(ERROR_MAX, exchange, provider);
    await read.rest?.cancel();
    return read;
  } catch (error) {
    throw upstreamError(error);
  }
}

async function respondWithJson(
  exchange: Exchange,
  { provider, endpoint, read: { render, withheld } }: Responded,
): Promise<Response> {
  const { status, headers } = provider;
  const most = render === undefined ? WHOLE_MAX : RENDERED_MAX;
  const { text, bytes, rest } = await readUpTo(most, exchange, provider).catch((error: unknown) =>
    failWhole(exchange, error),
  );
  if (rest !== null && render === undefined)
    return respondWithLongJson(exchange, { provider, endpoint, bytes, rest });
  await rest?.cancel().catch(() => {});
  const value = parsedJson(text);
  const reading = value === undefined ? NOTHING_READ : endpoint.readResponse(value);
  const ending = endingOf(exchange, "ended", { status, reading });
  const publicText = publicJson(text, value, exchange.call.gateway.operator);
  const shown = render === undefined ? { type: null, text: publicText } : render(value);
  if (ending.outcome === "failed" || shown === null)
    throw upstreamError(new Error(`The provider returned ${status} without a response.`));
  const refusal = withheld?.(reading) ?? null;
  if (refusal !== null) return respondWithRefusal(exchange, { reading, refusal, form: endpoint.errorForm });
  const settled = await settleExchange(exchange, ending);
  const priced = shown.type !== "text/plain; charset=utf-8" && exchange.priced !== null;
  exchange.call.setHeaders(settled.headers);
  return exchange.call.respond(
    priced ? endpoint.withCost(shown.text, dollarsOf(settled)) : shown.text,
    status,
    shown.type === null ? passedOnHeaders(headers) : { "content-type": shown.type },
  );
}

interface Withheld {
  reading: Reading;
  refusal: DomainError;
  form: ErrorForm;
}

/** What the response needed is charged, and its client gets an error. */
async function respondWithRefusal(
  exchange: Exchange,
  { reading, refusal, form }: Withheld,
): Promise<Response> {
  const { status, type } = GATEWAY_ERRORS.invalid_request;
  const settled = await settleExchange(exchange, endingOf(exchange, "ended", { status, reading }));
  const { call } = exchange;
  call.setHeaders(settled.headers);
  const { code, message, details } = refusal;
  const about = { param: details.field ?? null, requestId: call.requestId };
  return call.json(
    errorBody(form, { status, type, code, message, ...about }),
    status,
    retryHeaders("invalid_request"),
  );
}

/** The response stopped before its end: nothing of it was shown. */
async function failWhole(exchange: Exchange, error: unknown): Promise<never> {
  const end = stopReason(exchange);
  if (end === "client_left") throw new ClientLeft("The client disconnected.", { cause: error });
  throw end === "deadline" ? upstreamTimeout() : upstreamError(error);
}

/** Of JSON, whose text is not looked at. */
const BYTES_OF_TOKEN = 4;

/** Too long to keep, such as many embeddings: passed on while its token counts are looked for. */
function respondWithLongJson(
  exchange: Exchange,
  { provider, endpoint, bytes, rest }: Omit<Responded, "read"> & { bytes: Uint8Array; rest: BytesReader },
): Response {
  const scanner = new ResponseScanner();
  let visibleBytes = 0;
  const see = (chunk: Uint8Array) => {
    scanner.push(chunk);
    visibleBytes += chunk.byteLength;
  };
  const reading = (): Reading => ({
    ...endpoint.readResponse(scanner.outline),
    content: true,
    failed: false,
    ended: scanner.complete,
    visibleTokens: visibleBytes / BYTES_OF_TOKEN,
  });
  const shown = publicBytes(exchange);
  return relayBytes(exchange, { provider, head: bytes, rest, see, shown, reading });
}

/** Of a JSON response that is passed on as it comes: what its client may see of each chunk. */
export function publicBytes({ call }: Exchange): (chunk: Uint8Array) => Uint8Array {
  const json = new PublicJsonStream(call.gateway.operator);
  return (chunk) => json.push(chunk);
}

export const isJson = ({ headers }: Response) => JSON_TYPE.test(headers.get("content-type") ?? "");

interface ReadText {
  text: string;
  /** The response as far as it was read, if there may be more. */
  bytes: Uint8Array;
  rest: BytesReader | null;
}

/** The whole response if it has at most `max` bytes. */
async function readUpTo(max: number, exchange: Exchange, provider: Response): Promise<ReadText> {
  const length = provider.headers.get("content-length");
  if (length !== null && Number(length) <= max) {
    const { watchdog, gateway } = exchange.call;
    const limitMs = patienceMs(exchange, gateway.upstream.idleMs);
    return { text: await watchdog.within(limitMs, provider.text()), bytes: NO_BYTES, rest: null };
  }
  return provider.body === null ? NOTHING : readChunks(max, exchange, provider.body.getReader());
}

async function readChunks(max: number, exchange: Exchange, reader: BytesReader): Promise<ReadText> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= max; ) {
    const { done, value } = await readChunk(exchange, reader);
    if (done) return { text: new TextDecoder().decode(concatBytes(chunks)), bytes: NO_BYTES, rest: null };
    chunks.push(value);
    size += value.byteLength;
  }
  return { text: "", bytes: concatBytes(chunks), rest: reader };
}
