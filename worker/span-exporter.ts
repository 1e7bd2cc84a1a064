import { type FinishedSpan, otlpTraces, type SpanAttributes } from "#core/domain/otlp-traces.ts";
import { BUILD } from "./build-info.ts";
import { LimitedLog } from "./limited-log.ts";
import type { RequestWorker } from "./log.ts";

const TIMEOUT_MS = 5_000;
/** Exports under way at once. While a collector hangs, further spans are dropped. */
const EXPORTS_MAX = 16;

export interface Collector {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Posts spans to an OpenTelemetry collector by OTLP over HTTP, in JSON. Never throws, and never tries again. */
export class SpanExporter {
  private readonly collector: Collector;
  private readonly resource: SpanAttributes;
  private readonly failures: LimitedLog;
  private exports = 0;

  constructor(service: RequestWorker | "meter", collector: Collector) {
    this.collector = collector;
    this.resource = {
      "service.namespace": "latchkey",
      "service.name": `latchkey-${service}`,
      "service.version": BUILD.version,
    };
    const worker = service === "meter" ? "gateway" : service;
    this.failures = new LimitedLog({ event: "traces_not_exported", level: "warn", worker });
  }

  /** Resolves once the collector has the spans, or doesn't take them. Failures are logged once a minute at most. */
  async export(spans: readonly FinishedSpan[]): Promise<void> {
    if (this.exports >= EXPORTS_MAX) return this.report(spans, "too many exports under way");
    this.exports += 1;
    try {
      const status = await this.post(JSON.stringify(otlpTraces(this.resource, spans)));
      if (status !== null) this.report(spans, `status ${status}`);
    } catch (error) {
      this.report(spans, error instanceof Error ? error.name : typeof error);
    } finally {
      this.exports -= 1;
    }
  }

  private async post(body: string): Promise<number | null> {
    const { url, headers: own } = this.collector;
    const headers = { "content-type": "application/json", ...own };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // A redirect could lead to a host that the operator didn't name.
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    await response.body?.cancel();
    return response.ok ? null : response.status;
  }

  private report([first]: readonly FinishedSpan[], cause: string): void {
    this.failures.report(this.collector.url, { trace_id: first?.traceId, cause });
  }
}
