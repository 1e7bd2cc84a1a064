import { setTimeout as sleep } from "node:timers/promises";
import { processTree, readProcess } from "#scripts/processes.ts";

/** The id of every living process below `root`, itself included. Linux only, as CI is. */
export const treeOf = (root: number): number[] => processTree(root).map(({ pid }) => pid);

/** Waits until none of them is alive; returns those that still are after the timeout. */
export async function survivors(pids: number[], timeoutMs: number): Promise<number[]> {
  const deadline = Date.now() + timeoutMs;
  let alive = pids.filter(isAlive);
  while (alive.length > 0 && Date.now() < deadline) {
    await sleep(50);
    alive = alive.filter(isAlive);
  }
  return alive;
}

const isAlive = (pid: number) => (readProcess(pid)?.state ?? "Z") !== "Z";
