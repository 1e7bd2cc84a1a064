import { apiPath } from "#core/domain/gateway/api-path.ts";
import type { Clock, RequestLimit } from "#core/ports.ts";
import type { KeySecrets, KeysContext, MeteringContext, ServiceContext } from "#core/services/context.ts";
import { STRICT_TRANSPORT } from "#worker/http-headers.ts";
import { type RequestTrace, type Tracing, UNTRACED } from "#worker/tracing.ts";
import type { Gateway } from "./gateway-context.ts";
import type { AccountMeter } from "./metering.ts";
import { Watchdog } from "./watchdog.ts";

/** What requests to `/v1` need: the same for all requests of an isolate. */
export interface GatewayScope {
  gateway: Gateway;
  keySecrets: KeySecrets;
  clock: Clock;
  limits: { address: RequestLimit };
  tracing?: Tracing;
  /** For what is not the gateway's own: opened when it is needed. */
  contextOf: (incoming: { request: Request; requestId: string }) => GatewayRequestContext;
}

export type GatewayRequestContext = ServiceContext & KeysContext & MeteringContext;

interface Incoming {
  request: Request;
  requestId: string;
  target: ReturnType<typeof targetOf>;
  execution: Pick<ExecutionContext, "waitUntil">;
}

/** An upstream provider's response is never a page of ours, whatever it calls itself. */
const PLAIN = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "strict-transport-security": STRICT_TRANSPORT,
};
const AFTER_SCHEME = "https://".length;

/** The path below `/v1` (see `apiPath`) and the query; both empty for a path that isn't the API's. */
export function targetOf({ url }: Request): { path: string; query: string } {
  const from = url.indexOf("/", AFTER_SCHEME);
  const query = url.indexOf("?", from);
  const end = query < 0 ? url.length : query;
  const path = from < 0 ? null : apiPath(url.slice(from, end));
  return path === null ? { path: "", query: "" } : { path, query: url.slice(end) };
}

/** A request to `/v1` under way: what was sent, and the headers of its response. */
export class GatewayCall {
  readonly scope: GatewayScope;
  readonly request: Request;
  /** Its headers. */
  readonly sent: Headers;
  readonly requestId: string;
  readonly trace: RequestTrace;
  readonly watchdog = new Watchdog(() => this.watchClient());
  /** When the client disconnected, epoch ms. */
  goneAt: number | null = null;
  written: Promise<unknown> = Promise.resolve();
  /** Of the response, as a plain object until it is made: `Headers` cost more than anything else that is ours. */
  private readonly headers: Record<string, string>;
  readonly target: ReturnType<typeof targetOf>;
  private readonly execution: Incoming["execution"];

  constructor(scope: GatewayScope, { request, requestId, target, execution }: Incoming) {
    this.scope = scope;
    this.request = request;
    this.requestId = requestId;
    const { method, headers } = request;
    this.sent = headers;
    this.trace = (scope.tracing ?? UNTRACED).start({ method, headers, requestId });
    this.execution = execution;
    this.target = target;
    // Anthropic's clients read the second name.
    this.headers = { "x-request-id": requestId, "request-id": requestId, ...PLAIN };
  }

  get gateway(): Gateway {
    return this.scope.gateway;
  }

  header(name: string): string | undefined {
    return this.sent.get(name) ?? undefined;
  }

  /** The context of a use case. */
  context(): GatewayRequestContext {
    return this.scope.contextOf(this);
  }

  meterOf(name: string): AccountMeter {
    return this.gateway.meterOf(name);
  }

  /** Work that goes on after the response, or without its client. */
  waitUntil(work: Promise<unknown>): void {
    this.execution.waitUntil(work);
  }

  write(body: Promise<void>): void {
    this.written = body;
    this.waitUntil(body);
  }

  /** Headers of the response to come; undefined removes one that was set before. */
  setHeaders(headers: Readonly<Record<string, string | undefined>>): void {
    for (const name in headers) {
      const value = headers[name];
      if (value === undefined) delete this.headers[name];
      else this.headers[name] = value;
    }
  }

  respond(body: BodyInit | null, status: number, headers: Readonly<Record<string, string>> = {}): Response {
    this.setHeaders(headers);
    return new Response(body, { status, headers: this.headers });
  }

  json(value: object, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
    this.setHeaders(headers);
    return this.respond(JSON.stringify(value), status, { "content-type": "application/json" });
  }

  /** Whether the client has disconnected. */
  get isClientGone(): boolean {
    if (this.goneAt === null && this.request.signal.aborted) this.leave();
    return this.goneAt !== null;
  }

  /** The client need not be watched before a request has taken a second: the platform stops it 30 s after. */
  private watchClient(): void {
    const { signal } = this.request;
    if (signal.aborted) this.leave();
    else signal.addEventListener("abort", () => this.leave(), { once: true });
  }

  /** A response is awaited a while longer, because its counts come last. */
  private leave(): void {
    this.goneAt ??= Date.now();
    this.watchdog.shorten(this.gateway.upstream.abandonedMs);
  }
}
