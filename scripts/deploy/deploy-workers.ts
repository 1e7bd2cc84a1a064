import { join } from "node:path";
import type { BuildInfo } from "#core/contract/health.ts";
import type { Progress } from "#scripts/local/progress.ts";
import { buildDefinition, buildTag } from "./build-info.ts";
import { type BundleSize, bundleSizeOf } from "./bundle-size.ts";
import { configuredRoutes, type DeployedWorker, settingsOf } from "./deployed-workers.ts";
import { gatewayRoute } from "./routes.ts";
import { runWrangler, withFolder, workerOptions, writePrivate } from "./wrangler.ts";

interface DeployOptions {
  workers: readonly DeployedWorker[];
  secrets: Record<string, string>;
  build: BuildInfo;
  /** Bundles, and sends nothing. */
  dryRun: boolean;
}

/**
 * Deploys the workers one after the other, each with its own secrets; each version is tagged with its build.
 * @returns the size of each worker's bundle, if this is a dry run.
 */
export async function deployWorkers(
  { step }: Progress,
  { workers, secrets, build, dryRun }: DeployOptions,
): Promise<Map<string, BundleSize>> {
  const define = Object.entries(buildDefinition(build)).flatMap(([name, value]) => [
    "--define",
    `${name}:${value}`,
  ]);
  const names = ["--tag", buildTag(build), "--message", `Latchkey ${build.version}, commit ${build.commit}`];
  const sizes = new Map<string, BundleSize>();
  await withFolder(async (folder) => {
    for (const worker of workers) {
      const file = writePrivate(folder, `${worker.name}.json`, settingsOf(worker, secrets).secrets);
      const mode = dryRun ? ["--dry-run", "--outdir", join(folder, worker.name)] : ["--secrets-file", file];
      await step(`${worker.name} ${dryRun ? "bundled" : "deployed"}`, async (say) => {
        const args = [
          "deploy",
          ...workerOptions(worker),
          ...define,
          ...names,
          ...addedRoute(worker),
          ...mode,
        ];
        const { output } = await runWrangler(args);
        say(/Total Upload:.*/.exec(output)?.[0] ?? "");
        if (dryRun) sizes.set(worker.name, bundleSizeOf(output));
      });
    }
  });
  return sizes;
}

/** As an option, a route would replace those of the worker's `wrangler.toml`. */
function addedRoute(worker: DeployedWorker): string[] {
  const routes = configuredRoutes(worker.environment);
  const route = worker.role === "gateway" && routes.gateway.length === 0 ? gatewayRoute(routes) : null;
  return route === null ? [] : ["--route", route];
}
