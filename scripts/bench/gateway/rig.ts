import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { decodeBase64 } from "#core/domain/encoding.ts";
import { ensurePrices } from "#scripts/local/example-prices.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { workerVariables } from "#scripts/local/local-workers.ts";
import { localAddress, localSecrets } from "#scripts/local/settings.ts";
import { writeWorkerConfigs } from "#scripts/local/worker-configs.ts";
import { waitForResponse, wranglerEnvironment } from "#scripts/local/wrangler-dev.ts";
import { runCommand } from "#scripts/run-command.ts";
import type { BenchDatabase } from "../bench-database.ts";
import { newCustomer } from "./customers.ts";
import { type LoadJob, type LoadResult, loadResult } from "./load-process.ts";
import { Processes } from "./processes.ts";
import { workerdConfig } from "./workerd-config.ts";

const UPSTREAM = fileURLToPath(new URL("upstream-process.ts", import.meta.url));
const LOAD = fileURLToPath(new URL("load-process.ts", import.meta.url));
const LOOPBACK = fileURLToPath(new URL("listen-on-loopback.ts", import.meta.url));
const require = createRequire(import.meta.url);
const PORTKEY = join(dirname(require.resolve("@portkey-ai/gateway/package.json")), "build/start-server.js");

const BUNDLE = "bundle/index.js";

export type TargetName = "direct" | "pass" | "stored" | "ours" | "portkey";
export type Rig = Awaited<ReturnType<typeof startRig>>;

/**
 * An upstream provider and the ways to it: a worker that passes everything through, one that stores each request twice, the
 * gateway, and Portkey's.
 * @param objects where the folder of the objects' storage is made: what of an admission is the disk's depends on it.
 */
export async function startRig(
  { db, url: libsql }: BenchDatabase,
  objects: string,
  { inspected = false }: { inspected?: boolean } = {},
) {
  await ensurePrices(db);
  const folder = mkdtempSync(join(tmpdir(), "latchkey-gateway-"));
  const disk = mkdtempSync(join(objects, "latchkey-objects-"));
  const processes = new Processes(folder);
  const [direct = 0, pass = 0, stored = 0, ours = 0, portkey = 0, debug = 0] = await freePorts(6);
  const ports: Record<TargetName, number> = { direct, pass, stored, ours, portkey };
  const upstream = localAddress(direct);
  processes.start("upstream", process.execPath, [UPSTREAM, String(direct)]);
  const variables = await bundleApi(folder, { libsql, upstream });
  const config = join(folder, "config.capnp");
  writeFileSync(config, workerdConfig({ bundle: BUNDLE, variables, ports, upstream, objects: disk }));
  const inspector = inspected ? [`--inspector-addr=127.0.0.1:${debug}`] : [];
  processes.start("workerd", join("node_modules", ".bin", "workerd"), ["serve", ...inspector, config]);
  const loopback = ["--import", LOOPBACK];
  const options = [`--port=${portkey}`, "--headless"];
  processes.start("portkey", process.execPath, [...loopback, PORTKEY, ...options], {
    NODE_ENV: "production",
  });
  await Promise.all(Object.values(ports).map((port) => waitForResponse(`${localAddress(port)}/`)));

  const pepper = decodeBase64(variables.KEY_PEPPER ?? "");
  const sealing = decodeBase64(variables.KEY_SEALING_SECRET ?? "");
  if (pepper === null || sealing === null) throw new Error("The stack's secrets cannot be read.");
  const load = fork(LOAD);
  return {
    ports,
    upstream,
    /** The api worker's script, with its source map beside it. */
    bundle: join(folder, BUNDLE),
    inspector: localAddress(debug),
    /** The keys of a new account, which has asked once: its object knows it. */
    async newCustomer(count: number): Promise<string[]> {
      const keys = await newCustomer(db, { pepper, sealing }, count);
      const headers = { authorization: `Bearer ${keys[0]}` };
      const { status } = await fetch(`${localAddress(ours)}/v1/models`, { headers });
      if (status !== 200) throw new Error(`A new account's first request returned ${status}.`);
      return keys;
    },
    async run(job: LoadJob): Promise<LoadResult> {
      load.send(job);
      const [message] = await once(load, "message");
      return loadResult.parse(message);
    },
    async stop() {
      load.kill();
      await processes.stop();
      for (const made of [folder, disk]) rmSync(made, { recursive: true, force: true });
    },
  };
}

/** The api worker as it would be deployed. @returns what its settings. */
async function bundleApi(folder: string, { libsql, upstream }: { libsql: string; upstream: string }) {
  const nowhere = localAddress(9);
  const surroundings = {
    web: nowhere,
    supabase: { url: nowhere, publishableKey: "none", secretKey: "none" },
    libsql: { url: libsql },
    stripe: { url: nowhere, secretKey: "none", webhookSecret: "none" },
    upstream,
  };
  localSecrets(folder);
  const variables = workerVariables(surroundings, folder);
  const configs = writeWorkerConfigs(join(folder, "workers"), variables);
  const args = ["deploy", "--dry-run", "-c", configs.api, "--outdir", dirname(join(folder, BUNDLE))];
  const { code, output } = await runCommand("wrangler", args, { env: wranglerEnvironment(folder) });
  if (code !== 0) throw new Error(output);
  return { ...variables.api.vars, ...variables.api.secrets };
}
