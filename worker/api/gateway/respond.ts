import type { Context } from "hono";
import type { ContentfulStatusCode, StatusCode } from "hono/utils/http-status";
import type { Endpoint, ErrorForm } from "#core/domain/gateway/endpoint.ts";
import { NOTHING_READ, type Reading } from "#core/domain/gateway/reading.ts";
import { UsageScanner } from "#core/domain/gateway/usage-scanner.ts";
import type { RequestEnv } from "../api-env.ts";
import { ClientLeft, upstreamError, upstreamTimeout } from "./ask-provider.ts";
import { relayBytes } from "./byte-relay.ts";
import { concatBytes } from "./concat-bytes.ts";
import {
  dollarsOf,
  type Exchange,
  endingOf,
  freeEnding,
  patienceOf,
  settleExchange,
  stopReason,
} from "./exchange.ts";
import { publicError, withoutOperator } from "./provider-errors.ts";
import { passedOnHeaders, setHeaders } from "./response-headers.ts";
import { relayEvents } from "./stream-relay.ts";
import { timedRead } from "./timed-read.ts";

/** A JSON response up to this is read whole, so that its cost can be in a header. */
const WHOLE_MAX = 1024 * 1024;
const ERROR_MAX = 64 * 1024;
const SUCCESS = 200;
const REDIRECTION = 300;
const FIRST_FAILURE = 400;
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;
const EVENTS_TYPE = /^text\/event-stream\s*(;|$)/i;

interface Responded {
  provider: Response;
  endpoint: Endpoint;
  hideUsage: boolean;
}
type GatewayRequest = Context<RequestEnv>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * The provider's response for its client, and the exchange's end.
 * @throws DomainError `upstream_error` for a response that a client could not make sense of, `upstream_timeout`.
 */
export async function respondWith(
  c: GatewayRequest,
  exchange: Exchange,
  { provider, endpoint, hideUsage }: Responded,
): Promise<Response> {
  const { status, headers, body } = provider;
  if (status >= FIRST_FAILURE) return respondWithError(c, exchange, { provider, form: endpoint.errorForm });
  const type = headers.get("content-type") ?? "";
  const events = EVENTS_TYPE.test(type) && exchange.stream;
  if (status < SUCCESS || status >= REDIRECTION || body === null || !(events || JSON_TYPE.test(type))) {
    await body?.cancel().catch(() => {});
    throw upstreamError(new Error(`The provider returned ${status} without a usable response.`));
  }
  const reader = body.getReader();
  if (events) return relayEvents(c, exchange, { reader, endpoint, hideUsage, status });
  return respondWithJson(c, exchange, { provider, endpoint, reader });
}

/** @throws DomainError `upstream_error` for an error that is the operator's, or in no form that clients understand. */
export async function respondWithError(
  c: GatewayRequest,
  exchange: Exchange,
  { provider, form }: { provider: Response; form: ErrorForm },
): Promise<Response> {
  const { status, headers, body } = provider;
  const reader = body?.getReader();
  const { bytes, rest } = reader === undefined ? NO_BYTES : await readError(exchange, reader);
  const text = withoutOperator(new TextDecoder().decode(bytes), exchange.gateway.upstream);
  const shown = rest === null ? publicError({ status, text, form, requestId: exchange.requestId }) : null;
  if (shown === null) throw upstreamError(new Error(`The provider returned ${status}, which stays inside.`));
  const settled = await settleExchange(exchange, freeEnding(status));
  const { "retry-after": retryAfter } = passedOnHeaders(headers);
  const retry = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  return c.json(shown, status as ContentfulStatusCode, { ...settled.headers, ...retry });
}

async function readError(exchange: Exchange, reader: Reader): Promise<ReadBytes> {
  try {
    const read = await readUpTo(ERROR_MAX, exchange, reader);
    await read.rest?.cancel();
    return read;
  } catch (error) {
    throw upstreamError(error);
  }
}

async function respondWithJson(
  c: GatewayRequest,
  exchange: Exchange,
  { provider, endpoint, reader }: Pick<Responded, "provider" | "endpoint"> & { reader: Reader },
): Promise<Response> {
  const { status } = provider;
  const { bytes, rest, error } = await readUpTo(WHOLE_MAX, exchange, reader).catch((failure: unknown) => ({
    ...NO_BYTES,
    error: failure,
  }));
  if (error !== undefined) return failWhole(exchange, error);
  if (rest !== null) return respondWithLongJson(c, exchange, { provider, endpoint, bytes, rest });
  const text = new TextDecoder().decode(bytes);
  const value = parsed(text);
  const reading = value === undefined ? NOTHING_READ : endpoint.readResponse(value);
  const ending = endingOf(exchange, "ended", { status, reading });
  if (ending.outcome === "failed")
    throw upstreamError(new Error(`The provider returned ${status} without a response.`));
  const settled = await settleExchange(exchange, ending);
  const shown = exchange.priced === null ? text : endpoint.withCost(text, dollarsOf(settled));
  setHeaders(c, settled.headers);
  return c.newResponse(shown, status as StatusCode, passedOnHeaders(provider.headers));
}

/** The response stopped before its end: nothing of it was shown. */
async function failWhole(exchange: Exchange, error: unknown): Promise<never> {
  const end = stopReason(exchange);
  if (end === "client_left") throw new ClientLeft("The client disconnected.", { cause: error });
  throw end === "deadline" ? upstreamTimeout() : upstreamError(error);
}

/** Too long to keep, such as many embeddings: passed on while its token counts are looked for. */
function respondWithLongJson(
  c: GatewayRequest,
  exchange: Exchange,
  { provider, endpoint, bytes, rest }: Omit<Responded, "hideUsage"> & { bytes: Uint8Array; rest: Reader },
): Response {
  const scanner = new UsageScanner();
  let visibleBytes = 0;
  const see = (chunk: Uint8Array) => {
    scanner.push(chunk);
    visibleBytes += chunk.byteLength;
  };
  const reading = (): Reading => ({
    ...endpoint.readResponse({ usage: scanner.found }),
    ...{ content: true, failed: false, ended: scanner.complete, visibleBytes },
  });
  return relayBytes(c, exchange, { provider, head: bytes, rest, see, reading });
}

const NO_BYTES = { bytes: new Uint8Array(), rest: null, error: undefined };

interface ReadBytes {
  bytes: Uint8Array<ArrayBuffer>;
  /** The reader, when there may be more. */
  rest: Reader | null;
  error?: undefined;
}

async function readUpTo(max: number, exchange: Exchange, reader: Reader): Promise<ReadBytes> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= max; ) {
    const { done, value } = await timedRead(reader, patienceOf(exchange));
    if (done) return { bytes: concatBytes(chunks), rest: null };
    chunks.push(value);
    size += value.byteLength;
  }
  return { bytes: concatBytes(chunks), rest: reader };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
