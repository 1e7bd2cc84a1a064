import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BlockedRequest, fetchOrNameBlocker } from "#app/lib/blocked-request.ts";

const ADDRESS = "/api/keys";
const FAILED = new TypeError("Failed to fetch");

let sent: string[];
/** Whether each address responds, and with which status. */
let responses: Record<string, number | null>;

beforeEach(() => {
  sent = [];
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("window", { location: { host: "latchkey.example" } });
  vi.stubGlobal("fetch", async (input: string, { method = "GET", signal }: RequestInit = {}) => {
    const request = `${method} ${input}`;
    sent.push(request);
    signal?.throwIfAborted();
    const status = responses[request];
    if (!status) throw FAILED;
    return new Response(null, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const post = () => fetchOrNameBlocker(ADDRESS, { method: "POST", body: "{}" });

test("a request whose address fails twice while the server responds was blocked", async () => {
  responses = { "GET /api/health": 200 };
  await expect(post()).rejects.toThrow(BlockedRequest);
  await expect(post()).rejects.toThrow(
    "Your browser or an extension blocked this request. Allow requests to latchkey.example, then try again.",
  );
});

test.each([
  ["the server is away", {}],
  ["the server is failing", { "GET /api/health": 503 }],
  ["only this one request failed", { "GET /api/health": 200, [`HEAD ${ADDRESS}`]: 401 }],
])("an error stays as it is when %s", async (_when, known) => {
  responses = known;
  await expect(post()).rejects.toBe(FAILED);
});

test("nothing is checked offline, nor for a canceled request or a response", async () => {
  responses = { "GET /api/health": 200 };
  vi.stubGlobal("navigator", { onLine: false });
  await expect(post()).rejects.toBe(FAILED);
  vi.stubGlobal("navigator", { onLine: true });
  responses = { [`POST ${ADDRESS}`]: 500 };
  expect((await post()).status).toBe(500);
  const canceled = fetchOrNameBlocker(ADDRESS, { signal: AbortSignal.abort() });
  await expect(canceled).rejects.toMatchObject({ name: "AbortError" });
  expect(sent).toEqual([`POST ${ADDRESS}`, `POST ${ADDRESS}`, `GET ${ADDRESS}`]);
});
