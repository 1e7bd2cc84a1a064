import { describe, expect, it, vi } from "vitest";
import {
  countOf,
  logAddress,
  modelChoices,
  STATUS_CHOICES,
  shownText,
  totalsCaption,
  totalsOf,
  windowBefore,
  withChosen,
} from "#app/features/usage-log/log-view.ts";
import { formatBytes, formatFullMoment } from "#app/lib/format.ts";
import { requestIdOf } from "#app/lib/request-id.ts";
import { CSV_FILE, counting, openFile } from "#app/lib/save-stream.ts";
import type { UsageFilter } from "#app/lib/usage-params.ts";
import type { BreakdownResponse } from "#core/contract/analytics.ts";

const endpoint = (name: string, requests: number, errors: number, cost: number) => ({
  endpoint: name,
  requests,
  errors,
  avg_response_time: 100,
  cost,
});
const RESPONSE: BreakdownResponse = {
  range: "7d",
  from: "2026-11-13T13:32:00.000Z",
  to: "2026-11-20T13:32:00.000Z",
  keys: [],
  endpoints: [endpoint("/v1/chat", 1_500, 20, 0.1), endpoint("/v1/models", 1, 1, 0.2)],
  models: [
    { ...endpoint("", 900, 3, 0.25), model: "demo-large", tokens_in: 0, tokens_cached: 0, tokens_out: 0 },
    { ...endpoint("", 600, 18, 0.04), model: "demo-small", tokens_in: 0, tokens_cached: 0, tokens_out: 0 },
    { ...endpoint("", 1, 0, 0.01), model: null, tokens_in: 0, tokens_cached: 0, tokens_out: 0 },
  ],
  exact_from: null,
};

describe("the status in the address", () => {
  it.each(["success", "error", "429", "200"])("may be %s", (status) =>
    expect(logAddress.read(new URLSearchParams({ status })).status).toBe(status),
  );
  it.each(["", "600", "42", "4291", "errors", "toString"])("is all for “%s”", (status) =>
    expect(logAddress.read(new URLSearchParams({ status })).status).toBeNull(),
  );
});

describe("the filter in the address", () => {
  it("may have an endpoint and a model together", () => {
    const search = new URLSearchParams({ key: "key_1", endpoint: "/v1/responses", model: "demo-large" });
    expect(logAddress.read(search)).toMatchObject({
      keyId: "key_1",
      endpoint: "/v1/responses",
      model: "demo-large",
    });
  });

  it.each([
    ["a+b", "a b"],
    ["+b++a+b", "b a"],
    ["", null],
    ["+", null],
    ["1+2+3+4+5+6+7+8+9+10+11", "1 2 3 4 5 6 7 8 9 10"],
  ])("has the models of model=%s, each once and no more than the API takes", (text, model) =>
    expect(logAddress.read(new URLSearchParams(`model=${text}`)).model).toBe(model),
  );

  it("offers the models of the window, the most used first", () => {
    const names = (chosen: string[]) => modelChoices(RESPONSE, chosen).map(({ model }) => model);
    expect(names(["demo-small"])).toEqual(["demo-large", "demo-small"]);
    expect(names(["gone", "demo-large"])).toEqual(["demo-large", "demo-small", "gone"]);
    expect(modelChoices(undefined, [])).toEqual([]);
  });
});

it.each([
  ["  req_1\n", "req_1"],
  ['"req_1"', "req_1"],
  ["\u00a0req_1\u2003", "req_1"],
  ["   ", ""],
  ["x".repeat(400), "x".repeat(128)],
])("searches for the ID in the pasted text %j", (text, id) => expect(requestIdOf(text)).toBe(id));

describe("the totals of the log", () => {
  const totals = (filter: UsageFilter) => totalsOf(RESPONSE, filter) ?? { requests: -1, errors: 0, cost: 0 };
  const all = totals({});

  it("are those of a model, but unknown for an endpoint and a model together", () => {
    expect(totalsOf(RESPONSE, { model: "demo-small" })).toEqual({ requests: 600, errors: 18, cost: 0.04 });
    const ofBoth = { requests: 1_500, errors: 21, cost: expect.closeTo(0.29, 6) };
    expect(totalsOf(RESPONSE, { model: "demo-small demo-large" })).toEqual(ofBoth);
    expect(totalsOf({ ...RESPONSE, models: null }, { model: "demo-small" })).toBeNull();
    expect(totalsOf(RESPONSE, { model: "demo-small", endpoint: "/v1/models" })).toBeNull();
    expect(totalsCaption(null, undefined, RESPONSE)).toBe("Matching requests in the last 7 days");
  });

  it("name refused requests, which aren't counted as requests", () => {
    expect(totalsCaption(all, undefined, RESPONSE, 212)).toBe(
      "requests in the last 7 days · 21 errors · 212 refused · $0.30",
    );
    expect(totalsCaption(all, undefined, RESPONSE, 0)).toBe(
      "requests in the last 7 days · 21 errors · $0.30",
    );
    expect(totalsCaption(all, undefined, RESPONSE, "unknown")).toContain("refused requests unavailable");
  });

  it("are those of the window, or of one endpoint", () => {
    expect(all).toEqual({ requests: 1_501, errors: 21, cost: 0.3 });
    expect(totalsOf(RESPONSE, { endpoint: "/v1/models" })).toEqual({ requests: 1, errors: 1, cost: 0.2 });
    expect(totalsOf(RESPONSE, { endpoint: "/v1/nothing" })).toEqual({ requests: 0, errors: 0, cost: 0 });
  });

  it("count what a status group leaves, but no single code: only the log knows that", () => {
    expect([undefined, "success", "error", "429"].map((status) => countOf(all, status))).toEqual([
      1_501,
      1_480,
      21,
      null,
    ]);
  });

  it("are described in words", () => {
    const { from, to } = RESPONSE;
    const one = totals({ endpoint: "/v1/models" });
    expect(totalsCaption(all, undefined, { range: "7d", from, to })).toBe(
      "requests in the last 7 days · 21 errors · $0.30",
    );
    expect(totalsCaption(one, undefined, { range: "24h", from, to })).toBe(
      "request in the last 24 hours · 1 error · $0.20",
    );
    expect(totalsCaption(all, "success", { range: "7d", from, to })).toBe(
      "successful requests in the last 7 days",
    );
    expect(totalsCaption(one, "error", { range: "7d", from, to })).toBe("failed request in the last 7 days");
    expect(totalsCaption(all, "429", { range: "7d", from, to })).toBe(
      "Requests with status 429 in the last 7 days",
    );
  });
});

describe("the foot of the log", () => {
  it.each([
    [25, { total: 1_501, complete: false }, "Showing 25 of 1,501 requests, newest first"],
    [25, { total: null, complete: false }, "Showing 25 requests, newest first"],
    [25, { total: 20, complete: false }, "Showing 25 requests, newest first"],
    [1_501, { total: 1_501, complete: true }, "Showing all 1,501 requests, newest first"],
    [1, { total: null, complete: true }, "Showing 1 request, newest first"],
  ])("with %d of %j", (count, listed, text) => expect(shownText(count, listed)).toBe(text));
});

it("without the server's time the window ends now and is as long as its range", () => {
  expect(windowBefore(Date.UTC(2026, 10, 20, 12), { range: "24h" }, "UTC")).toEqual({
    from: "2026-11-19T12:00:00.000Z",
    to: "2026-11-20T12:00:00.000Z",
  });
});

it("an old link's value is among the choices", () => {
  expect(withChosen(STATUS_CHOICES, undefined)).toBe(STATUS_CHOICES);
  expect(withChosen(STATUS_CHOICES, "429")).toBe(STATUS_CHOICES);
  expect(withChosen(STATUS_CHOICES, "418").at(-1)).toEqual({ value: "418", label: "418" });
});

it("a download passes every byte on and counts it", async () => {
  const parts = ["time,", "endpoint\n", "é"].map((text) => new TextEncoder().encode(text));
  const seen: number[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const out = body.pipeThrough(counting((bytes) => seen.push(bytes)));
  expect(await new Response(out).text()).toBe("time,endpoint\né");
  expect(seen).toEqual([5, 14, 16]);
});

it("a download that disconnects is an error, not a file that looks complete", async () => {
  const cut = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(4)),
    pull: (controller) => controller.error(new Error("cut off")),
  });
  const file = await openFile("requests.csv", CSV_FILE);
  const saved = vi.fn();
  vi.stubGlobal("document", { createElement: () => ({ click: saved }) });
  await expect(cut.pipeTo(file ?? new WritableStream())).rejects.toThrow("cut off");
  expect(saved).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it("a canceled download leaves neither a file nor the empty one that the browser created", async () => {
  for (const [size, removals] of [
    [0, 1],
    [9, 0],
  ] as const) {
    const [aborted, closed, remove] = [vi.fn(), vi.fn(), vi.fn()];
    const createWritable = async () => new WritableStream({ abort: aborted, close: closed });
    const chosen = { createWritable, remove, getFile: async () => ({ size }) };
    vi.stubGlobal("showSaveFilePicker", async () => chosen);
    const file = (await openFile("requests.csv", CSV_FILE)) ?? new WritableStream();
    const cancel = new AbortController();
    const unended = new ReadableStream<Uint8Array>({
      start: (to) => to.enqueue(new Uint8Array(4)),
      // Wanted once the first chunk is written.
      pull: () => cancel.abort(),
    });
    const flow = unended.pipeTo(file, { signal: cancel.signal });
    await expect(flow).rejects.toThrow("aborted");
    expect([aborted, closed, remove].map(({ mock }) => mock.calls.length)).toEqual([1, 0, removals]);
  }
  vi.unstubAllGlobals();
});

it.each([
  [1, "1 kB"],
  [999_999, "1000 kB"],
  [1_000_000, "1.0 MB"],
  [64_250_000, "64.3 MB"],
  [1_234_000_000, "1.2 GB"],
])("%d bytes are shown as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it("a receipt's time has its year and its seconds, in the reader's zone", () => {
  expect(formatFullMoment("2026-11-20T18:20:07.000Z", "Asia/Kathmandu")).toBe("Nov 21, 2026, 00:05:07");
});
