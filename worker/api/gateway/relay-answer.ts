import type { Context } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import { gatewayErrorBody } from "#core/domain/gateway/error-answers.ts";
import { SseUsageFilter } from "#core/domain/gateway/sse-usage-filter.ts";
import { UsageTap } from "#core/domain/gateway/usage-tap.ts";
import type { RequestEnv } from "../api-env.ts";
import { passedOnHeaders } from "./answer-headers.ts";
import { ClientStream } from "./client-stream.ts";
import { type Exchange, patientRead, settleExchange } from "./exchange.ts";
import { isEventStream } from "./media-type.ts";
import { relay, type Watchers } from "./relay.ts";
import { StreamEnd } from "./stream-end.ts";
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
  const client = new ClientStream(writable, exchange.gateway.upstream.idleMs);
  exchange.waitUntil(relay(whole, client, watchersOf(exchange, { upstream, hideUsageChunk })));
  c.header("x-latchkey-cost", undefined);
  return c.newResponse(readable, upstream.status as StatusCode, passedOnHeaders(upstream.headers));
}

function watchersOf(exchange: Exchange, { upstream, hideUsageChunk }: Answer): Watchers {
  const tap = new UsageTap();
  const end = isEventStream(upstream.headers) ? new StreamEnd() : null;
  const filter = hideUsageChunk && end !== null ? new SseUsageFilter() : null;
  let settled = false;
  return {
    onPiece: (piece) => tap.push(piece),
    mayEnd: (piece) => end?.mayBe(piece) ?? false,
    filter: (piece) => filter?.push(piece) ?? piece,
    rest: () => filter?.flush() ?? NOTHING,
    cut: end && CUT_EVENT,
    abandonedMs: exchange.gateway.upstream.abandonedMs,
    read: patientRead(exchange),
    async settle(state) {
      const usage = tap.usage() ?? (state === "abandoned" ? likelyUsage(exchange, tap) : null);
      if (settled || (state === "pausing" && usage === null)) return;
      settled = true;
      await settleExchange(exchange, { status: state === "cut" ? CUT_STATUS : upstream.status, usage });
    },
  };
}

/** Most services send an event for each token. What was read before hanging up is paid for, or it would be free. */
const likelyUsage = ({ likelyInputTokens }: Exchange, { events }: UsageTap) => ({
  input: likelyInputTokens,
  output: events,
});
