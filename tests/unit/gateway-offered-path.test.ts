import fc from "fast-check";
import { expect, it } from "vitest";
import { isOpenPath } from "#worker/api/gateway/offered-path.ts";

it.each(["/v1/chat/completions", "/v1/responses", "/v1/images/edits", "/v1/filesystem"])(
  "%s is a request to a model",
  (path) => {
    expect(isOpenPath(path, ["/voices"])).toBe(false);
  },
);

it.each(["/v1/voices", "/v1/voices/voice-1"])("%s is open when the operator says so", (path) => {
  expect(isOpenPath(path, ["/audio/styles", "/voices"])).toBe(true);
});

it("opens also what is closed by default, and no more than that", () => {
  expect(isOpenPath("/v1/files/file-1", ["/files"])).toBe(true);
  expect(() => isOpenPath("/v1/files", ["/files/public"])).toThrow("Path not found.");
});

it("closes a shared resource however its path is spelled", () => {
  const letter = (char: string) =>
    fc.constantFrom(
      char,
      char.toUpperCase(),
      `%${char.charCodeAt(0).toString(16)}`,
      `%25${char.charCodeAt(0).toString(16)}`,
    );
  const slash = fc.constantFrom("/", "//", "/%2f", "/%5C", "/;/");
  const spelled = fc
    .constantFrom("files", "batches", "threads", "vector_stores")
    .chain((name) => fc.tuple(slash, ...[...name].map(letter)))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(spelled, fc.constantFrom("", "/", "/id", "%2Fid", ";v=1"), (path, rest) => {
      expect(() => isOpenPath(`/v1${path}${rest}`, ["/voices"])).toThrow("Path not found.");
    }),
  );
});
