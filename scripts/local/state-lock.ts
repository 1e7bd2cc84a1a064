import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const LOCK_FILE = "stack.pid";

/**
 * Keeps two stacks off one state folder: two database servers on the same files would ruin them.
 * @returns what releases the lock.
 * @throws when a living process holds it.
 */
export function lockState(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, LOCK_FILE);
  if (!claim(file)) {
    const holder = Number(readFileSync(file, "utf8"));
    // After a crash in a container, the process that starts again may well have the same number.
    if (holder !== process.pid && isAlive(holder)) throw new Error(inUse(holder, folder));
    rmSync(file, { force: true });
    if (!claim(file)) throw new Error(inUse(Number(readFileSync(file, "utf8")), folder));
  }
  return () => rmSync(file, { force: true });
}

/** If two processes try at the same time, one fails. */
function claim(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

const inUse = (holder: number, folder: string) =>
  `Another Latchkey (process ${holder}) uses ${folder}. Stop it first, or set LATCHKEY_LOCAL_DIR to another folder.`;

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
