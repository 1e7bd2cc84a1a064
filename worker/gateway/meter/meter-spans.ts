import { z } from "zod";
import { parseTraceparent } from "#core/domain/trace-context.ts";
import { tracingEnv } from "#worker/env-schema.ts";
import { OpenSpan } from "#worker/open-span.ts";
import { SpanExporter } from "#worker/span-exporter.ts";

const meterTracing = z.object(tracingEnv);

interface MeterCall {
  method: "admit" | "settle";
  traceparent: string | undefined;
  requestId: string | undefined;
}

/**
 * Shared by this isolate's objects; undefined until the first call that is recorded. The gateway reports a wrong
 * configuration.
 */
let exporter: SpanExporter | null | undefined;

function exporterOf(env: object): SpanExporter | null {
  if (exporter !== undefined) return exporter;
  const parsed = meterTracing.safeParse(env);
  const { OTLP_TRACES_URL: url, OTLP_TRACES_HEADERS: headers = {} } = parsed.data ?? {};
  exporter = url === undefined ? null : new SpanExporter("meter", { url, headers });
  return exporter;
}

/** The spans of an account's object. It doesn't decide which requests are recorded: the gateway does. */
export class MeterSpans {
  private readonly env: object;
  private readonly ctx: Pick<DurableObjectState, "waitUntil">;

  constructor(ctx: Pick<DurableObjectState, "waitUntil">, env: object) {
    this.ctx = ctx;
    this.env = env;
  }

  begin({ method, traceparent, requestId }: MeterCall): OpenSpan | null {
    if (traceparent === undefined) return null;
    const parent = parseTraceparent(traceparent);
    if (parent === null) return null;
    const rpc = { "rpc.system": "workers_rpc", "rpc.service": "Meter", "rpc.method": method };
    return new OpenSpan({
      traceId: parent.traceId,
      parentSpanId: parent.spanId,
      traceState: null,
      name: `Meter/${method}`,
      kind: "server",
      attributes: { ...rpc, "latchkey.request_id": requestId },
    });
  }

  /** Ends the span of a call, and posts it to the collector after the response. */
  end(span: OpenSpan | null): void {
    if (span === null) return;
    span.end();
    const collector = exporterOf(this.env);
    if (collector !== null) this.ctx.waitUntil(collector.export([span.finish()]));
  }
}
