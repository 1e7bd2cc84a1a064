import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";

/** The bench's own processes, each in a group of its own: one of them may be a script that starts another. */
export class Processes {
  private readonly folder: string;
  private readonly running: ChildProcess[] = [];
  private readonly stopNow = () => this.kill();

  /** `folder` gets what they print. */
  constructor(folder: string) {
    this.folder = folder;
    process.once("exit", this.stopNow);
  }

  start(name: string, command: string, args: string[], env: Record<string, string> = {}): void {
    const log = openSync(join(this.folder, `${name}.log`), "w");
    const child = spawn(command, args, {
      stdio: ["ignore", log, log],
      env: { ...process.env, ...env },
      detached: true,
    });
    closeSync(log);
    this.running.push(child);
  }

  async stop(): Promise<void> {
    const ended = this.running.map(
      (child) =>
        child.exitCode !== null || child.signalCode !== null || new Promise((end) => child.once("exit", end)),
    );
    this.kill();
    await Promise.all(ended);
    process.off("exit", this.stopNow);
  }

  private kill(): void {
    for (const { pid, exitCode, signalCode } of this.running)
      if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL");
  }
}
