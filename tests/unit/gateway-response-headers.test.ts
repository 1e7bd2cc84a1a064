import { describe, expect, it } from "vitest";
import { retryAfter } from "#worker/gateway/response-headers.ts";

const NOW = Date.UTC(2026, 10, 28, 12, 0, 0, 500);

describe("when the provider says to try again", () => {
  it.each([
    [{ "retry-after": "7" }, "7"],
    [{ "retry-after": "0" }, "0"],
    [{ "retry-after": "1.2" }, "2"],
    [{ "retry-after": "0.004" }, "1"],
    [{ "retry-after": "3600" }, "60"],
    [{ "retry-after": "Sat, 28 Nov 2026 12:00:20 GMT" }, "20"],
    [{ "retry-after": "Sat, 28 Nov 2026 11:00:00 GMT" }, "0"],
    [{ "retry-after": "Sun, 29 Nov 2026 12:00:00 GMT" }, "60"],
    [{ "retry-after-ms": "1500" }, "2"],
    [{ "retry-after-ms": "12.5", "retry-after": "9" }, "1"],
    [{ "retry-after-ms": "soon", "retry-after": "9" }, "9"],
  ])("%j becomes %s", (headers, seconds) => {
    expect(retryAfter(new Headers(headers), NOW)).toEqual({ "retry-after": seconds });
  });

  it.each([
    "",
    "-1",
    "soon",
    "1e3",
    "9".repeat(20),
    "7 s",
    "Sat, 99 Nov 2026 12:00:20 GMT",
    "2026-11-28T12:00:20Z",
  ])("%j is left out", (value) => {
    expect(retryAfter(new Headers({ "retry-after": value }), NOW)).toEqual({});
    expect(retryAfter(new Headers({ "retry-after-ms": value }), NOW)).toEqual({});
  });

  it("nothing, nothing is said", () => {
    expect(retryAfter(new Headers(), NOW)).toEqual({});
  });
});
