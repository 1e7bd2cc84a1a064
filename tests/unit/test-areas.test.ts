import { readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { describe, expect, it } from "vitest";
import { AREAS, guardedPaths } from "#scripts/testing/areas.ts";
import { areaHash, type Tree, workingTree } from "#scripts/testing/proved.ts";

const LOCK = {
  packages: {
    "": { version: "0.1.0" },
    "node_modules/stripe": { version: "23.1.0", integrity: "sha512-a" },
    "node_modules/hono": { version: "4.13.19", integrity: "sha512-b" },
    "node_modules/marked": { version: "18.2.1", integrity: "sha512-c" },
  },
};
const FILES = {
  "scripts/local/stripe/index.ts": "the emulator",
  "tests/integration/stripe-api.test.ts": "its tests",
  "tests/support/tier.ts": "the counts",
  "app/root.tsx": "the app",
};

function treeOf(files: Record<string, string>, lock: object = LOCK): Tree {
  const read = (path: string) => Buffer.from(files[path] ?? "");
  return { paths: Object.keys(files), read, lock: JSON.stringify(lock) };
}
const areaNamed = (name: string) => {
  const area = AREAS.find((one) => one.name === name);
  if (!area) throw new Error(`There is no area ${name}.`);
  return area;
};
const stripe = areaNamed("stripe");
const hashOf = (files: Record<string, string>, lock?: object) => areaHash(stripe, treeOf(files, lock));
const withPackage = (path: string, entry: object) => ({ packages: { ...LOCK.packages, [path]: entry } });

describe("the hash of an area", () => {
  it("is the same whatever order files are listed in, and whatever else exists", () => {
    const reversed = Object.fromEntries(Object.entries(FILES).toReversed());
    expect(hashOf(reversed)).toBe(hashOf(FILES));
    expect(hashOf({ ...FILES, "app/root.tsx": "changed", "docs/new.md": "" })).toBe(hashOf(FILES));
  });

  it.each([
    ["product code", { ...FILES, "scripts/local/stripe/index.ts": "changed" }],
    ["a suite", { ...FILES, "tests/integration/stripe-api.test.ts": "changed" }],
    ["the files shared by all areas", { ...FILES, "tests/support/tier.ts": "changed" }],
    ["a new file in its paths", { ...FILES, "scripts/local/stripe/refunds.ts": "" }],
  ])("changes with %s", (_, files) => {
    expect(hashOf(files)).not.toBe(hashOf(FILES));
  });

  it("changes with the lock-file entry of its packages, and with no other's", () => {
    const moved = { version: "23.2.0", integrity: "sha512-d" };
    expect(hashOf(FILES, withPackage("node_modules/stripe", moved))).not.toBe(hashOf(FILES));
    const rebuilt = { version: "23.1.0", integrity: "sha512-e" };
    expect(hashOf(FILES, withPackage("node_modules/stripe", rebuilt))).not.toBe(hashOf(FILES));
    expect(hashOf(FILES, withPackage("node_modules/marked", moved))).toBe(hashOf(FILES));
    expect(hashOf(FILES, withPackage("node_modules/my-stripe", moved))).toBe(hashOf(FILES));
  });
});

describe("the areas", () => {
  const { paths } = workingTree();
  const matches = (globs: readonly string[]) =>
    paths.filter((path) => globs.some((glob) => matchesGlob(path, glob)));

  it("name existing paths", () => {
    const empty = AREAS.flatMap(guardedPaths).filter((glob) => matches([glob]).length === 0);
    expect(empty).toEqual([]);
  });

  it("name packages of the lock file", () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
    const named = AREAS.flatMap((area) => area.packages);
    expect(named.filter((name) => !(`node_modules/${name}` in packages))).toEqual([]);
  });

  it("contain every test whose counts depend on the tier, so that somebody runs it in full", () => {
    const held = new Set(matches(AREAS.flatMap(({ suites, helpers }) => [...suites, ...helpers])));
    const counted = matches(["tests/{unit,workers,integration}/**/*.ts"]).filter((path) =>
      /^import .+ from "#tests\/support\/tier\.ts"/m.test(readFileSync(path, "utf8")),
    );
    expect(counted.length).toBeGreaterThan(20);
    expect(counted.filter((path) => !held.has(path))).toEqual([]);
  });

  it("share no suite", () => {
    const suites = AREAS.flatMap((area) => matches(area.suites));
    expect(suites.filter((path, index) => suites.indexOf(path) !== index)).toEqual([]);
  });
});
