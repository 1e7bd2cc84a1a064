import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FinishedSpan, otlpTraces } from "#core/domain/otlp-traces.ts";
import { readExport } from "#tests/support/otlp-reader.ts";
import { SpanExporter } from "#worker/span-exporter.ts";
import { Tracing, UNTRACED } from "#worker/tracing.ts";

const CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const arrived = (headers: Record<string, string> = {}, method = "POST") => ({
  method,
  headers: new Headers(headers),
  requestId: crypto.randomUUID(),
});

/** Traces at this ratio, and the spans that are exported. */
function traced(ratio: number) {
  const exported: FinishedSpan[] = [];
  const exporter = {
    export: async (spans: readonly FinishedSpan[]) => void exported.push(...spans),
  };
  return { tracing: new Tracing({ ratio, exporter }), exported };
}

describe("a request that isn't recorded", () => {
  it("passes the caller's traceparent and tracestate on, and nothing while tracing is off", () => {
    const sent = { traceparent: CALLER, tracestate: "vendor=1" };
    for (const tracing of [UNTRACED, traced(0).tracing])
      expect(tracing.start(arrived(sent)).outgoing()).toEqual(sent);
    expect(UNTRACED.start(arrived()).outgoing()).toEqual({});
    expect(UNTRACED.start(arrived({ tracestate: "vendor=1" })).outgoing()).toEqual({});
  });

  it("begins one trace with an unset flag while tracing is on", () => {
    const trace = traced(0).tracing.start(arrived({ traceparent: "malformed", tracestate: "vendor=1" }));
    const { traceparent = "", ...others } = trace.outgoing();
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect([others, trace.outgoing().traceparent]).toEqual([{}, traceparent]);
    expect(traceparent).toContain(trace.traceId);
  });

  it("runs its calls without a span, and exports nothing", async () => {
    const { tracing, exported } = traced(0);
    const trace = tracing.start(arrived({ traceparent: CALLER }));
    expect(await trace.during("Meter", "admit", async (traceparent) => [traceparent])).toEqual([undefined]);
    expect([trace.isRecorded, trace.begin("POST", {})]).toEqual([false, null]);
    await trace.export({ status: 200, route: "/v1" });
    expect(exported).toEqual([]);
  });
});

describe("a request that is recorded", () => {
  it("keeps the failure of a call, and throws it on", async () => {
    const { tracing, exported } = traced(1);
    const trace = tracing.start(arrived());
    const failing = trace.during("Meter", "admit", () => Promise.reject(new TypeError("secret words")));
    await expect(failing).rejects.toThrow("secret words");
    await trace.export({ status: 503, route: "/v1/models" });
    expect(exported.map(({ name, failed, attributes }) => [name, failed, attributes["error.type"]])).toEqual([
      ["POST /v1/models", true, "503"],
      ["Meter/admit", true, "TypeError"],
    ]);
    expect(JSON.stringify(exported)).not.toContain("secret words");
  });

  it("has at most 64 spans, names no made-up method, and ends what is still under way", async () => {
    const { tracing, exported } = traced(1);
    const trace = tracing.start(arrived({}, "S3CRET"));
    const spans = Array.from({ length: 100 }, () => trace.begin("POST", {}));
    expect(spans.filter((span) => span !== null)).toHaveLength(63);
    await trace.export({ status: 404, route: "/api/*" });
    expect(exported).toHaveLength(64);
    expect(exported[0]).toMatchObject({ name: "HTTP /api/*", failed: false });
    expect(exported.slice(1).every(({ attributes }) => attributes["error.type"] === "unfinished")).toBe(true);
    expect(JSON.stringify(exported)).not.toContain("S3CRET");
  });
});

it("every span is read back from an export as it was", () => {
  const id = (length: number) =>
    fc
      .string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length })
      .filter((text) => /[^0]/.test(text));
  const at = fc.integer({ min: 1, max: 4_000_000_000_000 });
  const attribute = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.integer({ min: 0 }),
    fc.array(fc.string(), { minLength: 1 }),
  );
  const key = fc.stringMatching(/^[a-z._]{1,20}$/).filter((name) => name !== "__proto__");
  const span: fc.Arbitrary<FinishedSpan> = fc.record({
    traceId: id(32),
    spanId: id(16),
    parentSpanId: fc.option(id(16)),
    traceState: fc.option(fc.constant("vendor=1")),
    name: fc.string({ minLength: 1 }),
    kind: fc.constantFrom("server", "client"),
    startedAt: at,
    endedAt: at,
    attributes: fc.dictionary(key, attribute, { minKeys: 1 }),
    failed: fc.boolean(),
  });
  const read = (spans: FinishedSpan[]) =>
    readExport(JSON.stringify(otlpTraces({ "service.name": "s" }, spans)));
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 5 }), (spans) => {
      const expected = spans.map((each) => ({
        traceId: each.traceId,
        spanId: each.spanId,
        parentSpanId: each.parentSpanId ?? undefined,
        traceState: each.traceState ?? undefined,
        flags: 1,
        name: each.name,
        service: "s",
        kind: each.kind === "server" ? 2 : 3,
        startTimeUnixNano: BigInt(each.startedAt) * 1_000_000n,
        endTimeUnixNano: BigInt(each.endedAt) * 1_000_000n,
        attributes: each.attributes,
        status: each.failed ? { code: 2 } : undefined,
      }));
      expect(read(spans)).toEqual(expected);
    }),
  );
});

describe("the exporter", () => {
  const spans: FinishedSpan[] = [
    {
      traceId: "a".repeat(32),
      spanId: "b".repeat(16),
      parentSpanId: null,
      traceState: null,
      name: "POST",
      kind: "client",
      startedAt: 1,
      endedAt: 2,
      attributes: {},
      failed: false,
    },
  ];
  const exporter = () =>
    new SpanExporter("api", { url: "https://otel.test/v1/traces", headers: { "x-token": "s3cret" } });
  const logged = () => vi.mocked(console.warn).mock.calls.map(([line]) => JSON.parse(String(line)));

  beforeEach(() => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.mocked(console.warn).mockRestore();
  });

  it("drops spans while a collector hangs, and takes up work once its requests have ended", async () => {
    const waiting: (() => void)[] = [];
    const fetched = vi.fn(
      () => new Promise<Response>((resolve) => waiting.push(() => resolve(new Response("{}")))),
    );
    vi.stubGlobal("fetch", fetched);
    const own = exporter();
    const sent = Array.from({ length: 40 }, () => own.export(spans));
    expect(fetched).toHaveBeenCalledTimes(16);
    for (const respond of waiting) respond();
    await Promise.all(sent);
    const next = own.export(spans);
    expect(fetched).toHaveBeenCalledTimes(17);
    waiting.at(-1)?.();
    await next;
    expect(logged()[0]).toMatchObject({ event: "traces_not_exported", cause: "too many exports under way" });
  });

  it.each([
    ["returns an error", async () => new Response("s3cret", { status: 503 }), "status 503"],
    [
      "redirects",
      async () => new Response(null, { status: 302, headers: { location: "https://x.test" } }),
      "status 302",
    ],
    ["can't be reached", () => Promise.reject(new TypeError("s3cret")), "TypeError"],
  ])("logs once that a collector %s, and never throws", async (_, fetched, cause) => {
    vi.stubGlobal("fetch", fetched);
    const own = exporter();
    for (let count = 0; count < 3; count += 1) await own.export(spans);
    expect(logged()).toEqual([
      expect.objectContaining({ worker: "api", cause, trace_id: "a".repeat(32), reports: 1 }),
    ]);
    expect(JSON.stringify(logged())).not.toContain("s3cret");
  });

  it("gives a collector five seconds", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    const fetched = vi.fn(async () => new Response("{}"));
    vi.stubGlobal("fetch", fetched);
    await exporter().export(spans);
    expect(timeout).toHaveBeenCalledWith(5_000);
    expect(fetched).toHaveBeenCalledWith(
      "https://otel.test/v1/traces",
      expect.objectContaining({ signal: timeout.mock.results[0]?.value, redirect: "manual" }),
    );
    timeout.mockRestore();
    expect(logged()).toEqual([]);
  });
});
