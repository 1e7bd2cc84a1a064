import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const EXAMPLES = "tests/examples/";
const contributing = readFileSync("CONTRIBUTING.md", "utf8");

/** As it would read in its own place. */
const inPlace = (text: string) =>
  text.replaceAll("#tests/examples/worker/core/", "#core/").replaceAll("#tests/examples/", "#");

const FENCE = /^( *)```tsx?\n *\/\/ (\S+)\n([\s\S]*?)^ *```$/gm;
const blocks = new Map(
  [...contributing.matchAll(FENCE)].map(([, indent = "", file = "", code = ""]) => [
    file,
    code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  ]),
);

it("shows each example as it is compiled and run by the tests", () => {
  const examples = globSync(`${EXAMPLES}**/*.{ts,tsx}`);
  expect([...blocks.keys()].sort()).toEqual(examples.map((file) => file.slice(EXAMPLES.length)).sort());
  for (const file of examples) {
    expect(blocks.get(file.slice(EXAMPLES.length))).toBe(inPlace(readFileSync(file, "utf8")));
  }
});
