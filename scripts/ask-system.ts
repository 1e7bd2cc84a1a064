import { execFileSync } from "node:child_process";

/** The output of a system command, or a note that it could not be run. For descriptions only. */
export function askSystem(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    return `${command}: ${error instanceof Error ? error.message : error}`;
  }
}
