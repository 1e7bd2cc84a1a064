import { spawn } from "node:child_process";
import { limitMs } from "#scripts/testing/slowness.ts";

const LIMIT_MS = limitMs(180_000);

export interface Ran {
  /** Null for a process that was ended here. */
  code: number | null;
  stdout: string;
  /** Both streams, as they came. */
  output: string;
}

interface Options {
  cwd?: string;
  env: NodeJS.ProcessEnv;
  input?: string;
}

/** Runs a program in a process group of its own, and ends what is left of the group with it or at the time limit. */
export function runProcess(
  command: string,
  args: readonly string[],
  { cwd, env, input = "" }: Options,
): Promise<Ran> {
  const child = spawn(command, args, { ...(cwd !== undefined && { cwd }), env, detached: true });
  const endGroup = () => {
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const limit = setTimeout(endGroup, LIMIT_MS);
  process.once("exit", endGroup);
  let [stdout, output] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  // A program that doesn't read its input may be gone before all of it is written.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  // Processes that the program left behind would keep its output open.
  child.once("exit", endGroup);
  return new Promise<Ran>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, output }));
  }).finally(() => {
    clearTimeout(limit);
    process.off("exit", endGroup);
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
