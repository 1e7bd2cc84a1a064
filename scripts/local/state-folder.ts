import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { StackAddresses } from "./addresses.ts";
import { LOCK_FILE } from "./state-lock.ts";

/** Raise it when the code can no longer read the state that the version before it stored. */
const STATE_VERSION = 1;
export const VERSION_FILE = "state-version";

export const ADDRESSES_FILE = "stack.json";
const STATE = [
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
 * Marks a folder without state as this version's.
 * @throws when the folder holds the state of another version, which the code can't read.
 */
export function claimStateFolder(folder: string): void {
  const file = join(folder, VERSION_FILE);
  if (!readdirSync(folder).some((name) => STATE.includes(name))) {
    writeFileSync(file, `${STATE_VERSION}\n`);
    return;
  }
  // Until version 1, folders had no such file.
  const version = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (version === STATE_VERSION) return;
  const writer = version > STATE_VERSION ? "a later" : "an earlier";
  throw new Error(
    `The state in ${folder} was written by ${writer} version of Latchkey, and this version can't read it. Run npm start -- --fresh to delete it and start over.`,
  );
}

/**
 * Removes all state but the lock.
 * @throws when the folder holds anything that is not ours: the name may have been mistyped.
 */
export function emptyStateFolder(folder: string): void {
  const entries = readdirSync(folder).filter((name) => name !== LOCK_FILE);
  const foreign = entries.filter((name) => ![...STATE, ADDRESSES_FILE, VERSION_FILE].includes(name));
  if (foreign.length > 0) {
    throw new Error(`--fresh would delete what is not Latchkey's in ${folder}: ${foreign.join(", ")}.`);
  }
  // First, so that a folder that was only half emptied is refused.
  rmSync(join(folder, VERSION_FILE), { force: true });
  for (const name of entries) rmSync(join(folder, name), { recursive: true, force: true });
}
