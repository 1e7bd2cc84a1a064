import type { Context } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import { gatewayErrorBody } from "#core/domain/gateway/error-answers.ts";
import { SseUsageFilter } from "#core/domain/gateway/sse-usage-filter.ts";
import { UsageTap } from "#core/domain/gateway/usage-tap.ts";
import type { RequestEnv } from "../api-env.ts";
import { passedOnHeaders } from "./answer-headers.ts";
import { type Exchange, patientRead, settleExchange } from "./exchange.ts";
import { isEventStream } from "./media-type.ts";
import { relay } from "./relay.ts";
import type { StreamHead } from "./stream-head.ts";

/** What a stream that broke off is recorded as. */
const CUT_STATUS = 502;
const NOTHING = new Uint8Array();
/** OpenAI's clients throw at it; the line before it may not have ended. */
const CUT_EVENT = new TextEncoder().encode(
  `\n\ndata: ${JSON.stringify(gatewayErrorBody("upstream_error"))}\n\n`,
);

interface Answer {
  upstream: Response;
  hideUsageChunk: boolean;
}

/** Passes an answer on piece by piece; it is settled when it has ended, so its cost is in no header. */
export function relayAnswer(
  c: Context<RequestEnv>,
  exchange: Exchange,
  { upstream, hideUsageChunk }: Answer,
  read: StreamHead | ReadableStream<Uint8Array>,
): Response {
  const { readable, writable } = new IdentityTransformStream();
  const whole = "head" in read ? read : { head: NOTHING, rest: read.getReader() };
  exchange.waitUntil(relayAndSettle(exchange, { upstream, hideUsageChunk }, whole, writable));
  c.header("x-latchkey-cost", undefined);
  return c.newResponse(readable, upstream.status as StatusCode, passedOnHeaders(upstream.headers));
}

async function relayAndSettle(
  exchange: Exchange,
  { upstream, hideUsageChunk }: Answer,
  read: StreamHead,
  to: WritableStream<Uint8Array>,
): Promise<void> {
  const tap = new UsageTap();
  const events = isEventStream(upstream.headers);
  const filter = hideUsageChunk && events ? new SseUsageFilter() : null;
  const whole = await relay(read, to, {
    onPiece: (piece) => tap.push(piece),
    filter: (piece) => filter?.push(piece) ?? piece,
    rest: () => filter?.flush() ?? NOTHING,
    cut: events ? CUT_EVENT : null,
    read: patientRead(exchange),
    patienceMs: exchange.gateway.upstream.idleMs,
  });
  settleExchange(exchange, { status: whole ? upstream.status : CUT_STATUS, usage: tap.usage() });
}
