import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare, type WorkerdStructuredLog } from "miniflare";
import { freePorts } from "#scripts/local/free-port.ts";
import { bundleWorker, COMPATIBILITY, OBJECTS } from "#tests/support/bundle-worker.ts";
import { survivors, treeOf } from "#tests/support/processes.ts";

const DRIVER = fileURLToPath(new URL("./driver.ts", import.meta.url));
/** workerd lets requests in progress finish after SIGTERM. */
const GRACE_MS = 1_500;

function workerds(): number[] {
  return treeOf(process.pid).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0", 1)[0]?.endsWith("workerd");
    } catch {
      return false;
    }
  });
}

/** The gateway and its objects in a workerd of their own, with their storage on disk. Linux only, as CI is. */
export async function startRuntime(bindings: Record<string, string>, clockAhead: () => number) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-simulation-"));
  await bundleWorker(DRIVER, folder);
  const [port = 0] = await freePorts(1);
  const logs: string[] = [];
  const options = () => ({
    host: "127.0.0.1",
    port,
    cf: false,
    defaultPersistRoot: join(folder, "disk"),
    modulesRoot: folder,
    modules: [{ type: "ESModule" as const, path: join(folder, "driver.js") }],
    compatibilityDate: COMPATIBILITY.date,
    compatibilityFlags: COMPATIBILITY.flags,
    bindings: { ...bindings, CLOCK_AHEAD: String(clockAhead()) },
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => void logs.push(message),
    durableObjects: OBJECTS,
  });
  let miniflare = new Miniflare(options());
  await miniflare.ready;
  return {
    origin: `http://127.0.0.1:${port}`,
    logs,
    /** Ends workerd and starts it again on the same disk: with -9, or as a deployment does. */
    async restart(signal: "SIGKILL" | "SIGTERM") {
      const pids = workerds();
      for (const pid of pids) process.kill(pid, signal);
      if (signal === "SIGKILL" && (await survivors(pids, 10_000)).length > 0)
        throw new Error("workerd lives on.");
      if (signal === "SIGTERM") await survivors(pids, GRACE_MS);
      await miniflare.dispose();
      miniflare = new Miniflare(options());
      await miniflare.ready;
    },
    /** Calls the driver itself. */
    async control<Result>(path: string, body: object): Promise<Result> {
      const url = `http://127.0.0.1:${port}/control/${path}`;
      const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
      return (await response.json()) as Result;
    },
    async stop() {
      await miniflare.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
