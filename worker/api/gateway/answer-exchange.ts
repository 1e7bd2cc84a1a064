import type { Context } from "hono";
import type { ContentfulStatusCode, StatusCode } from "hono/utils/http-status";
import { usageOfJson } from "#core/domain/gateway/usage-of-json.ts";
import type { RequestEnv } from "../api-env.ts";
import { passedOnHeaders } from "./answer-headers.ts";
import { upstreamError } from "./ask-upstream.ts";
import { type Exchange, patienceOf, patientRead, settleExchange } from "./exchange.ts";
import { isJson } from "./media-type.ts";
import { relayAnswer } from "./relay-answer.ts";
import { readHead } from "./stream-head.ts";
import { unshared } from "./unshared.ts";
import { within } from "./within.ts";

/** A JSON answer up to this is read whole, so that its cost can stand in a header. */
const WHOLE_MAX = 64 * 1024;
const FIRST_FAILURE = 400;
/** Of these the operator is to blame: its credential, its account, its address. */
const OPERATORS = new Set([401, 402, 403, 407]);
/** OpenAI's word, with status 429, for an account of the operator's that has run out of money. */
const OPERATORS_BILL = /"(code|type)"\s*:\s*"(insufficient_quota|billing_\w+)"/;

/**
 * The AI service's answer for its client, and the exchange's end.
 * @throws DomainError `upstream_error` for an answer that a client could not make sense of.
 */
export async function answerExchange(
  c: Context<RequestEnv>,
  exchange: Exchange,
  { upstream, hideUsageChunk }: { upstream: Response; hideUsageChunk: boolean },
): Promise<Response> {
  const { status } = upstream;
  if (status < 200 || (status >= 300 && status < FIRST_FAILURE) || OPERATORS.has(status)) {
    await upstream.body?.cancel();
    throw upstreamError(new Error(`The AI service answered ${status}.`));
  }
  if (upstream.body === null) return answerEmpty(c, exchange, upstream);
  if (status >= FIRST_FAILURE) return answerFailure(c, exchange, upstream, upstream.body);
  if (!isJson(upstream.headers)) return relayAnswer(c, exchange, { upstream, hideUsageChunk }, upstream.body);
  const length = Number(upstream.headers.get("content-length") ?? Number.NaN);
  if (length <= WHOLE_MAX)
    return answerWhole(c, exchange, upstream, await wholeBody(upstream, patienceOf(exchange)));
  const read = await readHead(upstream.body, WHOLE_MAX, patientRead(exchange));
  return read.rest === null
    ? answerWhole(c, exchange, upstream, read.head)
    : relayAnswer(c, exchange, { upstream, hideUsageChunk }, read);
}

const wholeBody = async (upstream: Response, patienceMs: number) =>
  new Uint8Array(await within(patienceMs, upstream.arrayBuffer()));

async function answerEmpty(
  c: Context<RequestEnv>,
  exchange: Exchange,
  { status, headers }: Response,
): Promise<Response> {
  const settled = await settleExchange(exchange, { status, usage: null });
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
  const { head, rest } = await readHead(body, WHOLE_MAX, patientRead(exchange));
  await rest?.cancel();
  const text = new TextDecoder().decode(head);
  const inside = OPERATORS_BILL.test(text) || (apiKey !== null && text.includes(apiKey));
  if (rest !== null || inside || !isJson(headers)) {
    throw upstreamError(new Error(`The AI service answered ${status} in a form that is not passed on.`));
  }
  await settleExchange(exchange, { status, usage: null });
  return c.body(text, status as ContentfulStatusCode, passedOnHeaders(headers));
}

async function answerWhole(
  c: Context<RequestEnv>,
  exchange: Exchange,
  { status, headers }: Response,
  body: Uint8Array,
): Promise<Response> {
  const settled = await settleExchange(exchange, { status, usage: usageOfJson(body) });
  return c.newResponse(unshared(body), status as StatusCode, { ...passedOnHeaders(headers), ...settled });
}
