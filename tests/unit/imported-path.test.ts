import fc from "fast-check";
import { expect, it } from "vitest";
import { importedPath } from "#core/domain/imported-path.ts";
import { OTHER_ENDPOINT } from "#core/domain/usage.ts";

const UUID = "0190a3f2-7c1e-7b60-9f57-3b1f1e4c2d5a";

it.each([
  ["/v1/chat/completions", "/v1/chat/completions"],
  ["/v1/files/file-abc123", "/v1/files/{id}"],
  ["https://api.example.com/V1/Chat/Completions?stream=true", "/v1/chat/completions"],
  ["/v1/threads/thread_9fK2xQe7T/messages?limit=2#top", "/v1/threads/{id}/messages"],
  ["/v1/assistants", "/v1/assistants"],
  ["/api/Reports/2026/11", "/api/reports/{id}/{id}"],
  [`/internal/jobs/${UUID}/cancel`, "/internal/jobs/{id}/cancel"],
  ["/internal/jobs/deadbeef", "/internal/jobs/{id}"],
  ["/v1beta/models/gemini-1.5-pro:generateContent", "/v1beta/models/{id}"],
  ["/users/maya@example.com/keys", "/users/{id}/keys"],
  ["POST /v1/threads", "/v1/threads"],
  ["/v1//threads/", "/v1/threads"],
  ["/v1/threads/{id}", "/v1/threads/{id}"],
  ["GET", OTHER_ENDPOINT],
  ["", OTHER_ENDPOINT],
  ["/", OTHER_ENDPOINT],
  ["/a".repeat(13), OTHER_ENDPOINT],
  [`/${"abcdefghij/".repeat(12)}abcdefghijabcdefghijabcdefghijab`, OTHER_ENDPOINT],
])("stores %s as %s", (path, stored) => {
  expect(importedPath(path)).toBe(stored);
});

const lower = (min: number, max: number) => fc.stringMatching(new RegExp(`^[a-z]{${min},${max}}$`));
const id = fc.oneof(
  fc.nat().map(String),
  fc.uuid(),
  fc.stringMatching(/^[0-9a-f]{8,40}$/),
  fc.tuple(lower(1, 8), fc.stringMatching(/^[a-zA-Z0-9]{6,24}$/)).map(([prefix, key]) => `${prefix}-${key}1`),
  fc.tuple(lower(1, 8), fc.stringMatching(/^[a-z0-9]{5,24}$/)).map(([prefix, key]) => `${prefix}_7${key}`),
  fc.emailAddress(),
);
const segment = fc.constantFrom<string>("v1", "threads", "Runs", "files", "organization", "steps");

it("leaks no identifier, wherever it stands in the path", () => {
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), id, fc.nat(4), (words, secret, at) => {
      const path = `/${words.toSpliced(at, 0, encodeURIComponent(secret)).join("/")}`;
      const stored = importedPath(path);
      expect(stored.split("/")).not.toContain(secret.toLowerCase());
      expect(stored.split("/").slice(1)).toHaveLength(words.length + 1);
    }),
  );
});

it("is bounded, has no capitals and is stable, whatever the source holds", () => {
  const any = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.array(fc.oneof(segment, id, fc.string()), { maxLength: 15 }).map((parts) => `/${parts.join("/")}`),
  );
  fc.assert(
    fc.property(any, (text) => {
      const stored = importedPath(text);
      expect(stored).toMatch(/^(other|(\/([a-z0-9._:-]+|\{id\}))+|\/v1\/[a-z_/{}]+)$/);
      expect(stored.length).toBeLessThanOrEqual(160);
      expect(importedPath(stored)).toBe(stored);
      expect(importedPath(text)).toBe(stored);
    }),
    { numRuns: 500 },
  );
});
