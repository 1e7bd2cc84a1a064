import { expect, it } from "vitest";
import { sourceHash } from "#scripts/local/source-hash.ts";

const source = (path: string, text: string) => ({ path, content: Buffer.from(text) });
const A = source("app/a.tsx", "one");
const B = source("app/b.tsx", "two");

it("is the same for the same sources in any order", () => {
  expect(sourceHash([A, B])).toBe(sourceHash([B, A]));
});

it.each([
  ["is changed", [A, source("app/b.tsx", "three")]],
  ["is renamed", [A, source("app/c.tsx", "two")]],
  ["comes", [A, B, source("app/c.tsx", "")]],
  ["goes", [A]],
  ["moves its content to another file", [source("app/a.tsx", "onetwo"), source("app/b.tsx", "")]],
  ["moves a part of its name into its content", [A, source("app/b", ".tsxtwo")]],
])("differs when a source %s", (_, sources) => {
  expect(sourceHash(sources)).not.toBe(sourceHash([A, B]));
});
