import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "#scripts/run-command.ts";
import type { DeployedWorker } from "./deployed-workers.ts";

/** The options by which wrangler finds a worker. */
export const workerOptions = ({ config, environment }: Pick<DeployedWorker, "config" | "environment">) => [
  "-c",
  config,
  // Empty names the top level.
  `--env=${environment === "production" ? "" : environment}`,
];

/** Runs wrangler with the operator's own account settings. @throws Error with its output when it fails. */
export async function runWrangler(args: string[]): Promise<{ output: string; stdout: string }> {
  return await withFolder(async (logs) => {
    const env = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", WRANGLER_LOG_PATH: logs };
    const { code, output, stdout } = await runCommand("wrangler", args, { env });
    if (code !== 0) throw new Error(`wrangler ${args.slice(0, 4).join(" ")} failed:\n${output}`);
    return { output, stdout };
  });
}

/** A folder for the length of `work`. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-deploy-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that only this user can read. @returns its path. */
export function writePrivate(folder: string, name: string, content: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  return file;
}
