import { readdirSync, readFileSync } from "node:fs";

/** CPU milliseconds of a process, all its threads: steady where wall time is not. Null where /proc is missing. */
export function cpuMs(pid: number | undefined): number | null {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    return tasks.reduce((sum, task) => sum + threadNs(`/proc/${pid}/task/${task}/schedstat`), 0) / 1e6;
  } catch {
    return null;
  }
}

/** A thread may end between the listing and the reading. */
function threadNs(file: string): number {
  try {
    return Number(readFileSync(file, "utf8").split(" ", 1)[0]);
  } catch {
    return 0;
  }
}
