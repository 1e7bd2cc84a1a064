import { expect, test, vi } from "vitest";
import { errorBody } from "#core/contract/errors.ts";
import { REQUEST_ID_HEADER } from "#worker/http-headers.ts";
import { forward, forwardedTo } from "#worker/web/forward.ts";

const ID = "0d3b6a52-7a9e-4a55-9a0c-2f5d3f0c9a11";

test.each([
  ["/api", "api"],
  ["/api/", "api"],
  ["/api/keys", "api"],
  ["/v1", "gateway"],
  ["/v1/models", "gateway"],
  ["//v1/models", "gateway"],
  ["/V1/models", "gateway"],
  ["/v1/v1/models", "gateway"],
  ["/models", "gateway"],
  ["/chat/completions", "gateway"],
  ["/v1x", null],
  ["/modelsx", null],
  ["/pricing", null],
  ["/apikeys", null],
  ["/API/keys", null],
  ["/api%2Fkeys", null],
  ["//api/keys", null],
  ["/x/api/keys", null],
])("the path %s belongs to the worker %s", (path, expected) => {
  expect(forwardedTo(path, { API: "api", GATEWAY: "gateway" })?.worker ?? null).toBe(expected);
});

test("passes the api worker's response on unchanged, and sends it the request's ID in place of the client's", async () => {
  const headers = { [REQUEST_ID_HEADER]: "chosen-by-the-client", accept: "text/csv" };
  const request = new Request("http://latchkey.test/api/keys", { method: "POST", body: "{}", headers });
  const response = new Response("[]", { headers: { "x-request-id": ID } });
  const seen: unknown[] = [];
  const api = {
    fetch: async (input: RequestInfo | URL) => {
      const sent = new Request(input);
      const { method, url } = sent;
      seen.push([
        method,
        url,
        await sent.text(),
        sent.headers.get("accept"),
        sent.headers.get(REQUEST_ID_HEADER),
      ]);
      return response;
    },
  };
  expect(await forward(request, api as Pick<Fetcher, "fetch">, { requestId: ID })).toBe(response);
  expect(seen).toEqual([["POST", "http://latchkey.test/api/keys", "{}", "text/csv", ID]]);
});

test.each<[string, () => Promise<Response>]>([
  ["throws", () => Promise.reject(new Error("binding gone"))],
  ["is a stack trace of the platform", async () => new Response("Error: binding gone", { status: 500 })],
])("an api worker whose response %s is a 502 like its own errors", async (_, responses) => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const request = new Request("http://latchkey.test/api/keys?secret=1");
  const response = await forward(request, { fetch: responses }, { requestId: ID });
  const text = await response.text();
  const body = errorBody.parse(JSON.parse(text));
  expect([response.status, body.code, body.error]).toEqual([
    502,
    "api_unreachable",
    "The service is not responding. Please try again shortly.",
  ]);
  expect(text).not.toContain("binding gone");
  expect([response.headers.get("x-request-id"), body.request_id]).toEqual([ID, ID]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const lines = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
  expect(lines).toEqual([expect.stringContaining(body.request_id)]);
  expect(lines.join()).not.toContain("secret");
  vi.mocked(console.error).mockClear();
});
