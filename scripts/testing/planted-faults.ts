import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { runCommand } from "#scripts/run-command.ts";
import { readFailures, vitestFailures } from "./failures.ts";
import { FAULTS, type PlantedFault } from "./fault-table.ts";

const LINKED = ["node_modules", "build"];
const report = z.object({ numFailedTests: z.number(), numPassedTests: z.number() });

/**
 * Plants each fault alone in a copy of the last commit, and runs the tests that have to notice it.
 * @param areas only the faults of these areas; all without any.
 * @returns the exit code: 1 when a fault is not caught, no longer fits the source, or its tests fail without it.
 */
export async function runPlantedFaults(areas: readonly string[]): Promise<number> {
  const chosen = FAULTS.filter(({ area }) => areas.length === 0 || areas.includes(area));
  if (chosen.length === 0)
    throw new Error(
      `There is no such area. There are: ${[...new Set(FAULTS.map(({ area }) => area))].join(", ")}.`,
    );
  const folder = mkdtempSync(join(tmpdir(), "latchkey-faults-"));
  const tree = join(folder, "tree");
  const remove = () => {
    git("worktree", "remove", "--force", tree);
    rmSync(folder, { recursive: true, force: true });
  };
  const interrupted = () => {
    remove();
    process.exit(1);
  };
  git("worktree", "add", "--detach", "--quiet", tree, "HEAD");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupted);
  try {
    for (const name of LINKED) symlinkSync(resolve(name), join(tree, name));
    const results = new FaultRun(tree);
    let missed = 0;
    for (const fault of chosen) if (!(await results.isCaught(fault))) missed++;
    console.log(`\n${chosen.length - missed} of ${chosen.length} planted faults were caught.`);
    return missed === 0 ? 0 : 1;
  } finally {
    remove();
  }
}

class FaultRun {
  private readonly tree: string;
  /** Suites, and whether they pass as the source is. */
  private readonly sound = new Map<string, boolean>();

  constructor(tree: string) {
    this.tree = tree;
  }

  async isCaught(fault: PlantedFault): Promise<boolean> {
    const file = join(this.tree, fault.file);
    const source = readFileSync(file, "utf8");
    const places = source.split(fault.find).length - 1;
    if (places !== 1) return say(fault, false, `its text is there ${places} times`);
    if (!(await this.passesUnharmed(fault))) return say(fault, false, "its tests fail without it");
    writeFileSync(
      file,
      source.replace(fault.find, () => fault.replace),
    );
    try {
      const { failed, seconds } = await this.run(fault);
      return say(
        fault,
        failed > 0,
        failed > 0 ? `${failed} tests failed in ${seconds.toFixed(0)} s` : "NO TEST FAILED",
      );
    } finally {
      writeFileSync(file, source);
    }
  }

  /** Tests that fail anyway prove nothing. */
  private async passesUnharmed(fault: PlantedFault): Promise<boolean> {
    const key = fault.suites.join();
    const known = this.sound.get(key);
    if (known !== undefined) return known;
    const { failed, passed, failures } = await this.run(fault);
    const sound = failed === 0 && passed > 0 && failures.length === 0;
    if (!sound) console.log(failures.join("\n"));
    this.sound.set(key, sound);
    return sound;
  }

  private async run({ project, suites }: PlantedFault) {
    const file = join(this.tree, "..", "result.json");
    rmSync(file, { force: true });
    const reporter = ["--reporter=json", `--outputFile=${file}`];
    const { output, seconds } = await runCommand(
      "vitest",
      ["run", "--project", project, ...reporter, ...suites],
      {
        cwd: this.tree,
      },
    );
    const failures = readFailures(file, vitestFailures);
    const result = report.safeParse(readJson(file));
    if (!result.success) throw new Error(`${suites.join(", ")} gave no result:\n${output}`);
    return { failed: result.data.numFailedTests, passed: result.data.numPassedTests, failures, seconds };
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function say({ area, mistake }: PlantedFault, caught: boolean, detail: string): boolean {
  console.log(`${caught ? "✓" : "✗"} ${area.padEnd(9)} ${mistake} (${detail})`);
  return caught;
}

function git(...args: string[]): void {
  execFileSync("git", args);
}
