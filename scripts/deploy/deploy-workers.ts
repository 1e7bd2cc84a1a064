import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Progress } from "#scripts/local/progress.ts";
import { runCommand } from "#scripts/run-command.ts";
import { settingsOf, WORKERS } from "./deployed-workers.ts";

interface DeployOptions {
  secrets: Record<string, string>;
  /** Bundles, and sends nothing. */
  dryRun: boolean;
}

/** Deploys the workers one after the other, each with its own secrets; wrangler's own account settings apply. */
export async function deployWorkers({ step }: Progress, { secrets, dryRun }: DeployOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-deploy-"));
  try {
    for (const worker of WORKERS) {
      const file = join(folder, `${worker.name}.json`);
      writeFileSync(file, JSON.stringify(settingsOf(worker, secrets).secrets), { mode: 0o600 });
      const mode = dryRun ? ["--dry-run", "--outdir", join(folder, worker.name)] : ["--secrets-file", file];
      await step(`${worker.name} ${dryRun ? "bundled" : "deployed"}`, (say) =>
        wrangler(["deploy", "-c", worker.config, ...mode], folder, say),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function wrangler(args: string[], folder: string, say: (detail: string) => void): Promise<void> {
  const env = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", WRANGLER_LOG_PATH: folder };
  const { code, output } = await runCommand("wrangler", args, { env });
  if (code !== 0) throw new Error(`wrangler ${args.slice(0, 3).join(" ")} failed:\n${output}`);
  say(/Total Upload:.*/.exec(output)?.[0] ?? "");
}
