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
import { localAddress } from "#scripts/local/settings.ts";
import { waitForResponse } from "#scripts/local/wrangler-dev.ts";
import type { BenchDatabase } from "../bench-database.ts";
import { bundleWorkers } from "./bundle-workers.ts";
import { newCustomer, newGrant, PLAYGROUND_ORIGIN } from "./customers.ts";
import { type LoadJob, type LoadResult, loadResult } from "./load-process.ts";
import { Processes } from "./processes.ts";
import { eachTarget } from "./targets.ts";
import { workerdConfig } from "./workerd-config.ts";

const UPSTREAM = fileURLToPath(new URL("upstream-process.ts", import.meta.url));
const LOAD = fileURLToPath(new URL("load-process.ts", import.meta.url));
const LOOPBACK = fileURLToPath(new URL("listen-on-loopback.ts", import.meta.url));
const require = createRequire(import.meta.url);
const PORTKEY = join(dirname(require.resolve("@portkey-ai/gateway/package.json")), "build/start-server.js");

export type Rig = Awaited<ReturnType<typeof startRig>>;

/**
 * An upstream provider and the ways to it: a worker that passes everything through, one that stores each request twice, the
 * gateway, and Portkey's. The gateway is its worker's bundle, compatibility flags and default export, which a
 * deployment's route to `/v1` leads to; it is also reached through web's forwarding, and at a distance from its objects.
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
  const [debug = 0, ...free] = await freePorts(11);
  const ports = eachTarget(() => free.pop() ?? 0);
  ports.grants = ports.ours;
  const upstream = localAddress(ports.direct);
  processes.start("upstream", process.execPath, [UPSTREAM, String(ports.direct)]);
  const bundles = await bundleWorkers(folder, { libsql, upstream });
  const config = join(folder, "config.capnp");
  writeFileSync(config, workerdConfig({ bundles, ports, upstream, objects: disk }));
  const inspector = inspected ? [`--inspector-addr=127.0.0.1:${debug}`] : [];
  processes.start("workerd", join("node_modules", ".bin", "workerd"), ["serve", ...inspector, config]);
  const loopback = ["--import", LOOPBACK];
  const options = [`--port=${ports.portkey}`, "--headless"];
  processes.start("portkey", process.execPath, [...loopback, PORTKEY, ...options], {
    NODE_ENV: "production",
  });
  await Promise.all(Object.values(ports).map((port) => waitForResponse(`${localAddress(port)}/`)));

  const pepper = decodeBase64(bundles.variables.KEY_PEPPER ?? "");
  const sealing = decodeBase64(bundles.variables.KEY_SEALING_SECRET ?? "");
  if (pepper === null || sealing === null) throw new Error("The stack's secrets cannot be read.");
  const load = fork(LOAD);
  return {
    ports,
    upstream,
    /** The gateway's script, with its source map beside it. */
    bundle: join(folder, bundles.gateway),
    inspector: localAddress(debug),
    /** The keys of a new account, which has asked once: its object knows it. */
    async newCustomer(count: number, options: Parameters<typeof newCustomer>[3] = {}): Promise<string[]> {
      const keys = await newCustomer(db, { pepper, sealing }, count, options);
      const headers = { authorization: `Bearer ${keys[0]}` };
      const { status } = await fetch(`${localAddress(ports.ours)}/v1/models`, { headers });
      if (status !== 200) throw new Error(`A new account's first request returned ${status}.`);
      return keys;
    },
    /** Grants of as many new accounts, whose objects know them. */
    async newGrants(count: number): Promise<string[]> {
      const grants: string[] = [];
      for (let i = 0; i < count; i++) grants.push(await newGrant(db, { pepper, sealing }));
      for (const grant of grants) {
        const headers = { authorization: `Bearer ${grant}`, origin: PLAYGROUND_ORIGIN };
        const { status } = await fetch(`${localAddress(ports.ours)}/v1/models`, { headers });
        if (status !== 200) throw new Error(`A grant's first request returned ${status}.`);
      }
      return grants;
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
