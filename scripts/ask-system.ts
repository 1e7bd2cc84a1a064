import { execFileSync } from "node:child_process";

/** What a command of the system prints; if it cannot be run, that it could not. For descriptions only. */
export function askSystem(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    return `${command}: ${error instanceof Error ? error.message : error}`;
  }
}
