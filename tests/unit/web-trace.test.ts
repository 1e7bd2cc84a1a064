import { expect, test, vi } from "vitest";
import type { WebEnv } from "#worker/web/env.ts";

const ID = "0d3b6a52-7a9e-4a55-9a0c-2f5d3f0c9a11";
const TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
const request = new Request("http://latchkey.test/api/keys", { headers: { traceparent: TRACEPARENT } });

/** A new isolate, which reads its configuration once. */
async function isolate(env: object) {
  vi.resetModules();
  const { startTrace, tracedResponse } = await import("#worker/web/web-trace.ts");
  const start = () => startTrace(env as WebEnv, request, ID);
  return { start, tracedResponse };
}

test("a wrong configuration is logged once by its name, and requests pass untraced", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const { start, tracedResponse } = await isolate({
    OTLP_TRACES_URL: "https://otel.test/v1/traces",
    TRACE_SAMPLE_RATIO: "s3cret",
  });
  const [trace] = [start(), start()];
  expect([trace.isRecorded, trace.outgoing()]).toEqual([false, { traceparent: TRACEPARENT }]);
  const response = new Response("[]");
  expect(tracedResponse(response, { trace, route: "/api", ctx: { waitUntil: () => {} } })).toBe(response);
  const lines = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
  expect(lines).toEqual([expect.stringContaining("TRACE_SAMPLE_RATIO must be a number from 0 to 1")]);
  expect(lines.join()).toContain("tracing_misconfigured");
  expect(lines.join()).not.toContain("s3cret");
  vi.mocked(console.error).mockClear();
});

test("nothing is recorded without a collector, and every request at a ratio of 1 with one", async () => {
  const off = await isolate({ OTLP_TRACES_URL: "", TRACE_SAMPLE_RATIO: "1" });
  expect(off.start().isRecorded).toBe(false);
  const on = await isolate({ OTLP_TRACES_URL: "https://otel.test/v1/traces", TRACE_SAMPLE_RATIO: "1" });
  const [traced, caller] = [on.start(), TRACEPARENT.slice(0, 35)];
  expect(traced.isRecorded).toBe(true);
  expect(traced.outgoing().traceparent).toMatch(new RegExp(`^${caller}-[0-9a-f]{16}-01$`));
});
