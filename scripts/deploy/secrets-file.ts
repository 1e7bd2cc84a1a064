import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** The operator's own token for `npm run verify`; no worker gets it. */
export const VERIFY_TOKEN = "VERIFY_TOKEN";

/** A file like `.dev.vars.example`; null if there is none. */
export function readSecrets(file: string): Record<string, string> | null {
  if (!existsSync(file)) return null;
  const named = Object.entries(parseEnv(readFileSync(file, "utf8")));
  return Object.fromEntries(named.map(([name, value]) => [name, value ?? ""]));
}
