/** Numbers are whole. An attribute without a value is left out. */
export type SpanAttributes = Readonly<Record<string, AttributeValue | undefined>>;
type AttributeValue = string | number | readonly string[];

const KINDS = { server: 2, client: 3 } as const;
export type SpanKind = keyof typeof KINDS;

/** Times are epoch ms. */
export interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  traceState: string | null;
  name: string;
  kind: SpanKind;
  startedAt: number;
  endedAt: number;
  attributes: SpanAttributes;
  failed: boolean;
}

const STATUS_ERROR = 2;
const SAMPLED = 1;

/**
 * The JSON of an OTLP export request (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding): ids are
 * hexadecimal, and numbers of 64 bits are texts.
 */
export const otlpTraces = (resource: SpanAttributes, spans: readonly FinishedSpan[]): object => ({
  resourceSpans: [
    {
      resource: { attributes: keyValues(resource) },
      scopeSpans: [{ scope: { name: "latchkey" }, spans: spans.map(otlpSpan) }],
    },
  ],
});

const otlpSpan = (span: FinishedSpan): object => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId !== null && { parentSpanId: span.parentSpanId }),
  ...(span.traceState !== null && { traceState: span.traceState }),
  flags: SAMPLED,
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: keyValues(span.attributes),
  ...(span.failed && { status: { code: STATUS_ERROR } }),
});

/** As text: nanoseconds exceed what a number holds exactly. */
const nanoseconds = (epochMs: number): string => `${Math.max(0, Math.trunc(epochMs))}000000`;

const keyValues = (attributes: SpanAttributes): object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  );

function anyValue(value: AttributeValue): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "number") return { intValue: String(Math.trunc(value)) };
  return { arrayValue: { values: value.map(anyValue) } };
}
