import type { Context } from "hono";
import type { ContentfulStatusCode, StatusCode } from "hono/utils/http-status";
import { readingOfJson } from "#core/domain/gateway/json-reading.ts";
import type { RequestEnv } from "../api-env.ts";
import { passedOnHeaders } from "./answer-headers.ts";
import { upstreamError } from "./ask-upstream.ts";
import { concatBytes } from "./concat-bytes.ts";
import { type Exchange, freeOutcome, patienceOf, settleExchange } from "./exchange.ts";
import { isHtml, isJson } from "./media-type.ts";
import { relayAnswer } from "./relay-answer.ts";
import { timedRead } from "./timed-read.ts";

/** A JSON answer up to this is read whole, so that its cost can stand in a header. */
const WHOLE_MAX = 64 * 1024;
const FIRST_FAILURE = 400;
/** Of these the operator is to blame: its credential, its account, its address. */
const OPERATORS = new Set([401, 402, 403, 407]);
/** OpenAI's word, with status 429, for an account of the operator's that has run out of money. */
const OPERATORS_BILL = /"(code|type)"\s*:\s*"(insufficient_quota|billing_\w+)"/;

interface Answer {
  upstream: Response;
  hideUsageChunk: boolean;
}

/**
 * The AI service's answer for its client, and the exchange's end.
 * @throws DomainError `upstream_error` for an answer that a client could not make sense of.
 */
export async function answerExchange(
  c: Context<RequestEnv>,
  exchange: Exchange,
  answer: Answer,
): Promise<Response> {
  const { status, headers, body } = answer.upstream;
  if (status < 200 || (status >= 300 && status < FIRST_FAILURE) || OPERATORS.has(status)) {
    await body?.cancel();
    throw upstreamError(new Error(`The AI service answered ${status}.`));
  }
  const free = exchange.priced === null;
  if (body === null && (free || status >= FIRST_FAILURE)) return answerEmpty(c, exchange, answer.upstream);
  if (body !== null && status >= FIRST_FAILURE) return answerFailure(c, exchange, answer.upstream, body);
  if (body === null || (!free && isHtml(headers))) {
    await body?.cancel();
    throw nothingIn(status);
  }
  const none = { head: new Uint8Array(), rest: body.getReader() };
  if (!isJson(headers)) return relayAnswer(c, exchange, { ...answer, ...none });
  const { head, rest } = await readHead(exchange, none.rest);
  return rest === null
    ? answerWhole(c, exchange, answer.upstream, head)
    : relayAnswer(c, exchange, { ...answer, head, rest });
}

async function answerEmpty(
  c: Context<RequestEnv>,
  exchange: Exchange,
  { status, headers }: Response,
): Promise<Response> {
  const settled = await settleExchange(exchange, freeOutcome(status));
  return c.newResponse(null, status as StatusCode, { ...passedOnHeaders(headers), ...settled });
}

/** One in another form than clients expect, or too long, is not passed on; nor one of the operator's own account. */
async function answerFailure(
  c: Context<RequestEnv>,
  exchange: Exchange,
  { status, headers }: Response,
  body: ReadableStream<Uint8Array>,
): Promise<Response> {
  const { apiKey } = exchange.gateway.upstream;
  const { head, rest } = await readHead(exchange, body.getReader());
  await rest?.cancel();
  const text = new TextDecoder().decode(head);
  const inside = OPERATORS_BILL.test(text) || (apiKey !== null && text.includes(apiKey));
  if (rest !== null || inside || !isJson(headers)) {
    throw upstreamError(new Error(`The AI service answered ${status} in a form that is not passed on.`));
  }
  await settleExchange(exchange, freeOutcome(status));
  return c.body(text, status as ContentfulStatusCode, passedOnHeaders(headers));
}

async function answerWhole(
  c: Context<RequestEnv>,
  exchange: Exchange,
  { status, headers }: Response,
  body: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const reading = readingOfJson(body);
  if (!reading.content && exchange.priced !== null) throw nothingIn(status);
  const settled = await settleExchange(exchange, { status, reading });
  return c.newResponse(body, status as StatusCode, { ...passedOnHeaders(headers), ...settled });
}

const nothingIn = (status: number) =>
  upstreamError(new Error(`The AI service answered ${status} without an answer.`));

type Reader = ReadableStreamDefaultReader<Uint8Array>;
/** The first bytes of a response, and a reader of the others; null when there are none. */
type Head = { head: Uint8Array<ArrayBuffer>; rest: Reader | null };

/**
 * Reads to the end of the response, or until there are more than `WHOLE_MAX` bytes.
 * @throws DomainError `upstream_error` when the provider ends the response early.
 */
async function readHead(exchange: Exchange, reader: Reader): Promise<Head> {
  const parts: Uint8Array[] = [];
  let rest: Reader | null = reader;
  for (let size = 0; rest !== null && size <= WHOLE_MAX; ) {
    const { done, value } = await timedRead(reader, patienceOf(exchange)).catch((error: unknown) => {
      throw upstreamError(error);
    });
    if (done) rest = null;
    else parts.push(value);
    size += value?.byteLength ?? 0;
  }
  return { head: concatBytes(parts), rest };
}
