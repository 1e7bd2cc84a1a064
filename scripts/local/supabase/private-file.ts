import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const OWNER_ONLY = 0o600;

/** JSON kept between starts; `make` runs only the first time. No one but the owner may read the file. */
export async function keptPrivately(file: string, make: () => Promise<unknown>): Promise<unknown> {
  if (existsSync(file)) {
    chmodSync(file, OWNER_ONLY);
    return JSON.parse(readFileSync(file, "utf8"));
  }
  const value = await make();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value), { mode: OWNER_ONLY, flag: "wx" });
  return value;
}
