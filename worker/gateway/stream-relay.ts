import { createParser } from "eventsource-parser";
import type { ExchangeEnd } from "#core/domain/gateway/charging.ts";
import type { Endpoint, EventKind, StreamEvent, StreamReader } from "#core/domain/gateway/endpoint.ts";
import { errorEvent } from "#core/domain/gateway/endpoints/error-forms.ts";
import { parsedJson } from "#core/domain/gateway/endpoints/response-reading.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { publicText } from "#core/domain/gateway/operators-own.ts";
import { publicJson } from "#core/domain/gateway/public-json.ts";
import { ClientStream } from "./client-stream.ts";
import {
  type BytesReader,
  dollarsOf,
  type Ending,
  type Exchange,
  endingOf,
  readChunk,
  reportProgress,
  sawOutput,
  settleExchange,
  stopReason,
} from "./exchange.ts";
import { NO_COST } from "./response-headers.ts";

/** Longer events are refused: they are kept in memory until they end. */
const EVENT_CHARS_MAX = 8 * 1024 * 1024;
/** Longest wait for the provider to close the connection after the response's last event. */
const GRACE_MS = 500;
/** Data of an event that only keeps a connection alive, such as `: keepalive`. Clients would take it for JSON. */
const SAYS_NOTHING = /^\s*(:|$)/;
/** A comment without the empty line that usually follows it: some clients take that line for the end of an event. */
const KEEP_ALIVE = ":\n";

interface EventSource {
  reader: BytesReader;
  endpoint: Endpoint;
  hideUsage: boolean;
  status: number;
}

/** Streams events to the client. The response is settled at its end, so no header has its cost. */
export function relayEvents(exchange: Exchange, source: EventSource): Response {
  const { readable, writable } = new IdentityTransformStream();
  const client = new ClientStream(writable, exchange);
  const { call } = exchange;
  call.write(new EventRelay(exchange, client, source).run());
  call.setHeaders(NO_COST);
  return call.respond(readable, source.status, { "content-type": "text/event-stream" });
}

const encoder = new TextEncoder();

/**
 * Copies a response's events to its client. It reads on for a while after the client disconnects, since counts come
 * last. The last events are sent after the request is settled, with its cost.
 */
class EventRelay {
  private readonly exchange: Exchange;
  private readonly client: ClientStream;
  private readonly source: EventSource;
  private readonly stream: StreamReader;
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** Events held back: the last counts, the response's end, and what follows it. */
  private held: { event: StreamEvent; kind: EventKind }[] = [];
  private shown = "";
  /** When the response's last event arrived, epoch ms. */
  private endedAt: number | null = null;
  private visibleTokens = 0;
  /** Number of events that the client got. */
  private sent = 0;
  private tooLong = false;
  /** The provider has reported an error. */
  private failed = false;
  /** The provider has closed the connection. */
  private closed = false;
  private reportAt: number;
  private readonly parser = createParser({
    maxBufferSize: EVENT_CHARS_MAX,
    onEvent: ({ event = "", data }) => {
      if (SAYS_NOTHING.test(data)) this.keepAlive();
      else this.take({ name: event, data });
    },
    onComment: () => this.keepAlive(),
    onError: ({ type }) => {
      this.tooLong ||= type === "max-buffer-size-exceeded";
    },
  });

  constructor(exchange: Exchange, client: ClientStream, source: EventSource) {
    this.exchange = exchange;
    this.client = client;
    this.source = source;
    this.stream = source.endpoint.createStreamReader();
    this.reportAt = Date.now() + exchange.call.gateway.upstream.progressMs.first;
  }

  async run(): Promise<void> {
    const end = await this.copy().catch(() => {
      this.cancel();
      return stopReason(this.exchange);
    });
    const { status } = this.source;
    await this.finish(endingOf(this.exchange, end, { status, reading: this.stream.reading }));
  }

  /** Until the response ends, fails, or its client has been gone for too long. */
  private async copy(): Promise<ExchangeEnd> {
    for (;;) {
      const { done, value } = await this.next();
      this.closed = done;
      // Some providers leave out the last event's empty line.
      this.feed(done ? "\n\n" : this.decoder.decode(value, { stream: true }));
      await this.flush();
      if (done) {
        this.stream.closed();
        return "ended";
      }
      this.report();
      if (!this.failed) continue;
      this.cancel();
      return "broke";
    }
  }

  private async next(): Promise<ReadableStreamReadResult<Uint8Array> | { done: true; value?: undefined }> {
    const { reader } = this.source;
    if (this.endedAt === null) return readChunk(this.exchange, reader);
    const left = Math.max(0, this.endedAt + GRACE_MS - Date.now());
    const last = this.exchange.call.watchdog.within(left, reader.read());
    return last.catch(() => {
      this.cancel();
      return { done: true };
    });
  }

  private cancel(): void {
    this.source.reader.cancel().catch(() => {});
  }

  private feed(text: string): void {
    if (this.tooLong) throw new RangeError("An event of the stream is too long.");
    this.parser.feed(text);
  }

  private take(received: StreamEvent): void {
    if (this.failed) return;
    const value = parsedJson(received.data);
    if (this.endedAt !== null)
      return void this.held.push({ event: this.publicEvent(received, value), kind: "end" });
    const kind = this.stream.take(received, value ?? null);
    const { reading } = this.stream;
    this.failed = reading.failed;
    if (this.failed || (this.closed && kind === "pass" && value === undefined)) return;
    if (reading.visibleTokens > this.visibleTokens) sawOutput(this.exchange);
    this.visibleTokens = reading.visibleTokens;
    if (kind === "counts" && this.source.hideUsage) return;
    const event = this.publicEvent(received, value);
    if (kind === "end") this.endedAt = Date.now();
    else this.release();
    if (kind === "pass") this.show(event);
    else this.held.push({ event, kind });
  }

  private keepAlive(): void {
    if (this.held.length === 0 && !this.shown.endsWith(KEEP_ALIVE)) this.shown += KEEP_ALIVE;
  }

  /** @param value of its data, which may be changed. */
  private publicEvent({ name, data }: StreamEvent, value: unknown): StreamEvent {
    const { operator } = this.exchange.call.gateway;
    const shown = value === undefined ? publicText(data, operator) : publicJson(data, value, operator);
    return { name, data: shown };
  }

  /** These were not the last counts. */
  private release(): void {
    for (const { event } of this.held) this.show(event);
    this.held = [];
  }

  private show(event: StreamEvent): void {
    this.shown += textOf(event);
    this.sent += 1;
  }

  private async flush(): Promise<void> {
    const { shown } = this;
    this.shown = "";
    if (shown !== "") await this.client.write(encoder.encode(shown));
  }

  private async finish(ending: Ending): Promise<void> {
    const { outcome } = ending;
    const settled = await settleExchange(this.exchange, ending);
    await this.flush();
    if (outcome === "failed" || outcome === "cut") await this.writeError("upstream_error");
    else if (outcome === "deadline") await this.writeError("upstream_timeout");
    else await this.writeHeld(dollarsOf(settled));
    await this.client.close();
  }

  private async writeHeld(dollars: string): Promise<void> {
    const { endpoint } = this.source;
    const priced = this.exchange.priced !== null;
    const texts = this.held.map(({ event }) =>
      textOf(priced ? { ...event, data: endpoint.withCost(event.data, dollars) } : event),
    );
    await this.client.write(encoder.encode(texts.join("")));
  }

  private async writeError(code: "upstream_error" | "upstream_timeout"): Promise<void> {
    const { message, status, type } = GATEWAY_ERRORS[code];
    const { requestId } = this.exchange.call;
    const failure = { code, message, status, type, param: null, requestId };
    const event = errorEvent(this.source.endpoint.errorForm, failure, this.sent);
    await this.client.write(encoder.encode(event));
  }

  private report(): void {
    const { next } = this.exchange.call.gateway.upstream.progressMs;
    if (this.exchange.priced === null || Date.now() < this.reportAt) return;
    this.reportAt = Date.now() + next;
    reportProgress(this.exchange, this.stream.reading);
  }
}

/** Written anew, so that the client reads the events that were read here. */
function textOf({ name, data }: StreamEvent): string {
  const named = name === "" ? "" : `event: ${name}\n`;
  const lines = data.split("\n").map((line) => `data: ${line}\n`);
  return `${named}${lines.join("")}\n`;
}
