import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare, type MiniflareOptions, type WorkerdStructuredLog } from "miniflare";
import { freePorts } from "#scripts/local/free-port.ts";
import { bundleWorker, COMPATIBILITY, OBJECTS } from "#tests/support/bundle-worker.ts";
import { survivors, treeOf } from "#tests/support/processes.ts";

const fileBeside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const isWorkerd = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0", 1)[0]?.endsWith("workerd");
  } catch {
    return false;
  }
};

interface Worker {
  /** A file beside this one. */
  file: "meter-driver" | "gateway-driver";
  bindings?: Record<string, string>;
}

/** The objects in a workerd of their own, with their storage on disk. Linux only, as CI is. */
export async function startMeters(libsqlUrl: string, { file, bindings }: Worker = { file: "meter-driver" }) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-meters-"));
  await bundleWorker(fileBeside(`./${file}.ts`), folder);
  const [port = 0] = await freePorts(1);
  const logs: string[] = [];
  const options: MiniflareOptions = {
    host: "127.0.0.1",
    port,
    cf: false,
    defaultPersistRoot: join(folder, "disk"),
    modulesRoot: folder,
    modules: [{ type: "ESModule", path: join(folder, `${file}.js`) }],
    compatibilityDate: COMPATIBILITY.date,
    compatibilityFlags: COMPATIBILITY.flags,
    bindings: { LIBSQL_URL: libsqlUrl, ...bindings },
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => {
      logs.push(message);
    },
    durableObjects: OBJECTS,
  };
  let miniflare = new Miniflare(options);
  const { origin } = await miniflare.ready;
  return {
    origin,
    /** What the objects and their runtime said. */
    logs,
    /** Ends workerd with -9, as the loss of a machine would. */
    async kill() {
      const pids = treeOf(process.pid).filter(isWorkerd);
      for (const pid of pids) process.kill(pid, "SIGKILL");
      if (pids.length === 0) throw new Error("There is no workerd to kill.");
      if ((await survivors(pids, 10_000)).length > 0) throw new Error("workerd lives on.");
    },
    async restart() {
      await miniflare.dispose();
      miniflare = new Miniflare(options);
      await miniflare.ready;
    },
    async stop() {
      await miniflare.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Meters = Awaited<ReturnType<typeof startMeters>>;
