import { readdirSync, readFileSync } from "node:fs";

export interface Process {
  pid: number;
  parent: number;
  name: string;
  /** `Z` for one that has ended and waits for its parent. */
  state: string;
  /** Seconds of CPU time that it has used, all threads. */
  seconds: number;
  /** Seconds of the children that it has waited for, and of theirs. */
  childrenSeconds: number;
}

/** The kernel counts in hundredths of a second, whatever its own tick is. */
const TICKS_A_SECOND = 100;

/** A process and all that descend from it; empty where /proc is missing. */
export function processTree(root: number | undefined): Process[] {
  const all = list("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)) ?? []);
  const inside = new Set([root]);
  // A child may be listed before its parent, so the list is read until nothing is added.
  for (let before = -1; before !== inside.size; ) {
    before = inside.size;
    for (const { pid, parent } of all) if (inside.has(parent)) inside.add(pid);
  }
  return all.filter(({ pid }) => inside.has(pid));
}

/** Null for a process that has ended, and where /proc is missing. */
export function readProcess(pid: number): Process | null {
  const text = read(`/proc/${pid}/stat`);
  const [, name = "", rest = ""] = /^\d+ \((.*)\) (.*)/s.exec(text) ?? [];
  // proc_pid_stat(5), from the third field on.
  const fields = rest.split(" ");
  if (fields.length < 15) return null;
  const ticks = (at: number) => Number(fields[at]) / TICKS_A_SECOND;
  return {
    pid,
    parent: Number(fields[1]),
    name,
    state: fields[0] ?? "",
    seconds: ticks(11) + ticks(12),
    childrenSeconds: ticks(13) + ticks(14),
  };
}

/** Processes end while they are listed. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
