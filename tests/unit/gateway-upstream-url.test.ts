import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "#tests/support/tier.ts";
import { upstreamUrl } from "#worker/api/gateway/upstream-url.ts";

const BASE = "https://ai.example/api/v1";
const target = (path: string) => upstreamUrl(BASE, new URL(`https://latchkey.test${path}`));

it("puts the operator's address in place of /v1, and keeps path and query", () => {
  expect(target("/v1/chat/completions?a=1&b=%2F")).toBe(`${BASE}/chat/completions?a=1&b=%2F`);
  expect(target("/v1/models/org%2Fmodel")).toBe(`${BASE}/models/org%2Fmodel`);
  expect(target("/v1/files/a..b/...")).toBe(`${BASE}/files/a..b/...`);
});

it.each([
  "/v1/..%2fadmin",
  "/v1/%2e%2e%2fadmin",
  "/v1/%252e%252e%252fadmin",
  "/v1/a%5c..%5c..%5cadmin",
  "/v1/..;/admin",
  "/v1/%ff",
  "/v1",
  "/v2/models",
])("refuses %s", (path) => {
  expect(() => target(path)).toThrow("Path not found.");
});

it("leads nowhere else, whatever the path", () => {
  const bits = fc.constantFrom(
    "..",
    ".",
    "/",
    "//",
    "\\",
    "%2f",
    "%2e",
    "%5c",
    "@",
    ":",
    "evil.test",
    "?",
    "#",
    "a",
    ";",
    "%25",
  );
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 12 }), (parts) => {
      let url: string;
      try {
        url = target(`/v1/${parts.join("")}`);
      } catch {
        return;
      }
      const { origin, pathname, username } = new URL(url);
      expect([origin, username]).toEqual(["https://ai.example", ""]);
      expect(pathname.startsWith("/api/v1/")).toBe(true);
      expect(decodeURIComponent(pathname).split(/[/\\]/)).not.toContain("..");
    }),
    { numRuns: runs(2_000) },
  );
});
