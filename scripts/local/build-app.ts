import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STAMP = join(ROOT, "build", ".stamp");
const INPUTS = [
  "app/**/*",
  "worker/core/**/*",
  "worker/web/**/*",
  "public/**/*",
  "vite.config.ts",
  "package.json",
  "package-lock.json",
];

/** Builds the Remix app, unless `build/` already holds what these sources give. */
export async function buildApp(): Promise<"built" | "fresh"> {
  const wanted = sourceHash();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return "fresh";
  await run("remix", ["vite:build", "--logLevel", "warn"]);
  writeFileSync(STAMP, wanted);
  return "built";
}

function sourceHash(): string {
  const hash = createHash("sha256");
  const files = globSync(INPUTS, { cwd: ROOT }).sort();
  for (const file of files) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
  }
  return hash.digest("hex");
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(ROOT, "node_modules", ".bin", command), args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`The build failed:\n${output}`)),
    );
  });
}
