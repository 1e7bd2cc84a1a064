import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const fileIn = (folder: string, name: string) =>
  fileURLToPath(new URL(`../../app/lib/${folder}/${name}.ts`, import.meta.url));
const ROUTE_MODULES = fileIn("code", "load-route-module");
const LOAD_CODE = fileIn("code", "load-code");

/** Vite's wrapper around every `import()`, and Remix's module that loads a route's code. */
const VITE_HELPER = "\0vite/preload-helper.js";
const REMIX_LOADER = { id: "./routeModules.js", importer: /@remix-run\/react\/dist\/esm\/\w+\.js$/ };

/**
 * Makes every `import()` of the browser's build, and every page's code, go through `app/lib/code/load-code.ts`, with
 * the addresses of all files it needs. While developing, Vite and Remix load code in their own ways.
 * @throws Error at the end of a build in which Vite or Remix no longer has the part that is replaced.
 */
export function codeFiles(): Plugin {
  const replaced = new Set<string>();
  return {
    name: "code-files",
    enforce: "pre",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    config: () => ({
      // Vite leaves the file itself out where it is the only one.
      build: { modulePreload: { resolveDependencies: (file, deps) => [...new Set([file, ...deps])] } },
    }),
    resolveId(id, importer = "") {
      if (id !== REMIX_LOADER.id || !REMIX_LOADER.importer.test(importer)) return;
      replaced.add(id);
      return ROUTE_MODULES;
    },
    load(id) {
      if (id !== VITE_HELPER) return;
      replaced.add(id);
      return {
        code: `import { loadCode } from ${JSON.stringify(LOAD_CODE)};
export const __vitePreload = (importIt, files = []) => loadCode(files.map((file) => "/" + file), importIt);`,
        moduleSideEffects: false,
      };
    },
    buildEnd(error) {
      for (const part of [REMIX_LOADER.id, VITE_HELPER]) {
        if (!error && !replaced.has(part))
          this.error(`Nothing imports ${part} any more. See scripts/code-files.`);
      }
    },
  };
}
