import type { FinishedSpan, SpanAttributes, SpanKind } from "#core/domain/otlp-traces.ts";
import { formatTraceparent, newSpanId } from "#core/domain/trace-context.ts";

interface SpanStart {
  traceId: string;
  parentSpanId: string | null;
  traceState: string | null;
  name: string;
  kind: SpanKind;
  attributes: SpanAttributes;
}

export class OpenSpan {
  readonly spanId = newSpanId();
  name: string;
  private readonly start: SpanStart;
  private readonly startedAt = Date.now();
  private endedAt: number | null = null;
  private attributes: SpanAttributes;
  private failed = false;

  constructor(start: SpanStart) {
    this.start = start;
    this.name = start.name;
    this.attributes = start.attributes;
  }

  get traceparent(): string {
    return formatTraceparent({ traceId: this.start.traceId, spanId: this.spanId, sampled: true });
  }

  set(attributes: SpanAttributes): void {
    this.attributes = { ...this.attributes, ...attributes };
  }

  /** Only the first call counts. @param failure its kind: a code, a status or an error's name. */
  end(failure?: string): void {
    if (this.endedAt !== null) return;
    this.endedAt = Date.now();
    if (failure === undefined) return;
    this.failed = true;
    this.set({ "error.type": failure });
  }

  finish(): FinishedSpan {
    this.end("unfinished");
    const { spanId, name, startedAt, attributes, failed } = this;
    return { ...this.start, spanId, name, startedAt, endedAt: this.endedAt ?? startedAt, attributes, failed };
  }
}
