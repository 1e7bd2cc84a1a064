import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { ApiError, type ErrorForm } from "./errors.ts";
import { type Faults, reportedUsage, type Strike } from "./faults.ts";

const HANG_MS = 600_000;
/** From then on, a stream is sent as fast as possible. */
const STREAM_MS = 5_000;
/** What was sent before has left the process by then. */
const FLUSH_MS = 5;
const CONTENT_BEFORE_STRIKE = 2;
export const ORGANIZATION = "org-4fDemoUpstream7QkX2";
const ADDRESSES = "http://10.20.30.40:8081/v1 (worker-7.models.internal:8443)";

export interface StreamEvent {
  name?: string;
  data: object | string;
  /** Tokens of content that the event carries. */
  tokens?: number;
}

/** The usage as the response reports it. `output` counts what a stream has sent so far. */
export type Report = (output?: number) => object | undefined;

/** A response, whole and as a stream, if the endpoint has streams. */
export interface Reply {
  whole: (report: Report) => object;
  stream?: {
    events: (report: Report) => Iterable<StreamEvent>;
    /** The error that ends a stream after `sent` events. */
    errorEvent: (error: ApiError, sent: number) => StreamEvent;
  };
  usage: (output?: number) => object;
  /** Sent instead of JSON. */
  bytes?: { type: string; bytes: Uint8Array };
}

export interface Delivery {
  stream: boolean;
  faults: Faults;
  errors: ErrorForm;
  /** Time between two events of a stream. */
  tokenMs: number;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Breaks the connection. */
  cut: () => void;
}

/** Waits and fails as requested, before anything is sent. */
export async function beforeFirstByte({ faults, stream, signal }: Delivery): Promise<void> {
  const { hang, slow = 0, think = 0, fail } = faults;
  await pause(hang ? HANG_MS : slow + (stream ? 0 : think), signal);
  if (fail !== undefined) throw requestedFailure(fail);
}

const requestedFailure = (status: number) =>
  new ApiError(
    status,
    `The demo model fails with ${status}, as requested. Organization: ${ORGANIZATION}. Host: ${ADDRESSES}.`,
    { code: "demo", retryAfter: status === 429 ? 1 : null },
  );

/** Sends a response with the requested faults. */
export function deliver(reply: Reply, delivery: Delivery): Response {
  const { faults, errors } = delivery;
  if (faults.html) return new Response(PAGE, { headers: { "content-type": "text/html; charset=utf-8" } });
  const events = delivery.stream ? reply.stream : undefined;
  const headers = {
    "content-type": events === undefined ? "application/json" : "text/event-stream; charset=utf-8",
  };
  if (faults.empty !== undefined) return new Response(null, { status: faults.empty, headers });
  if (reply.bytes !== undefined && faults.strike?.kind !== "error") return sentBytes(reply.bytes, delivery);
  const report: Report = (output) => reportedUsage(reply.usage(output), faults);
  if (events !== undefined) return streamed(eventTexts(events, report, delivery), delivery, headers);
  const body = faults.strike?.kind === "error" ? errors(requestedFailure(500)) : reply.whole(report);
  const json = JSON.stringify(body);
  const isSimple = faults.trickle === undefined && faults.strike === undefined && !faults.bytes;
  return isSimple ? new Response(json, { headers }) : streamed(bodyTexts(json, delivery), delivery, headers);
}

const PAGE = "<!doctype html><html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>";

const BYTES_AT_ONCE = 16_384;

function sentBytes({ type, bytes }: NonNullable<Reply["bytes"]>, delivery: Delivery): Response {
  const headers = { "content-type": type, "content-length": String(bytes.length) };
  return streamed(byteChunks(bytes, delivery), delivery, headers);
}

async function* byteChunks(bytes: Uint8Array, { faults, tokenMs, signal, cut }: Delivery) {
  const { kind, after } = faults.strike ?? {};
  const end = kind === undefined ? bytes.length : Math.min(after ?? bytes.length >> 1, bytes.length);
  for (let at = 0; at < end; at += BYTES_AT_ONCE) {
    if (at > 0) await pause(faults.trickle ?? tokenMs, signal);
    yield bytes.subarray(at, Math.min(at + BYTES_AT_ONCE, end));
  }
  if (kind === "stall") await pause(HANG_MS, signal);
  if (kind === "cut") await cutConnection(cut);
}

async function* bodyTexts(json: string, { faults, signal, cut }: Delivery): AsyncGenerator<string> {
  const { kind, after } = faults.strike ?? { kind: "error" };
  const end = kind === "error" ? json.length : Math.min(after ?? json.length >> 1, json.length);
  if (faults.trickle === undefined) yield json.slice(0, end);
  else
    for (const character of json.slice(0, end)) {
      yield character;
      await pause(faults.trickle, signal);
    }
  if (kind === "stall") await pause(HANG_MS, signal);
  if (kind === "cut") await cutConnection(cut);
}

async function* eventTexts(
  { events, errorEvent }: NonNullable<Reply["stream"]>,
  report: Report,
  delivery: Delivery,
): AsyncGenerator<string> {
  const { faults, tokenMs, signal } = delivery;
  const { strike, think = 0, everyUsage, trickle } = faults;
  const started = performance.now();
  let [sent, content, struck] = [0, 0, strike === undefined];
  const failure = () => textOf(errorEvent(requestedFailure(500), sent));
  for (const event of events(report)) {
    if (strike !== undefined && !struck && isTime(strike.after, content, sent, event)) {
      struck = true;
      yield* strikeTexts(strike.kind, failure, delivery);
      if (strike.kind !== "garbage") return;
    }
    if (content === 0 && event.tokens !== undefined) await pause(think, signal);
    const isLate = performance.now() - started > STREAM_MS;
    if (sent > 0) await pause(trickle ?? (isLate ? 0 : tokenMs), signal);
    sent += 1;
    content += event.tokens ?? 0;
    yield textOf(everyUsage ? withUsage(event, report(content)) : event);
  }
  if (strike !== undefined && !struck) yield* strikeTexts(strike.kind, failure, delivery);
}

/** Without a number, after two tokens of content, or after the last one. */
const isTime = (after: number | null, content: number, sent: number, next: StreamEvent) =>
  after === null
    ? content >= CONTENT_BEFORE_STRIKE || (content > 0 && next.tokens === undefined)
    : sent >= after;

async function* strikeTexts(
  kind: Strike,
  failure: () => string,
  { signal, cut }: Delivery,
): AsyncGenerator<string> {
  if (kind === "garbage") yield 'data: {"id":"garbage","choices":[{"del\n\n';
  if (kind === "error") yield failure();
  if (kind === "stall") await pause(HANG_MS, signal);
  if (kind === "cut") await cutConnection(cut);
}

function withUsage(event: StreamEvent, usage: object | undefined): StreamEvent {
  if (typeof event.data === "string") return event;
  const reported: unknown = Reflect.get(event.data, "usage");
  return { ...event, data: { ...event.data, usage: reported ?? usage } };
}

const textOf = ({ name, data }: StreamEvent) =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

function streamed(
  texts: AsyncGenerator<string | Uint8Array>,
  { faults }: Delivery,
  headers: Record<string, string>,
): Response {
  const chunks = faults.bytes ? singleBytes(texts) : encoded(texts);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  // With this header, the server sends the headers without waiting for the first chunk.
  const chunked = "content-length" in headers ? {} : { "transfer-encoding": "chunked" };
  return new Response(body, { headers: { ...headers, ...chunked } });
}

async function* encoded(texts: AsyncGenerator<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield typeof text === "string" ? encoder.encode(text) : text;
}

async function* singleBytes(texts: AsyncGenerator<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of encoded(texts))
    for (let at = 0; at < bytes.length; at += 1) {
      yield bytes.subarray(at, at + 1);
      await nextTurn();
    }
}

/** A client that disconnects cancels the pause. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
}

async function cutConnection(cut: () => void): Promise<void> {
  await sleep(FLUSH_MS);
  cut();
}
