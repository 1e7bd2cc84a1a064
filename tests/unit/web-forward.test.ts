import { expect, test, vi } from "vitest";
import { errorBody } from "#core/contract/errors.ts";
import { forward, isApiPath } from "#worker/web/forward.ts";

test.each([
  ["/api", true],
  ["/api/", true],
  ["/api/keys", true],
  ["/v1/models", true],
  ["/apikeys", false],
  ["/API/keys", false],
  ["/api%2Fkeys", false],
  ["//api/keys", false],
  ["/x/api/keys", false],
])("the path %s belongs to the api worker: %s", (path, expected) => {
  expect(isApiPath(path)).toBe(expected);
});

test("the api worker's answer is handed on as it is", async () => {
  const request = new Request("http://latchkey.test/api/keys");
  const answer = new Response("[]", { headers: { "x-request-id": "1" } });
  expect(
    await forward(request, { fetch: async (sent) => (sent === request ? answer : Response.error()) }),
  ).toBe(answer);
});

test.each<[string, () => Promise<Response>]>([
  ["throws", () => Promise.reject(new Error("binding gone"))],
  ["is a stack trace of the platform", async () => new Response("Error: binding gone", { status: 500 })],
])("an api worker whose answer %s is a 502 like its own errors", async (_, answers) => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const answer = await forward(new Request("http://latchkey.test/api/keys?secret=1"), { fetch: answers });
  const text = await answer.text();
  const body = errorBody.parse(JSON.parse(text));
  expect([answer.status, body.code, body.error]).toEqual([
    502,
    "api_unreachable",
    "The service does not answer. Please try again shortly.",
  ]);
  expect(text).not.toContain("binding gone");
  expect(answer.headers.get("x-request-id")).toBe(body.request_id);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const lines = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
  expect(lines).toEqual([expect.stringContaining(body.request_id)]);
  expect(lines.join()).not.toContain("secret");
  vi.mocked(console.error).mockClear();
});
