import { readdirSync, readFileSync } from "node:fs";
import { cpuMs } from "#scripts/bench/cpu-time.ts";

/** CPU milliseconds of a process and all that it started, by the program's name; empty where /proc is missing. */
export function cpuByProgram(root: number | undefined): Map<string, number> {
  const used = new Map<string, number>();
  for (const { pid, name } of treeOf(root)) used.set(name, (used.get(name) ?? 0) + (cpuMs(pid) ?? 0));
  return used;
}

function treeOf(root: number | undefined): { pid: number; name: string }[] {
  const all = processes();
  const inside = new Set([root]);
  // A child may be listed before its parent, so the list is read until nothing is added.
  for (let before = -1; before !== inside.size; ) {
    before = inside.size;
    for (const { pid, parent } of all) if (inside.has(parent)) inside.add(pid);
  }
  return all.filter(({ pid }) => inside.has(pid));
}

function processes(): { pid: number; parent: number; name: string }[] {
  const pids = list("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(read(`/proc/${pid}/stat`)) ?? [];
    return name === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), name }];
  });
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
