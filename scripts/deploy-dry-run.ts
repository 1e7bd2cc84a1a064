import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "./local/build-app.ts";
import { runCommand } from "./run-command.ts";

const CONFIGS = ["wrangler.toml", "worker/api/wrangler.toml", "worker/rollup/wrangler.toml"];

/** Bundles the three workers just as a deployment would, and sends nothing. */
await buildApp();
let failed = false;
for (const config of CONFIGS) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-dry-run-"));
  const env = {
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    CI: "1",
    WRANGLER_LOG_PATH: folder,
  };
  const { code, output } = await runCommand(
    "wrangler",
    ["deploy", "--dry-run", "-c", config, "--outdir", folder],
    { env },
  );
  failed ||= code !== 0;
  const upload = /Total Upload:.*/.exec(output)?.[0] ?? "";
  console.log(`${code === 0 ? "✓" : "✗"} ${config.padEnd(30)} ${upload}`);
  if (code !== 0) console.log(output);
}
process.exit(failed ? 1 : 0);
