import { cpuMs } from "#scripts/bench/cpu-time.ts";
import { processTree } from "#scripts/processes.ts";

/** CPU milliseconds of a process and all that it started, by the program's name; empty where /proc is missing. */
export function cpuByProgram(root: number | undefined): Map<string, number> {
  const used = new Map<string, number>();
  for (const { pid, name } of processTree(root)) used.set(name, (used.get(name) ?? 0) + (cpuMs(pid) ?? 0));
  return used;
}
