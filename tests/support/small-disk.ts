import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "#scripts/local/free-port.ts";
import { sqldCommand, waitForSqld } from "#scripts/local/sqld.ts";

const MOUNT = 'mount -t tmpfs -o "size=$0m" tmpfs "$1" && shift && exec "$@"';
const TOP_UP_MS = 20;
const BLOCK = Buffer.alloc(4096);

/**
 * A libSQL server whose data is on its own disk of a few megabytes, which can really be filled. The disk is a
 * tmpfs in a mount namespace that ends with the server: Linux only, with util-linux's `unshare`.
 */
export async function startSqldOnSmallDisk({ megabytes }: { megabytes: number }) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-small-disk-"));
  const [port = 0] = await freePorts(1);
  const { command, args, env } = sqldCommand({ port, folder });
  const mounted = ["-rm", "sh", "-c", MOUNT, String(megabytes), folder, command, ...args];
  const child = spawn("unshare", mounted, { stdio: "ignore", env: { ...process.env, ...env } });
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([waitForSqld(url, child), failed]);
  const ballast = join(`/proc/${child.pid}/root`, folder, "ballast");
  const topUp = () => {
    const file = openSync(ballast, "a");
    try {
      for (;;) writeSync(file, BLOCK);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    } finally {
      closeSync(file);
    }
  };
  let filling: NodeJS.Timeout | undefined;
  return {
    url,
    /** Fills the remaining space on the disk, and the space the server frees with its checkpoints. */
    fill() {
      topUp();
      filling = setInterval(topUp, TOP_UP_MS);
    },
    free() {
      clearInterval(filling);
      rmSync(ballast);
    },
    async stop() {
      clearInterval(filling);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
