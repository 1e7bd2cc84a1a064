import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const REAPER = fileURLToPath(new URL("./reaper.mjs", import.meta.url));
const STOP_GRACE_MS = 5000;
const LOG_TAIL_LINES = 20;

export interface ChildOptions {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** The stack's processes, each in a separate process group with its output in a log file. */
export class Children {
  readonly #logs: string;
  readonly #running = new Map<number, ChildProcess>();
  readonly #reaper: ChildProcess;
  #stopping = false;
  /** Called once when a child exits unexpectedly. */
  onUnexpectedExit: (message: string) => void = () => {};

  constructor(logFolder: string) {
    mkdirSync(logFolder, { recursive: true });
    this.#logs = logFolder;
    this.#reaper = spawn(process.execPath, [REAPER], {
      stdio: ["pipe", "ignore", "inherit"],
      detached: true,
    });
    this.#reaper.unref();
    this.#reaper.once("exit", () => this.#unexpected("The process that ends the others was killed."));
    // Writing to it after its end must not end us before the children.
    this.#reaper.stdin?.on("error", () => {});
  }

  start({ name, command, args, env }: ChildOptions): ChildProcess {
    if (this.#stopping) throw new Error("Stopped while starting.");
    const log = openSync(this.#logFile(name), "w");
    const child = spawn(command, args, {
      stdio: ["ignore", log, log],
      env: { ...process.env, ...env },
      detached: true,
    });
    closeSync(log);
    child.once("error", (error) => this.#unexpected(`${name} could not be started: ${error.message}`));
    child.once("exit", (code, signal) => this.#ended(name, child, code ?? signal));
    if (child.pid !== undefined) {
      this.#running.set(child.pid, child);
      this.#reaper.stdin?.write(`+${child.pid}\n`);
    }
    return child;
  }

  /** Ends every group, first politely. Safe to repeat. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#signal("SIGTERM");
    const deadline = Date.now() + STOP_GRACE_MS;
    while (this.#running.size > 0 && Date.now() < deadline) await sleep(25);
    this.#signal("SIGKILL");
    this.#reaper.stdin?.end();
  }

  #signal(signal: NodeJS.Signals): void {
    for (const pid of this.#running.keys()) signalGroup(pid, signal);
  }

  #ended(name: string, child: ChildProcess, how: number | string | null): void {
    if (child.pid !== undefined) {
      this.#running.delete(child.pid);
      // Processes that the child left behind in its group.
      signalGroup(child.pid, "SIGKILL");
      this.#reaper.stdin?.write(`-${child.pid}\n`);
    }
    this.#unexpected(`${name} stopped (${how ?? "unknown"}). The end of its log:\n${this.#tail(name)}`);
  }

  #unexpected(message: string): void {
    if (!this.#stopping) this.onUnexpectedExit(message);
  }

  #logFile(name: string): string {
    return join(this.#logs, `${name}.log`);
  }

  #tail(name: string): string {
    return readFileSync(this.#logFile(name), "utf8").trimEnd().split("\n").slice(-LOG_TAIL_LINES).join("\n");
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
