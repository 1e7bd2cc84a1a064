import { existsSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { askSystem } from "#scripts/ask-system.ts";

const LOOK_EVERY_MS = 5_000;
const RESPONSE_TIMEOUT_MS = 10_000;
/** Consecutive checks without a response; longer than the slowest request on a busy machine. */
const MOST_SILENT_LOOKS = 3;

/**
 * In production the platform ends a worker that hangs; locally nothing does. Checks that `url` responds, and if not, logs
 * what the runtime was doing before calling `restart`.
 */
export async function watchRuntime(url: string, restart: () => Promise<void>): Promise<never> {
  for (let silent = 0; ; ) {
    await sleep(LOOK_EVERY_MS);
    silent = (await responds(url)) ? 0 : silent + 1;
    if (silent < MOST_SILENT_LOOKS) continue;
    console.error(`The workers are not responding and will be restarted. What they were doing:\n${doing()}`);
    await restart();
    silent = 0;
  }
}

async function responds(url: string): Promise<boolean> {
  try {
    const { body } = await fetch(url, {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      redirect: "manual",
    });
    await body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/** The children of this process; on Linux also what each of their threads waits for. */
function doing(): string {
  const children = askSystem("ps", ["ax", "-o", "ppid,pid,stat,time,rss,args"])
    .split("\n")
    .filter((line) => Number.parseInt(line, 10) === process.pid);
  const threads = children.flatMap((line) => threadsOf(line.trim().split(/\s+/)[1] ?? ""));
  return [...children.map((line) => line.slice(0, 120)), ...threads].join("\n");
}

function threadsOf(pid: string): string[] {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  return readdirSync(tasks).map((task) => {
    const read = (file: string) => askSystem("cat", [`${tasks}/${task}/${file}`]).trim();
    const [, state, ...times] = read("stat").match(/\) (\S)(?: \S+){10} (\S+) (\S+)/) ?? [];
    return `  ${read("comm")} ${state} user+system ${times.join("+")} wchan ${read("wchan")} syscall ${read("syscall")}`;
  });
}
