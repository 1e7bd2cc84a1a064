import { describe, expect, test } from "vitest";
import { accessText, readOrigins } from "#app/features/keys/allowed-origins.ts";

describe("a list of origins, one per line,", () => {
  test("is read without blank lines and duplicates, normalized as browsers do", () => {
    const text = "\n https://Shop.example/ \r\nhttp://localhost:5173\n\nhttps://shop.example:443\n";
    expect(readOrigins(text)).toEqual({
      origins: ["https://shop.example", "http://localhost:5173"],
      problem: null,
    });
    expect(readOrigins(" \n\n")).toEqual({ origins: [], problem: null });
  });

  test("is refused with the first invalid line", () => {
    expect(readOrigins("https://shop.example\nhttps://*.shop.example\nalso wrong")).toMatchObject({
      problem:
        "“https://*.shop.example” isn’t valid. Enter a full origin, such as https://app.example.com, without a path.",
    });
    const long = `https://shop.example/${"a".repeat(5_000)}`;
    expect(readOrigins(long).problem?.length).toBeLessThan(150);
  });

  test("holds at most 20", () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, n) => `https://${n}.example`).join("\n");
    expect(readOrigins(lines(20))).toHaveProperty("origins.length", 20);
    expect(readOrigins(`${lines(20)}\nhttps://1.example`)).toHaveProperty("origins.length", 20);
    expect(readOrigins(lines(21))).toHaveProperty("problem", "Enter at most 20 origins.");
  });

  test("is described in words", () => {
    const texts = [0, 1, 3].map((count) => accessText("Shop", Array<string>(count).fill("")));
    expect(texts).toEqual([
      "Browsers can’t use “Shop”.",
      "Browsers on 1 origin can use “Shop”.",
      "Browsers on 3 origins can use “Shop”.",
    ]);
  });
});
