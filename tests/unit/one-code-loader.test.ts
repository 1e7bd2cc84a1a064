import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = globSync("app/**/*.{ts,tsx}").map((path) => ({ path, text: readFileSync(path, "utf8") }));

test("there is one way to load code: neither React's nor Remix's own", () => {
  const others = sources.filter(({ text }) => /\bSuspense\b|\blazy\b\s*[<(,}]|modulepreload"/.test(text));
  expect(others.map(({ path }) => path)).toEqual([]);
});
