import { spawn } from "node:child_process";
import { join } from "node:path";

export interface CommandResult {
  code: number;
  output: string;
  seconds: number;
}

interface CapturedResult extends CommandResult {
  /** `output` without stderr. */
  stdout: string;
}

interface CommandOptions {
  /** Passes its output through; otherwise it is collected. */
  show?: boolean;
  env?: Record<string, string>;
  /** Working directory, which has its own `node_modules`. */
  cwd?: string;
  /** Asks it to end, as Ctrl-C does. */
  signal?: AbortSignal;
}

/** Runs a command of `node_modules/.bin`. */
export function runCommand(
  command: string,
  args: string[],
  { show = false, env = {}, cwd = process.cwd(), signal }: CommandOptions = {},
): Promise<CapturedResult> {
  const started = performance.now();
  const child = spawn(join("node_modules", ".bin", command), args, {
    stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    env: { ...process.env, ...env },
    cwd,
  });
  const interrupt = () => child.kill("SIGINT");
  signal?.addEventListener("abort", interrupt, { once: true });
  // It doesn't outlive this process, as it would when only this one is ended.
  process.once("exit", interrupt);
  child.once("exit", () => {
    signal?.removeEventListener("abort", interrupt);
    process.off("exit", interrupt);
  });
  let [output, stdout] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code: code ?? 1, output, stdout, seconds: (performance.now() - started) / 1000 }),
    );
  });
}
