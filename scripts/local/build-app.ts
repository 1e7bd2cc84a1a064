import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "#scripts/run-command.ts";
import { type Source, sourceHash } from "./source-hash.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STAMP = join(ROOT, "build", ".stamp");
/** The API reference is made of the API's code. */
export const BUILD_INPUTS = [
  "app/**/*",
  "worker/*.ts",
  "worker/{adapters,api,core,web}/**/*",
  "public/**/*",
  "scripts/browser-chunk.ts",
  "scripts/documentation/**/*",
  "scripts/code-files/**/*",
  "scripts/inline-script/**/*",
  "vite.config.ts",
  "package.json",
  "package-lock.json",
];

/** Builds the Remix app, unless `build/` already holds what these sources give. */
export async function buildApp(): Promise<"built" | "fresh"> {
  const wanted = sourceHash(readSources());
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return "fresh";
  // An interrupted build must not be mistaken for the previous one.
  rmSync(STAMP, { force: true });
  // The caller may be a test, whose environment would produce React's development build.
  const env = { NODE_ENV: "production" };
  const { code, output } = await runCommand("remix", ["vite:build", "--logLevel", "warn"], { env });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
  writeFileSync(STAMP, wanted);
  return "built";
}

function readSources(): Source[] {
  const paths = globSync(BUILD_INPUTS, { cwd: ROOT }).filter((path) => statSync(join(ROOT, path)).isFile());
  return paths.map((path) => ({ path, content: readFileSync(join(ROOT, path)) }));
}
