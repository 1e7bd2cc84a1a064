import { describe, expect, it } from "vitest";
import { sentKey } from "#worker/gateway/presented-key.ts";

const KEY = "lk_0123456789";
const OTHER = "lkt_0123456789";

const sent = (headers: Record<string, string>) => {
  const all = new Headers(headers);
  return sentKey({ header: (name) => all.get(name) ?? undefined });
};
const both = (bearer: string, apiKey: string) =>
  sent({ authorization: `Bearer ${bearer}`, "x-api-key": apiKey });

describe("the key of a request", () => {
  it("is in either header, or the same in both", () => {
    expect(sent({ authorization: `Bearer ${KEY}` })).toBe(KEY);
    expect(sent({ "x-api-key": KEY })).toBe(KEY);
    expect(both(KEY, KEY)).toBe(KEY);
  });

  it("is in the other header if one is empty", () => {
    expect(both(KEY, "")).toBe(KEY);
    expect(both("", KEY)).toBe(KEY);
    expect(sent({ authorization: "", "x-api-key": KEY })).toBe(KEY);
  });

  it.each(["dummy", "sk-ant-api03-0123456789", "lkp_0123456789", "oauth-token"])(
    "is the one that looks like a key, beside %s",
    (dummy) => {
      expect(both(KEY, dummy)).toBe(KEY);
      expect(both(dummy, KEY)).toBe(KEY);
    },
  );

  it("is refused if there are two, and as whatever it is if there is none", () => {
    expect(() => both(KEY, OTHER)).toThrow("headers differ");
    expect(() => both(KEY, `${KEY}0`)).toThrow("headers differ");
    expect(both("dummy", "other")).toBe("dummy");
    for (const none of [{}, { "x-api-key": "" }, { authorization: "Bearer " }, { authorization: "Basic x" }])
      expect(() => sent(none)).toThrow("Send an API key in the Authorization header");
  });
});
