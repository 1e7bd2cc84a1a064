import definitions from "@opentelemetry/otlp-transformer/build/src/generated/root.js";
import { expect } from "vitest";
import { z } from "zod";

/** An export as OpenTelemetry's library for JavaScript defines it. */
const { ExportTraceServiceRequest } = definitions.opentelemetry.proto.collector.trace.v1;

const ID_FIELDS = new Set(["traceId", "spanId", "parentSpanId"]);
const fromHex = (text: string) => Buffer.from(text, "hex").toString("base64");
const toHex = (text: string) => Buffer.from(text, "base64").toString("hex");

const anyValue = z.strictObject({
  stringValue: z.string().optional(),
  intValue: z.string().optional(),
  arrayValue: z.strictObject({ values: z.array(z.strictObject({ stringValue: z.string() })) }).optional(),
});
const attributes = z
  .array(z.strictObject({ key: z.string().min(1), value: anyValue }))
  .default([])
  .transform((list) =>
    Object.fromEntries(
      list.map(({ key, value: { stringValue, intValue, arrayValue } }) => [
        key,
        stringValue ?? arrayValue?.values.map((item) => item.stringValue) ?? Number(intValue),
      ]),
    ),
  );
const id = z.string().transform(toHex);
const span = z.strictObject({
  traceId: id.pipe(z.string().length(32)),
  spanId: id.pipe(z.string().length(16)),
  parentSpanId: id.pipe(z.string().length(16)).optional(),
  traceState: z.string().optional(),
  flags: z.int(),
  name: z.string().min(1),
  kind: z.int(),
  startTimeUnixNano: z.string().transform(BigInt),
  endTimeUnixNano: z.string().transform(BigInt),
  attributes,
  status: z.strictObject({ code: z.int() }).optional(),
});
const exported = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(span) }),
      ),
    }),
  ),
});

export type ReadSpan = z.infer<typeof span> & { service: unknown };

/**
 * Reads the JSON of an export with OpenTelemetry's own library. Fails for a field that its definition doesn't have, and
 * for a value that its binary form can't carry.
 */
export function readExport(body: string): ReadSpan[] {
  // OTLP has hexadecimal ids in JSON, where Protobuf's JSON has base64: the one difference between the two.
  const sent: object = JSON.parse(body, (key, value) =>
    ID_FIELDS.has(key) && typeof value === "string" ? fromHex(value) : value,
  );
  const bytes = ExportTraceServiceRequest.encode(ExportTraceServiceRequest.fromObject(sent)).finish();
  const read = ExportTraceServiceRequest.toObject(ExportTraceServiceRequest.decode(bytes), {
    longs: String,
    bytes: String,
  });
  expect(read).toEqual(sent);
  return exported
    .parse(read)
    .resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((each) => ({ ...each, service: resource.attributes["service.name"] })),
      ),
    );
}
