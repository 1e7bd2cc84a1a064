import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Children } from "./children.ts";

const READY_TIMEOUT_MS = 180_000;

export interface WranglerDev {
  name: string;
  /** Only the first is reachable over HTTP; the others through its service bindings. */
  configs: string[];
  port: number;
  inspectorPort: number;
  folder: string;
}

/** Runs workers in workerd through `wrangler dev`, which reloads them when a source changes. */
export function startWranglerDev(
  children: Children,
  { name, configs, port, inspectorPort, folder }: WranglerDev,
): void {
  children.start({
    name,
    command: "wrangler",
    args: [
      "dev",
      ...configs.flatMap((config) => ["-c", config]),
      "--ip",
      "127.0.0.1",
      "--port",
      String(port),
      "--inspector-port",
      String(inspectorPort),
      "--persist-to",
      join(folder, "workerd"),
      "--show-interactive-dev-session=false",
    ],
    env: wranglerEnvironment(folder),
  });
}

/** No question, no news, no call outside; its files stay in `folder`. */
export const wranglerEnvironment = (folder: string) => ({
  CI: "1",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_LOG_PATH: join(folder, "logs", "wrangler"),
  WRANGLER_REGISTRY_PATH: join(folder, "registry"),
});

/** Waits until `address` returns any status below 500. */
export async function waitForResponse(address: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let last = "no response";
  while (Date.now() < deadline) {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(5000), redirect: "manual" });
      await response.arrayBuffer();
      if (response.status < 500) return;
      last = `status ${response.status}`;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await sleep(100);
  }
  throw new Error(`${address} was not ready within ${READY_TIMEOUT_MS / 1000} s (${last}).`);
}
