import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { wranglerEnvironment } from "#scripts/local/wrangler-dev.ts";
import { runCommand } from "#scripts/run-command.ts";

/** What a worker of a test is run with: the deployed workers' own. */
export const COMPATIBILITY = { date: "2026-07-01", flags: ["nodejs_compat"] };

/** Bundles the worker in the source file `main` as it would be deployed; in `folder`, under the name that it has. */
export async function bundleWorker(main: string, folder: string): Promise<void> {
  const { date, flags } = COMPATIBILITY;
  const config = join(folder, "wrangler.json");
  const settings = { name: "bundled", main, compatibility_date: date, compatibility_flags: flags };
  writeFileSync(config, JSON.stringify(settings));
  const args = ["deploy", "--dry-run", "-c", config, "--outdir", folder];
  const { code, output } = await runCommand("wrangler", args, { env: wranglerEnvironment(folder) });
  if (code !== 0) throw new Error(output);
}
