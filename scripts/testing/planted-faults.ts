import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { runCommand } from "#scripts/run-command.ts";
import { readFailures, vitestFailures } from "./failures.ts";
import type { PlantedFault } from "./faults/planted-fault.ts";
import { FAULTS } from "./faults/table.ts";
import { planVariable, type Tier } from "./tiers.ts";

const LINKED = ["node_modules", "build"];
const report = z.object({ numTotalTests: z.number() });

/** The full tier catches every fault; so many of all of them may pass the fast one. */
const MOST_UNSEEN_BY_FAST = 3;

/**
 * Plants each fault alone in a copy of the last commit, and runs the tests that have to notice it: in the fast tier, and
 * where none of them fails, in the full one.
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
    const caught = { fast: 0, full: 0 };
    for (const fault of chosen) {
      const tier = await results.catches(fault);
      if (tier !== null) caught[tier]++;
    }
    console.log(
      `\n${caught.fast} of ${chosen.length} planted faults were caught in the fast tier, ${caught.full} more in the full one.`,
    );
    const missed = chosen.length - caught.fast - caught.full;
    return missed > 0 || caught.full > MOST_UNSEEN_BY_FAST ? 1 : 0;
  } finally {
    remove();
  }
}

class FaultRun {
  private readonly tree: string;
  /** Suites with their tier, and whether they pass as the source is. */
  private readonly sound = new Map<string, boolean>();

  constructor(tree: string) {
    this.tree = tree;
  }

  /** The tier that catches the fault; null when it isn't caught, or when nobody can tell. */
  async catches(fault: PlantedFault): Promise<Tier | null> {
    const file = join(this.tree, fault.file);
    const source = readFileSync(file, "utf8");
    const places = source.split(fault.find).length - 1;
    if (places !== 1) return say(fault, null, `its text is there ${places} times`);
    for (const tier of ["fast", "full"] as const) {
      if (!(await this.passesUnharmed(fault, tier))) return say(fault, null, "its tests fail without it");
      writeFileSync(
        file,
        source.replace(fault.find, () => fault.replace),
      );
      try {
        const { failures } = await this.run(fault, tier);
        if (failures.length > 0) return say(fault, tier, nameOf(failures[0] ?? ""));
      } finally {
        writeFileSync(file, source);
      }
    }
    return say(fault, null, "NO TEST FAILED");
  }

  /** Tests that fail anyway prove nothing. */
  private async passesUnharmed(fault: PlantedFault, tier: Tier): Promise<boolean> {
    const key = `${tier} ${fault.suites.join()}`;
    const known = this.sound.get(key);
    if (known !== undefined) return known;
    const { failures } = await this.run(fault, tier);
    if (failures.length > 0) console.log(failures.join("\n"));
    this.sound.set(key, failures.length === 0);
    return failures.length === 0;
  }

  private async run({ project, suites }: PlantedFault, tier: Tier): Promise<{ failures: string[] }> {
    const file = join(this.tree, "..", "result.json");
    rmSync(file, { force: true });
    const reporter = ["--reporter=json", `--outputFile=${file}`];
    const { code, output } = await runCommand(
      "vitest",
      ["run", "--project", project, ...reporter, ...suites],
      { cwd: this.tree, env: planVariable({ tier, suites: null }) },
    );
    if (!report.safeParse(readJson(file)).success)
      throw new Error(`${suites.join(", ")} gave no result:\n${output}`);
    const failures = readFailures(file, vitestFailures);
    return { failures: code !== 0 && failures.length === 0 ? [output] : failures };
  }
}

/** The test's name, from the first line of a failure. */
const nameOf = (failure: string) =>
  (failure.split("\n")[0] ?? "").replace(/^✗ .*?\/(?=tests\/)/, "").slice(0, 160);

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function say({ area, mistake }: PlantedFault, tier: Tier | null, detail: string): Tier | null {
  console.log(
    `${tier === null ? "✗" : "✓"} ${area.padEnd(14)} ${mistake}\n    ${tier ?? "missed"}: ${detail}`,
  );
  return tier;
}

function git(...args: string[]): void {
  execFileSync("git", args);
}
