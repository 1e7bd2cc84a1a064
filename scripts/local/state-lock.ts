import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  if (existsSync(file)) {
    const holder = Number(readFileSync(file, "utf8"));
    if (isAlive(holder)) {
      throw new Error(
        `Another Latchkey (process ${holder}) uses ${folder}. Stop it first, or set LATCHKEY_LOCAL_DIR to another folder.`,
      );
    }
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
