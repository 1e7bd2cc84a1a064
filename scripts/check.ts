import { buildApp } from "./local/build-app.ts";
import { type CommandResult, runCommand } from "./run-command.ts";
import { auditDependencies } from "./testing/audit-dependencies.ts";
import { findForeignTexts } from "./testing/fixture-texts.ts";
import { findStructureFaults } from "./testing/structure.ts";
import { findWording } from "./testing/wording.ts";

interface Check {
  name: string;
  /** Looks at the built app too. */
  built?: true;
  command: string;
  args: string[];
}

/** Of what has not changed since the last run. */
const CACHE = "node_modules/.cache";

const CHECKS: Check[] = [
  { name: "format and lint", command: "biome", args: ["check", "--error-on-warnings", "."] },
  // The native compiler; the tools that read types through an API need the package of the older one.
  { name: "types", command: "../typescript-native/bin/tsc", args: ["-p", ".", "--singleThreaded"] },
  {
    name: "unused code",
    built: true,
    command: "knip",
    args: ["--cache", "--cache-location", `${CACHE}/knip`],
  },
  { name: "size of the browser's code", built: true, command: "size-limit", args: [] },
];

/** Runs all checks side by side, even when one has failed, and says what each found. */
const building = buildApp();
const outcomes = await Promise.all([
  ...CHECKS.map(check),
  checkStructure(),
  checkTexts("wording", findWording),
  checkTexts("texts of fixtures", findForeignTexts),
  checkDependencies(),
]);
process.exit(outcomes.every(Boolean) ? 0 : 1);

async function checkStructure(): Promise<boolean> {
  const { faults, seconds } = await findStructureFaults();
  return say("imports and sizes", { code: faults.length, output: faults.join("\n"), seconds });
}

function checkTexts(name: string, find: () => string[]): boolean {
  const started = performance.now();
  const found = find();
  const seconds = (performance.now() - started) / 1000;
  return say(name, { code: found.length, output: found.join("\n"), seconds });
}

async function checkDependencies(): Promise<boolean> {
  const name = "known faults of dependencies";
  const { unchecked, ...result } = await auditDependencies();
  if (unchecked === null) return say(name, result);
  console.log(`- ${name}: ${unchecked}`);
  return true;
}

async function check({ name, built, command, args }: Check): Promise<boolean> {
  if (built) await building;
  return say(name, await runCommand(command, args));
}

function say(name: string, { code, output, seconds }: CommandResult): boolean {
  console.log(`${code === 0 ? "✓" : "✗"} ${name.padEnd(28)} ${seconds.toFixed(1)} s`);
  if (code !== 0) console.log(output);
  return code === 0;
}
