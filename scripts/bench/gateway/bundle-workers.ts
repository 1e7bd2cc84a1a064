import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { workerVariables } from "#scripts/local/local-workers.ts";
import { localAddress, localSecrets } from "#scripts/local/settings.ts";
import { writeWorkerConfigs } from "#scripts/local/worker-configs.ts";
import { wranglerEnvironment } from "#scripts/local/wrangler-dev.ts";
import { runCommand } from "#scripts/run-command.ts";

const WEB_HOP = fileURLToPath(new URL("web-hop.ts", import.meta.url));
const config = z.object({ compatibility_date: z.string(), compatibility_flags: z.array(z.string()) });

export type Bundles = Awaited<ReturnType<typeof bundleWorkers>>;

/** The gateway as it is deployed, and a worker that forwards to it as web does. Scripts are paths below `folder`. */
export async function bundleWorkers(
  folder: string,
  { libsql, upstream }: { libsql: string; upstream: string },
) {
  const nowhere = localAddress(9);
  const { upstreamApiKey } = localSecrets(folder);
  const variables = workerVariables(
    {
      web: nowhere,
      supabase: { url: nowhere, publishableKey: "none", secretKey: "none" },
      libsql: { url: libsql },
      stripe: { url: nowhere, secretKey: "none", webhookSecret: "none" },
      upstream: { url: `${upstream}/v1`, apiKey: upstreamApiKey },
    },
    folder,
  );
  const configs = writeWorkerConfigs(join(folder, "workers"), variables);
  const deployed = config.parse(JSON.parse(readFileSync(configs.gateway, "utf8")));
  const { compatibility_date: date, compatibility_flags: flags } = deployed;
  const hop = join(folder, "workers", "hop");
  mkdirSync(hop);
  writeFileSync(join(hop, "wrangler.json"), JSON.stringify({ ...deployed, name: "hop", main: WEB_HOP }));
  await bundle(folder, "bundle", configs.gateway);
  await bundle(folder, "hop", join(hop, "wrangler.json"));
  return {
    gateway: "bundle/index.js",
    hop: "hop/web-hop.js",
    compatibility: { date, flags },
    variables: { ...variables.gateway.vars, ...variables.gateway.secrets },
  };
}

async function bundle(folder: string, name: string, file: string): Promise<void> {
  const args = ["deploy", "--dry-run", "-c", file, "--outdir", join(folder, name)];
  const { code, output } = await runCommand("wrangler", args, { env: wranglerEnvironment(folder) });
  if (code !== 0) throw new Error(output);
}
