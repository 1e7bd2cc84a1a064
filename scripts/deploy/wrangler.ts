import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

const newFolder = () => mkdtempSync(join(tmpdir(), "latchkey-deploy-"));

/**
 * Runs wrangler with the operator's own account settings.
 * @throws Error with its output when it fails. The log that the output names then stays.
 */
export async function runWrangler(args: string[]): Promise<{ output: string; stdout: string }> {
  const logs = newFolder();
  const env = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", WRANGLER_LOG_PATH: logs };
  const { code, output, stdout } = await runCommand("wrangler", args, { env });
  const hasLog = readdirSync(logs).length > 0;
  if (code === 0 || !hasLog) rmSync(logs, { recursive: true, force: true });
  if (code === 0) return { output, stdout };
  // Wrangler names its log even when it ended before it wrote one.
  const shown = hasLog ? output : output.replace(/^.*Logs were written to.*$/m, "").trimEnd();
  throw new Error(`wrangler ${args.slice(0, 4).join(" ")} failed:\n${shown}`);
}

/** A folder for the length of `work`. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = newFolder();
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
