import { afterAll, beforeAll, describe, expect, type MockInstance, test, vi } from "vitest";
import {
  APIS,
  at,
  eventsIn,
  STREAMING,
  startTestUpstream,
  type TestUpstream,
  textIn,
} from "./local-upstream-support.ts";

let upstream: TestUpstream;
let info: MockInstance;
beforeAll(async () => {
  info = vi.spyOn(console, "info");
  upstream = await startTestUpstream();
});
afterAll(async () => {
  await upstream.stop();
  // A connection that breaks as requested is no news.
  expect(info.mock.calls).toEqual([]);
  info.mockRestore();
});

const INTERNAL = /org-\w+.*10\.20\.30\.40/;
const USAGES = APIS.filter(({ name }) => name !== "moderations");

/** The text that a stream delivers before its connection breaks. */
async function beforeBreak(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const reader = response.body?.getReader();
  await expect(async () => {
    for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read())
      text += decoder.decode(chunk.value, { stream: true });
  }).rejects.toThrow("terminated");
  return text;
}

/** True if a promise is still pending after the provider has served another request. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const other = upstream.json("/moderations", { input: "Hello" }).then(() => "other");
  return (await Promise.race([promise, other])) === "other";
}

const timeOf = async (work: () => Promise<unknown>) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

describe.each(APIS)("$name, sent whole", ({ path, body }) => {
  test("fails with any status, in the form of its API, and mentions internals", async () => {
    const response = await upstream.post(path, body("/fail 503"));
    expect(response.status).toBe(503);
    const error = at(await response.json(), "error");
    expect(error).toMatchObject({ type: path.startsWith("/messages") ? "api_error" : "server_error" });
    expect(at(error, "message")).toMatch(INTERNAL);
  });

  test("breaks the connection before and in the middle of the body", async () => {
    expect(await beforeBreak(await upstream.post(path, body("/cut 0")))).toBe("");
    expect(await beforeBreak(await upstream.post(path, body("/cut")))).toMatch(/^\{"/);
  });

  test("sends no byte until the client gives up", async () => {
    const patience = new AbortController();
    const response = upstream.post(path, body("/hang"), patience.signal).catch(({ name }) => name);
    expect(await isPending(response)).toBe(true);
    patience.abort();
    expect(await response).toBe("AbortError");
  });

  test("stops in the middle of the body", async () => {
    const patience = new AbortController();
    const response = await upstream.post(path, body("/stall 5"), patience.signal);
    const rest = response.text().catch(({ name }) => name);
    expect(await isPending(rest)).toBe(true);
    patience.abort();
    expect(await rest).toBe("AbortError");
  });

  test("sends invalid JSON, a web page, nothing, or an error as a success", async () => {
    const garbage = await upstream.post(path, body("/garbage"));
    expect([garbage.status, garbage.headers.get("content-type")]).toEqual([200, "application/json"]);
    await expect(garbage.json()).rejects.toThrow();
    const page = await upstream.post(path, body("/html"));
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await (await upstream.post(path, body("/empty"))).text()).toBe("");
    expect((await upstream.post(path, body("/empty 204"))).status).toBe(204);
    const error = await upstream.post(path, body("/error"));
    expect([error.status, at(await error.json(), "error.message")]).toEqual([
      200,
      expect.stringMatching(INTERNAL),
    ]);
  });

  test("sends each byte by itself, as slowly as requested", async () => {
    const usual = await (await upstream.post(path, body("/bytes Hello"))).text();
    expect(Object.keys(JSON.parse(usual))).not.toHaveLength(0);
    const cut = upstream.post(path, body("/trickle 2 /cut 20"));
    expect(await timeOf(async () => beforeBreak(await cut))).toBeGreaterThanOrEqual(20);
  });
});

test.each([
  ["missing", undefined],
  ["zero", 0],
  ["negative", expect.toSatisfy((count: number) => count < 0)],
  ["strings", expect.stringMatching(/^\d+$/)],
  ["huge", 1_000_000_000],
  ["777", 777],
])("usage is wrong on request: %s", async (fault, expected) => {
  for (const { path, body } of USAGES) {
    const whole = await upstream.json(path, body(`/usage ${fault}`));
    const counts = path.endsWith("count_tokens") ? whole : at(whole, "usage");
    const input = at(counts, "input_tokens") ?? at(counts, "prompt_tokens");
    expect(input, path).toEqual(expected);
  }
});

describe.each(STREAMING)("$name, streamed", ({ path, body, delta, output }) => {
  const events = (text: string) => upstream.events(path, body(text));
  const open = (text: string, signal?: AbortSignal) =>
    upstream.post(path, { ...body(text), stream: true }, signal);

  test("breaks the connection before any event, after N events, or after some content", async () => {
    expect(await beforeBreak(await open("/cut 0"))).toBe("");
    expect(eventsIn(await beforeBreak(await open("/cut 1")))).toHaveLength(1);
    const sent = eventsIn(await beforeBreak(await open("/cut")));
    expect(textIn(sent, delta)).toBe("This is");
  });

  test("breaks the connection after the only token", async () => {
    const limit = { [path === "/responses" ? "max_output_tokens" : "max_tokens"]: 1 };
    const response = await upstream.post(path, { ...body("/cut"), ...limit, stream: true });
    const sent = eventsIn(await beforeBreak(response));
    expect(textIn(sent, delta)).toBe("This");
    expect(at(sent.at(-1)?.data, output)).toBeUndefined();
  });

  test("sends no byte, or stops in the middle, until the client gives up", async () => {
    const patience = new AbortController();
    const nothing = open("/hang", patience.signal).catch(({ name }) => name);
    const rest = (await open("/stall", patience.signal)).text().catch(({ name }) => name);
    expect(await isPending(Promise.race([nothing, rest]))).toBe(true);
    patience.abort();
    expect(await Promise.all([nothing, rest])).toEqual(["AbortError", "AbortError"]);
  });

  test("inserts invalid JSON between two tokens", async () => {
    const sent = await events("/garbage Hello");
    expect(sent.filter(({ data }) => typeof data === "string" && data !== "[DONE]")).toHaveLength(1);
    expect(textIn(sent, delta)).toMatch(/^This is .*Hello$/);
  });

  test("sends a web page or nothing with status 200", async () => {
    expect((await open("/html")).headers.get("content-type")).toContain("text/html");
    const empty = await open("/empty");
    expect(empty.headers.get("content-type")).toContain("text/event-stream");
    expect([empty.status, await empty.text()]).toEqual([200, ""]);
  });

  test("ends with an error, alone or after some content", async () => {
    const alone = await events("/error 0");
    expect(alone).toHaveLength(1);
    expect(JSON.stringify(alone)).toMatch(INTERNAL);
    const after = await events("/error");
    expect(textIn(after, delta)).toBe("This is");
    expect(JSON.stringify(after.at(-1))).toMatch(INTERNAL);
  });

  test("fails before the stream as a whole response does", async () => {
    const response = await open("/fail 500");
    expect([response.status, response.headers.get("content-type")]).toEqual([500, "application/json"]);
  });

  test("reports wrong usage", async () => {
    const reported = async (fault: string) => {
      const counts = (await events(fault)).map(({ data }) => at(data, output));
      return counts.findLast((count) => count !== undefined);
    };
    expect(await reported("/usage missing")).toBeUndefined();
    expect(await reported("/usage zero")).toBe(0);
    expect(await reported("/usage negative")).toBeLessThan(0);
    expect(await reported("/usage strings")).toMatch(/^\d+$/);
    expect(await reported("/usage huge")).toBe(1_000_000_000);
  });

  test("reports the usage so far in every event", async () => {
    const sent = (await events("/usage every one two")).filter(({ data }) => data !== "[DONE]");
    const counts = sent.map(
      ({ data }) => at(data, "usage.completion_tokens") ?? at(data, "usage.output_tokens"),
    );
    expect(counts.every((count) => typeof count === "number")).toBe(true);
    expect(counts).toEqual(counts.toSorted((a, b) => Number(a) - Number(b)));
    expect(new Set(counts).size).toBeGreaterThan(5);
  });

  test("contains the mark of the end as text", async () => {
    const sent = await events("/done Hello");
    expect(textIn(sent, delta)).toMatch(/^data: \[DONE\]\n\n \[DONE\] This is .*Hello$/);
  });

  test("pauses before the content, and between tokens", async () => {
    expect(await timeOf(() => events("/think 60"))).toBeGreaterThanOrEqual(55);
    expect(await timeOf(() => events("/slow 60"))).toBeGreaterThanOrEqual(55);
    expect(await timeOf(() => events("/trickle 6"))).toBeGreaterThanOrEqual(60);
  });

  test("sends the headers before it pauses", async () => {
    const patience = new AbortController();
    const response = await open("/think 100000", patience.signal);
    const rest = response.text().catch(({ name }) => name);
    expect(await isPending(rest)).toBe(true);
    patience.abort();
    expect(await rest).toBe("AbortError");
  });

  test("sends each byte by itself", async () => {
    expect(textIn(await events("/bytes grün"), delta)).toContain("/bytes grün");
  });

  test("is as long as requested, within the limit", async () => {
    expect(textIn(await events("/long 30"), delta)).toMatch(/^ word1 .* word30$/);
    const whole = JSON.stringify(await upstream.json(path, body("/long 2000")));
    expect([/ word50"/.test(whole), whole.includes("word51")]).toEqual([true, false]);
  });

  test("reports another tier than requested", async () => {
    for (const { data } of await events("/tier flex")) {
      const tier =
        at(data, "service_tier") ??
        at(data, "response.service_tier") ??
        at(data, "message.usage.service_tier");
      expect([undefined, "flex"]).toContain(tier);
    }
    expect(JSON.stringify(await upstream.json(path, body("/tier flex")))).toContain('"service_tier":"flex"');
  });

  test("combines faults", async () => {
    const sent = eventsIn(await beforeBreak(await open("/usage every /usage huge /long 9 /trickle 1 /cut")));
    expect(textIn(sent, delta)).toBe(" word1 word2");
    expect(JSON.stringify(sent.at(-1))).toContain("1000000000");
  });
});

test.each([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [404, "not_found_error"],
  [429, "rate_limit_error"],
  [529, "overloaded_error"],
])("Anthropic's error for %i is %s", async (status, type) => {
  const response = await upstream.post("/messages", STREAMING[3]?.body(`/fail ${status}`) ?? {});
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ type: "error", error: { type } });
});

test("an error of the Responses API says that the response failed, once there is one", async () => {
  const body = { model: "demo-small", input: "/error" };
  const [first, ...rest] = await upstream.events("/responses", body);
  expect(rest.at(-1)).toMatchObject({
    name: "response.failed",
    data: {
      type: "response.failed",
      sequence_number: rest.length,
      response: { id: at(first?.data, "response.id"), status: "failed", error: { code: "server_error" } },
    },
  });
  const alone = await upstream.events("/responses", { ...body, input: "/error 0" });
  expect(alone).toMatchObject([{ name: "error", data: { type: "error", code: "demo", sequence_number: 0 } }]);
});

test("a rate limit names the time to wait", async () => {
  const response = await upstream.post("/responses", { model: "demo-small", input: "/fail 429" });
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "1"]);
});

test("every response names the organization in a header", async () => {
  const chat = await upstream.post("/moderations", { input: "Hello" });
  expect(chat.headers.get("openai-organization")).toMatch(/^org-/);
  const count = await upstream.post("/messages/count_tokens", APIS[4]?.body("Hello") ?? {});
  expect(count.headers.get("anthropic-organization-id")).toMatch(/^org-/);
});
