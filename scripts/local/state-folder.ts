import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { StackAddresses } from "./addresses.ts";
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
  "operator.txt",
];

/** `.local/`, or the folder that LATCHKEY_LOCAL_DIR names. */
export function stateFolder(named = process.env.LATCHKEY_LOCAL_DIR): string {
  return resolve(named || ".local");
}

/** The addresses of the stack that runs in a folder; null when none does. */
export function runningStack(folder = stateFolder()): StackAddresses | null {
  const file = join(folder, ADDRESSES_FILE);
  if (!existsSync(file)) return null;
  // The stack itself wrote it.
  return JSON.parse(readFileSync(file, "utf8")) as StackAddresses;
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
