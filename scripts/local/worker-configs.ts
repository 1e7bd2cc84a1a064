import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import { buildDefinition, readBuildInfo } from "#scripts/deploy/build-info.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = {
  web: "wrangler.toml",
  api: "worker/api/wrangler.toml",
  gateway: "worker/gateway/wrangler.toml",
  rollup: "worker/rollup/wrangler.toml",
};
export type WorkerName = keyof typeof SOURCES;
export type WorkerVariables = Record<
  WorkerName,
  { vars: Record<string, string>; secrets?: Record<string, string> }
>;

/** As `npm run deploy` sets it (scripts/deploy/routes.ts), for whatever host leads to this machine. */
const GATEWAY_ROUTE = "*/v1/*";

/**
 * The deployed configuration of each worker with this stack's addresses in it, in a folder of its own,
 * so that several stacks can run beside each other. Secrets go to the `.dev.vars` beside it.
 * @param routed whether requests to `/v1` lead to the gateway directly, as in a deployment with a domain, or through web.
 */
export function writeWorkerConfigs(
  folder: string,
  variables: WorkerVariables,
  { routed = false }: { routed?: boolean } = {},
): Record<WorkerName, string> {
  const define = buildDefinition(readBuildInfo());
  const write = (name: WorkerName, routes: string[] = []) =>
    writeWorkerConfig(join(folder, name), SOURCES[name], { define, routes }, variables[name]);
  return {
    web: write("web"),
    api: write("api"),
    gateway: write("gateway", routed ? [GATEWAY_ROUTE] : []),
    rollup: write("rollup"),
  };
}

/** The configuration of the worker through which Vite reaches the other workers during development. */
export function writeDevFront(folder: string): string {
  const target = join(folder, "workers", "dev-front.json");
  const service = (binding: string, name: string) => ({ binding, service: name });
  const config = {
    name: "latchkey-dev-front",
    main: join(ROOT, "scripts/local/dev-front.ts"),
    compatibility_date: "2026-07-01",
    services: [service("API", "latchkey-api"), service("GATEWAY", "latchkey-gateway")],
  };
  writeFileSync(target, JSON.stringify(config, null, 2));
  return target;
}

function writeWorkerConfig(
  folder: string,
  source: string,
  replaced: { define: Record<string, string>; routes: string[] },
  { vars, secrets = {} }: WorkerVariables[WorkerName],
): string {
  const file = join(ROOT, source);
  const { env: _, ...config } = parse(readFileSync(file, "utf8"));
  const absolute = (path: unknown) => resolve(dirname(file), String(path));
  const assets = config.assets as Record<string, unknown> | undefined;
  const local = {
    ...config,
    ...replaced,
    main: absolute(config.main),
    ...(assets && { assets: { ...assets, directory: absolute(assets.directory) } }),
    vars: { ...(config.vars as object), ...vars },
  };
  mkdirSync(folder, { recursive: true });
  const target = join(folder, "wrangler.json");
  writeFileSync(target, JSON.stringify(local, null, 2));
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  writeFileSync(join(folder, ".dev.vars"), lines.join(""), { mode: 0o600 });
  return target;
}
