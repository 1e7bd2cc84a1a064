import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { BEHIND_A_BUTTON, ELSEWHERE } from "#tests/e2e/on-demand-parts.ts";

const sources = globSync("app/**/*.{ts,tsx}").map((path) => ({ path, text: readFileSync(path, "utf8") }));

test("everything loaded on demand is in the browser tests' table of load failures", () => {
  const imported = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<!: |typeof )\bimport\("([^"]+)"\)/g)].map(([, name = ""]) =>
      (name.startsWith("#") ? name.slice(1) : join(dirname(path), name)).replace(/^app\//, ""),
    ),
  );
  const listed = [...BEHIND_A_BUTTON.map(({ file }) => file), ...ELSEWHERE];
  expect([...new Set(imported)].sort()).toEqual(listed.sort());
});

test("there is one way to load code: neither React's nor Remix's own", () => {
  const others = sources.filter(({ text }) => /\bSuspense\b|\blazy\b\s*[<(,}]|modulepreload"/.test(text));
  expect(others.map(({ path }) => path)).toEqual([]);
});
