import fc from "fast-check";
import { expect, it } from "vitest";
import { normaliseEndpoint, OTHER_ENDPOINT } from "#core/domain/usage.ts";

it.each([
  ["/v1/chat/completions", "/v1/chat/completions"],
  ["/v1/chat/completions/", "/v1/chat/completions"],
  ["/V1/Chat/Completions?stream=true", "/v1/chat/completions"],
  ["/v1/models/llama-3.3-70b", "/v1/models/{id}"],
  ["/v1/files/file-123/content", "/v1/files/{id}/content"],
  ["/v1/batches/b1/cancel#top", "/v1/batches/{id}/cancel"],
  ["/v1/models//", "/v1/models"],
  ["/v1/files//content", OTHER_ENDPOINT],
  ["/v1/chat", OTHER_ENDPOINT],
  ["/admin", OTHER_ENDPOINT],
  ["", OTHER_ENDPOINT],
  [`/v1/models/${"x".repeat(600)}`, OTHER_ENDPOINT],
])("stores %s as %s", (path, stored) => {
  expect(normaliseEndpoint(path)).toBe(stored);
});

it("is stable after one step, for whatever a caller sends", () => {
  const path = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom("v1", "models", "files", "x", "")).map((s) => `/${s.join("/")}`),
  );
  fc.assert(
    fc.property(path, (any) => {
      const stored = normaliseEndpoint(any);
      expect(normaliseEndpoint(stored)).toBe(stored);
    }),
  );
});
