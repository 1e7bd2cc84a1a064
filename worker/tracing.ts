import type { SpanAttributes, SpanKind } from "#core/domain/otlp-traces.ts";
import {
  formatTraceparent,
  isSampled,
  newSpanId,
  newTraceId,
  parseTraceparent,
  passedTracestate,
  type TraceParent,
} from "#core/domain/trace-context.ts";
import type { TracingEnv } from "./env-schema.ts";
import type { RequestWorker } from "./log.ts";
import { OpenSpan } from "./open-span.ts";
import { SpanExporter } from "./span-exporter.ts";

const SPANS_MAX = 64;
const FIRST_SERVER_ERROR = 500;
const OTHER_METHOD = "_OTHER";
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface Recording {
  ratio: number;
  exporter: Pick<SpanExporter, "export">;
}

interface Responded {
  status: number;
  /** A route, not an address, which may hold a token or a key. */
  route: string;
}

type TracedWork<Result> = (traceparent?: string) => Promise<Result>;

interface Arrived {
  method: string;
  headers: Headers;
  requestId: string;
}

/** How a worker traces requests: it records a share of them and posts their spans to a collector. */
export class Tracing {
  private readonly recording: Recording | null;

  /** @param recording null: nothing is created or recorded; what a caller sends is passed on. */
  constructor(recording: Recording | null) {
    this.recording = recording;
  }

  start(arrived: Arrived): RequestTrace {
    return new RequestTrace(this.recording, arrived);
  }
}

export const UNTRACED = new Tracing(null);

export function tracingOf(service: RequestWorker, env: TracingEnv): Tracing {
  const { OTLP_TRACES_URL: url, OTLP_TRACES_HEADERS: headers, TRACE_SAMPLE_RATIO: ratio } = env;
  if (url === undefined) return UNTRACED;
  return new Tracing({ ratio, exporter: new SpanExporter(service, { url, headers }) });
}

export class RequestTrace {
  private readonly recording: Recording | null;
  private readonly arrived: Arrived;
  private readonly spans: OpenSpan[] = [];
  private readonly root: OpenSpan | null;
  private known: Origin | null | undefined;

  constructor(recording: Recording | null, arrived: Arrived) {
    this.recording = recording;
    this.arrived = arrived;
    const isRecorded = recording !== null && isSampled(arrived.requestId, recording.ratio);
    this.root = isRecorded ? this.open("server", methodOf(arrived), this.origin?.senderSpanId ?? null) : null;
  }

  get isRecorded(): boolean {
    return this.root !== null;
  }

  get traceId(): string | undefined {
    return this.origin?.passed.traceId;
  }

  /** Headers for a request that this one causes. @param span of that request, if it is recorded. */
  outgoing(span: OpenSpan | null = null): Record<string, string> {
    if (this.origin === null) return {};
    const { passed, state } = this.origin;
    const traceparent = (span ?? this.root)?.traceparent ?? formatTraceparent(passed);
    return state === null ? { traceparent } : { traceparent, tracestate: state };
  }

  /** Begins a call to another service. @returns null unless the request is recorded. */
  begin(name: string, attributes: SpanAttributes): OpenSpan | null {
    const { root, spans } = this;
    if (root === null || spans.length >= SPANS_MAX) return null;
    return this.open("client", name, root.spanId, attributes);
  }

  /** A call over RPC. Its work is given the `traceparent` of its span, if it is recorded. */
  during<Result>(service: string, method: string, work: TracedWork<Result>): Promise<Result> {
    if (this.root === null) return work();
    const rpc = { "rpc.system": "workers_rpc", "rpc.service": service, "rpc.method": method };
    const span = this.begin(`${service}/${method}`, rpc);
    return span === null ? work() : recorded(span, work);
  }

  /** Ends the request's own span, and posts all spans to the collector. Never throws. */
  async export({ status, route }: Responded): Promise<void> {
    const { root, recording, spans, arrived } = this;
    if (root === null || recording === null) return;
    const method = methodOf(arrived);
    root.name = `${method === OTHER_METHOD ? "HTTP" : method} ${route}`;
    root.set({
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
      "http.response.header.x-request-id": [arrived.requestId],
    });
    root.end(status >= FIRST_SERVER_ERROR ? String(status) : undefined);
    await recording.exporter.export(spans.map((span) => span.finish()));
  }

  /** Read and created only when it is needed: most requests are neither recorded nor forwarded. */
  private get origin(): Origin | null {
    if (this.known === undefined) this.known = originOf(this.arrived.headers, this.recording !== null);
    return this.known;
  }

  private open(
    kind: SpanKind,
    name: string,
    parentSpanId: string | null,
    more: SpanAttributes = {},
  ): OpenSpan {
    const traceId = this.traceId ?? newTraceId();
    const attributes = { "latchkey.request_id": this.arrived.requestId, ...more };
    const traceState = this.origin?.state ?? null;
    const span = new OpenSpan({ traceId, parentSpanId, traceState, name, kind, attributes });
    this.spans.push(span);
    return span;
  }
}

interface Origin {
  passed: TraceParent;
  senderSpanId: string | null;
  state: string | null;
}

function originOf(headers: Headers, creates: boolean): Origin | null {
  const sender = parseTraceparent(headers.get("traceparent"));
  if (sender !== null) {
    const state = passedTracestate(headers.get("tracestate"));
    return { passed: sender, senderSpanId: sender.spanId, state };
  }
  if (!creates) return null;
  const passed = { traceId: newTraceId(), spanId: newSpanId(), sampled: false };
  return { passed, senderSpanId: null, state: null };
}

async function recorded<Result>(span: OpenSpan, work: TracedWork<Result>): Promise<Result> {
  try {
    const result = await work(span.traceparent);
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.name : typeof error);
    throw error;
  }
}

/** Names that a client makes up aren't recorded. */
const methodOf = ({ method }: Arrived): string => (METHODS.has(method) ? method : OTHER_METHOD);
