import { readFileSync } from "node:fs";
import type { ICruiseResult } from "dependency-cruiser";
import { runCommand } from "#scripts/run-command.ts";

/** Product code above this is split where the idea splits. */
const MOST_LINES = 300;
const PRODUCT_CODE = /^(app|worker|scripts)\/.*(?<!\.d)\.tsx?$/;

/** @returns every forbidden import, and every file of the product that is too long. */
export async function findStructureFaults(): Promise<{ faults: string[]; seconds: number }> {
  const { stdout, seconds } = await runCommand("depcruise", [
    "--config",
    ".dependency-cruiser.cjs",
    "--no-progress",
    "--output-type",
    "json",
    "--cache",
    "node_modules/.cache/dependency-cruiser",
    "--cache-strategy",
    "content",
    "app",
    "worker",
    "scripts",
    "tests",
  ]);
  const { modules, summary }: ICruiseResult = JSON.parse(stdout);
  const imports = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  const files = modules.map(({ source }) => source).filter((source) => PRODUCT_CODE.test(source));
  return { faults: [...imports, ...files.flatMap(excessOf)], seconds };
}

function excessOf(file: string): string[] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").length;
  return lines > MOST_LINES ? [`${file}: ${lines} lines, at most ${MOST_LINES}`] : [];
}
