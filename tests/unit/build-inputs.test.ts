import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { BUILD_INPUTS } from "#scripts/local/build-app.ts";
import packageFile from "../../package.json" with { type: "json" };

const IMPORT = /\b(?:from|import)\s*\(?"(?<path>[.#][^"?]*)/g;
const FOLDERS = Object.entries(packageFile.imports)
  .filter(([alias]) => alias.endsWith("/*"))
  .map(([alias, folder]) => [alias.slice(0, -1), folder.slice("./".length, -1)] as const);
/** The build's own output. */
const BUILD = "#server-build";

function importsOf(file: string): string[] {
  const paths = [...readFileSync(file, "utf8").matchAll(IMPORT)].map(({ groups }) => groups?.path ?? "");
  return paths
    .filter((path) => path !== BUILD)
    .map((path) => {
      const [alias = "", folder = dirname(file)] = FOLDERS.find(([start]) => path.startsWith(start)) ?? [];
      return join(folder, path.slice(alias.length));
    });
}

it("a build is stale once any file has changed that it is made of", () => {
  for (const pattern of BUILD_INPUTS) expect(globSync(pattern), pattern).not.toEqual([]);
  const inputs = new Set(globSync(BUILD_INPUTS));
  const code = [...inputs].filter((path) => /\.tsx?$/.test(path));
  const missing = code.flatMap(importsOf).filter((path) => !inputs.has(path));
  expect(missing).toEqual([]);
});
