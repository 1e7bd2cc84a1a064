import type { Context } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import type { RequestEnv } from "../api-env.ts";
import { type AnswerFlow, ByteFlow, EventFlow } from "./answer-flow.ts";
import { passedOnHeaders } from "./answer-headers.ts";
import { ClientStream } from "./client-stream.ts";
import { type Exchange, patienceOf, reportProgress, settleExchange } from "./exchange.ts";
import { isEventStream, isJson } from "./media-type.ts";
import { timedRead } from "./timed-read.ts";

const CUT_STATUS = 502;
const LATE_STATUS = 504;
/** Longest wait for the end of a connection after what may be the response's last chunk. */
const GRACE_MS = 500;

type Reader = ReadableStreamDefaultReader<Uint8Array>;
export interface Relayed {
  upstream: Response;
  /** The bytes read so far, and a reader of the others. */
  head: Uint8Array;
  rest: Reader;
  hideUsageChunk: boolean;
}

/** Streams a response to its client. It is settled at its end, so no header has its cost. */
export function relayAnswer(c: Context<RequestEnv>, exchange: Exchange, relayed: Relayed): Response {
  const { readable, writable } = new IdentityTransformStream();
  const { status, headers } = relayed.upstream;
  const flow = isEventStream(headers)
    ? new EventFlow({ hideCounts: relayed.hideUsageChunk })
    : new ByteFlow({ json: isJson(headers) });
  const client = new ClientStream(writable, patienceOf(exchange));
  exchange.waitUntil(new Relay(exchange, { client, flow, status }).run(relayed));
  c.header("x-latchkey-cost", undefined);
  return c.newResponse(readable, status as StatusCode, passedOnHeaders(headers));
}

/**
 * Copies a response to its client. Reads on for a while after the client disconnects, since the cost is known only at
 * the end. The last chunk is sent after the request is settled.
 */
class Relay {
  private readonly exchange: Exchange;
  private readonly client: ClientStream;
  private readonly flow: AnswerFlow;
  private readonly status: number;
  private reportAt: number;

  constructor(exchange: Exchange, parts: { client: ClientStream; flow: AnswerFlow; status: number }) {
    this.exchange = exchange;
    this.client = parts.client;
    this.flow = parts.flow;
    this.status = parts.status;
    this.reportAt = Date.now() + exchange.gateway.upstream.progressMs.first;
  }

  async run({ head, rest }: Relayed): Promise<void> {
    try {
      await this.client.write(this.flow.push(head));
      const whole = await this.copy(rest);
      if (whole) await this.finish();
      else await this.settleCut(this.status, { left: true });
    } catch (error) {
      await this.breakOff(error);
    }
  }

  /** @returns false when the client disconnected and the response went on for too long. */
  private async copy(rest: Reader): Promise<boolean> {
    const { abandonedMs } = this.exchange.gateway.upstream;
    for (;;) {
      const read = await this.next(rest);
      if (read === null || read.done) return true;
      await this.client.write(this.flow.push(read.value));
      this.report();
      const { goneAt } = this.client;
      if (goneAt === null || Date.now() - goneAt <= abandonedMs) continue;
      await rest.cancel();
      return false;
    }
  }

  /** @returns null when no chunk follows what may be the last one. */
  private async next(rest: Reader): Promise<ReadableStreamReadResult<Uint8Array> | null> {
    const read = timedRead(rest, patienceOf(this.exchange));
    if (!this.flow.mayEnd) return read;
    const ended = new Promise<null>((resolve) => setTimeout(resolve, GRACE_MS, null));
    const first = await Promise.race([read, ended]).catch(() => null);
    // Nobody reads later chunks.
    if (first === null) rest.cancel().catch(() => {});
    return first;
  }

  private async finish(): Promise<void> {
    const rest = this.flow.rest();
    const reading = this.flow.reading();
    const answered = reading.content || this.exchange.priced === null;
    await settleExchange(this.exchange, { status: answered ? this.status : CUT_STATUS, reading });
    await this.client.write(rest);
    await this.client.close();
  }

  private async breakOff(error: unknown): Promise<void> {
    const late = Date.now() >= patienceOf(this.exchange).deadline;
    await this.settleCut(late ? LATE_STATUS : CUT_STATUS, { left: late || this.client.goneAt !== null });
    const notice = this.flow.cut(late ? "upstream_timeout" : "upstream_error");
    if (notice === null) return this.client.abort(error);
    await this.client.write(notice);
    await this.client.close();
  }

  /** A provider's failure is free unless content arrived before it. A client that disconnects early is charged. */
  private async settleCut(status: number, { left }: { left: boolean }): Promise<void> {
    const reading = this.flow.reading();
    const content = reading.content || left;
    await settleExchange(this.exchange, { status, reading: { ...reading, content, complete: false } });
  }

  private report(): void {
    const { next } = this.exchange.gateway.upstream.progressMs;
    if (Date.now() < this.reportAt) return;
    this.reportAt = Date.now() + next;
    const reading = { ...this.flow.reading(), complete: false };
    reportProgress(this.exchange, { status: CUT_STATUS, reading });
  }
}
