import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { LOCK_FILE } from "./state-lock.ts";

export const ADDRESSES_FILE = "stack.json";
const OURS = [
  "database",
  "inbox",
  "logs",
  "registry",
  "social",
  "stripe",
  "supabase",
  "workerd",
  "workers",
  "secrets.json",
];

/** `.local/`, or the folder that LATCHKEY_LOCAL_DIR names. */
export function stateFolder(): string {
  return resolve(process.env.LATCHKEY_LOCAL_DIR || ".local");
}

/**
 * Removes all state but the lock.
 * @throws when the folder holds anything that is not ours: the name may have been mistyped.
 */
export function emptyStateFolder(folder: string): void {
  const entries = readdirSync(folder).filter((name) => name !== LOCK_FILE);
  const foreign = entries.filter((name) => !OURS.includes(name) && name !== ADDRESSES_FILE);
  if (foreign.length > 0) {
    throw new Error(`--fresh would delete what is not Latchkey's in ${folder}: ${foreign.join(", ")}.`);
  }
  for (const name of entries) rmSync(join(folder, name), { recursive: true, force: true });
}
