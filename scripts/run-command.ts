import { spawn } from "node:child_process";
import { join } from "node:path";

export interface CommandResult {
  code: number;
  output: string;
  seconds: number;
}

interface CommandOptions {
  /** Passes its output through; otherwise it is collected. */
  show?: boolean;
  env?: Record<string, string>;
  /** Asks it to end, as Ctrl-C does. */
  signal?: AbortSignal;
}

/** Runs a command of `node_modules/.bin`. */
export function runCommand(
  command: string,
  args: string[],
  { show = false, env = {}, signal }: CommandOptions = {},
): Promise<CommandResult> {
  const started = performance.now();
  const child = spawn(join("node_modules", ".bin", command), args, {
    stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    env: { ...process.env, ...env },
  });
  const interrupt = () => child.kill("SIGINT");
  signal?.addEventListener("abort", interrupt, { once: true });
  child.once("exit", () => signal?.removeEventListener("abort", interrupt));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code: code ?? 1, output, seconds: (performance.now() - started) / 1000 }),
    );
  });
}
