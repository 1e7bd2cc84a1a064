import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { wranglerEnvironment } from "#scripts/local/wrangler-dev.ts";
import { runCommand } from "#scripts/run-command.ts";

/** The settings a test's worker runs with: the same as the deployed workers'. */
export const COMPATIBILITY = { date: "2026-07-01", flags: ["nodejs_compat", "enable_request_signal"] };

/** For Miniflare: the gateway's objects. */
export const OBJECTS = {
  METER: { className: "Meter", useSQLite: true },
  POSTER: { className: "Poster", useSQLite: true },
};

/**
 * Bundles the worker in the source file `main` as it would be deployed, into `folder`, under its own name.
 */
export async function bundleWorker(main: string, folder: string): Promise<void> {
  const { date, flags } = COMPATIBILITY;
  const config = join(folder, "wrangler.json");
  const settings = { name: "bundled", main, compatibility_date: date, compatibility_flags: flags };
  writeFileSync(config, JSON.stringify(settings));
  const args = ["deploy", "--dry-run", "-c", config, "--outdir", folder];
  const { code, output } = await runCommand("wrangler", args, { env: wranglerEnvironment(folder) });
  if (code !== 0) throw new Error(output);
}
