import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { Log, LogLevel, Miniflare, type MiniflareOptions, type WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { runCommand } from "#scripts/run-command.ts";
import { passOnOutput } from "./runtime-output.ts";
import { watchRuntime } from "./runtime-watch.ts";

/*
 * Serves workers in one workerd process: over HTTP each at its routes and the first everywhere else, and all through
 * service bindings. Replaces `wrangler dev`, whose proxy exits when one of its connections is cut.
 */
const { values, positionals: configs } = parseArgs({
  allowPositionals: true,
  options: { port: { type: "string" }, persist: { type: "string", default: "" } },
});

const options: MiniflareOptions = {
  host: "127.0.0.1",
  port: Number(values.port),
  workers: await Promise.all(configs.map(toWorker)),
  defaultPersistRoot: values.persist,
  log: new Log(LogLevel.INFO),
  handleRuntimeStdio: (out: Readable, err: Readable) => {
    passOnOutput(out, process.stdout);
    passOnOutput(err, process.stderr);
  },
  // The default would place every request in Texas.
  cf: {},
  unsafeTriggerHandlers: true,
};
const miniflare = new Miniflare(options);
const stop = () => void miniflare.dispose().then(() => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
const url = await miniflare.ready;
void watchRuntime(url.href, () => miniflare.setOptions(options));

/** The worker as `wrangler deploy` bundles it; variables come from its configuration and the `.dev.vars` beside it. */
async function toWorker(config: string): Promise<WorkerOptions> {
  const folder = join(dirname(config), "bundle");
  const args = ["deploy", "--dry-run", "-c", config, "--outdir", folder];
  const { code, output } = await runCommand("wrangler", args);
  if (code !== 0) throw new Error(`${config} could not be bundled:\n${output}`);
  const directory = copyAssets(config);
  const { workerOptions } = unstable_getMiniflareWorkerOptions(
    config,
    undefined,
    directory === null ? {} : { overrides: { assets: { directory } } },
  );
  const { name, routes = [] } = unstable_readConfig({ config });
  const modules = [{ type: "ESModule" as const, path: join(folder, "index.js") }];
  // Wrangler and Miniflare name the same options; their types differ in what may be undefined.
  return {
    ...workerOptions,
    name,
    routes: routes.map(patternOf),
    modulesRoot: folder,
    modules,
  } as WorkerOptions;
}

function patternOf(route: string | { pattern: string }): string {
  return typeof route === "string" ? route : route.pattern;
}

/** A later build must not remove the scripts that this worker's pages load. */
function copyAssets(config: string): string | null {
  const { assets } = unstable_readConfig({ config });
  if (!assets?.directory) return null;
  const copy = join(dirname(config), "assets");
  cpSync(assets.directory, copy, { recursive: true });
  return copy;
}
