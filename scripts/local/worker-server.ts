import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Children } from "./children.ts";
import { type WranglerDev, wranglerEnvironment } from "./wrangler-dev.ts";

const SERVE_WORKERS = fileURLToPath(new URL("./serve-workers.ts", import.meta.url));

/** Runs workers in workerd as they are deployed; nothing is watched. */
export function startWorkerServer(
  children: Children,
  { name, configs, port, folder }: Omit<WranglerDev, "inspectorPort">,
): void {
  children.start({
    name,
    command: process.execPath,
    args: [SERVE_WORKERS, "--port", String(port), "--persist", join(folder, "workerd"), ...configs],
    env: wranglerEnvironment(folder),
  });
}
