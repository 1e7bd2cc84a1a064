import { type Process, processTree, readProcess } from "#scripts/processes.ts";

const LOOK_EVERY_MS = 500;

/**
 * Counts the CPU time of everything that this process starts from now on. The kernel adds up what has been waited for; the
 * processes of a browser that is killed are waited for by nobody, and are missed from one look to the next.
 * @returns a function that ends it and tells the seconds, or null where /proc is missing.
 */
export function watchCpu(): () => number | null {
  const before = secondsOf(lookAtTree());
  let [last, lost] = [before, 0];
  const look = () => {
    const now = secondsOf(lookAtTree());
    lost += Math.max(0, last - now);
    last = now;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    look();
    return readProcess(process.pid) === null ? null : last + lost - before;
  };
}

const lookAtTree = () => processTree(process.pid);

/** Without this process's own work. */
const secondsOf = (tree: readonly Process[]) =>
  tree.reduce(
    (sum, { pid, seconds, childrenSeconds }) => sum + childrenSeconds + (pid === process.pid ? 0 : seconds),
    0,
  );
