import { parseTraceParent, TraceState } from "@opentelemetry/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatTraceparent,
  isSampled,
  newSpanId,
  newTraceId,
  parseTraceparent,
  passedTracestate,
} from "#core/domain/trace-context.ts";
import { newRequestId } from "#worker/http-headers.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN_ID = "00f067aa0ba902b7";
const hexDigits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length });
const isNotZero = (text: string) => /[^0]/.test(text);

describe("traceparent", () => {
  it("is read as it was written", () => {
    const parent = fc.record({
      traceId: hexDigits(32).filter(isNotZero),
      spanId: hexDigits(16).filter(isNotZero),
      sampled: fc.boolean(),
    });
    fc.assert(
      fc.property(parent, (written) => {
        expect(parseTraceparent(formatTraceparent(written))).toEqual(written);
      }),
    );
  });

  it("is read as OpenTelemetry's own parser reads it, whatever is sent", () => {
    const odd = fc.constantFrom("", "0", "00", "01", "ff", "FF", "0g", "000");
    const part = (length: number) =>
      fc.oneof(hexDigits(length), hexDigits(length + 1), odd, fc.constant("0".repeat(length)));
    const header = fc.oneof(
      fc
        .tuple(fc.oneof(odd, hexDigits(2)), part(32), part(16), part(2), fc.constantFrom("", "-", "-x", "x"))
        .map(([version, trace, span, flags, more]) => `${version}-${trace}-${span}-${flags}${more}`),
      fc.constant(`00-${TRACE_ID.toUpperCase()}-${SPAN_ID}-01`),
      fc.string({ maxLength: 80 }).map((text) => text.trim()),
    );
    fc.assert(
      fc.property(header, (text) => {
        const theirs = parseTraceParent(text);
        const expected = theirs && {
          traceId: theirs.traceId,
          spanId: theirs.spanId,
          sampled: (theirs.traceFlags & 1) === 1,
        };
        expect(parseTraceparent(text)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["a sampled request", `00-${TRACE_ID}-${SPAN_ID}-01`, true],
    ["an unsampled one, whose other flags are unknown", `00-${TRACE_ID}-${SPAN_ID}-fe`, false],
    ["a later version with more fields", `cc-${TRACE_ID}-${SPAN_ID}-01-what-the-future-brings`, true],
  ])("takes %s", (_, header, sampled) => {
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE_ID, spanId: SPAN_ID, sampled });
  });

  it.each([
    ["that is missing", null],
    ["with the forbidden version", `ff-${TRACE_ID}-${SPAN_ID}-01`],
    ["of version 00 with more fields", `00-${TRACE_ID}-${SPAN_ID}-01-more`],
    ["in upper case", `00-${TRACE_ID.toUpperCase()}-${SPAN_ID}-01`],
    ["with an all-zero trace id", `00-${"0".repeat(32)}-${SPAN_ID}-01`],
    ["with an all-zero span id", `00-${TRACE_ID}-${"0".repeat(16)}-01`],
    ["that is sent twice", `00-${TRACE_ID}-${SPAN_ID}-01, 00-${TRACE_ID}-${SPAN_ID}-01`],
    ["of endless length", `cc-${TRACE_ID}-${SPAN_ID}-01-${"x".repeat(10_000)}`],
  ])("is refused %s", (_, header) => {
    expect(parseTraceparent(header)).toBeNull();
  });

  it("is created with ids that are valid and differ", () => {
    const created = Array.from({ length: 50 }, () => ({
      traceId: newTraceId(),
      spanId: newSpanId(),
      sampled: true,
    }));
    for (const parent of created) expect(parseTraceparent(formatTraceparent(parent))).toEqual(parent);
    expect(new Set(created.map(({ traceId }) => traceId)).size).toBe(created.length);
  });
});

describe("tracestate", () => {
  it("is passed on only if OpenTelemetry's parser keeps all of it", () => {
    const key = fc.constantFrom("vendor", "t61@system", "a/b*c-d_e", "Upper", "9x", "sp ace", "a@b@c");
    const value = fc.constantFrom("1", "a b", "x/y+z;~", "", "ä", "a=b", "tail ");
    const member = fc.oneof(
      fc.tuple(key, value).map((pair) => pair.join("=")),
      fc.constantFrom("", " ", "novalue"),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(member, { maxLength: 5, selector: (text) => text.split("=")[0] }),
        (members) => {
          const header = members.join(",");
          const kept = new TraceState(header).serialize().split(",").filter(Boolean).length;
          const filled = members.filter((text) => text.trim() !== "").length;
          if (passedTracestate(header) !== null)
            expect([kept, header]).toEqual([filled, passedTracestate(header)]);
          else expect(kept < filled || filled === 0).toBe(true);
        },
      ),
    );
  });

  it("is passed on up to 512 characters and 32 members", () => {
    const longest = `a=${"x".repeat(250)},b=${"x".repeat(257 - 4)}xxx`;
    expect(passedTracestate(longest)).toBe(longest);
    expect(passedTracestate(`${longest},c=${"x".repeat(10)}`)).toBeNull();
    expect(passedTracestate(Array.from({ length: 32 }, (_, i) => `k${i}=v`).join(","))).not.toBeNull();
    expect(passedTracestate(Array.from({ length: 33 }, (_, i) => `k${i}=v`).join(","))).toBeNull();
    expect([passedTracestate(null), passedTracestate("")]).toEqual([null, null]);
  });
});

describe("sampling", () => {
  it("records the given share of requests, and the same ones in every part of the service", () => {
    const ids = Array.from({ length: 20_000 }, newRequestId);
    const shareOf = (ratio: number) => ids.filter((id) => isSampled(id, ratio)).length / ids.length;
    expect([shareOf(0), shareOf(1)]).toEqual([0, 1]);
    expect(shareOf(0.1)).toBeGreaterThan(0.08);
    expect(shareOf(0.1)).toBeLessThan(0.12);
    for (const id of ids) if (isSampled(id, 0.01)) expect(isSampled(id, 0.02)).toBe(true);
  });
});
