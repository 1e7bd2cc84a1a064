import { rmSync } from "node:fs";
import { buildApp } from "./local/build-app.ts";
import { runCommand } from "./run-command.ts";
import { playwrightFailures, readFailures, vitestFailures } from "./testing/failures.ts";
import { describeStack, watchStack } from "./testing/stack-watch.ts";
import { testBrowser } from "./testing/test-browser.ts";
import { startTestStack } from "./testing/test-stack.ts";
import {
  addTotals,
  ONE_FAILURE,
  playwrightTotals,
  readTotals,
  type Totals,
  verdict,
  vitestTotals,
} from "./testing/totals.ts";

const RESULTS = "test-results";
/** Shown again at the end: more of them have one cause. */
const MOST_FAILURES = 12;
const E2E_USAGE_ROWS = "20000";

/** Everything, or the stages named as arguments: types, unit, components, workers, integration, e2e. */
const stages: Record<string, () => Promise<Totals>> = {
  types,
  unit: () => vitest("unit"),
  components: () => vitest("components"),
  workers: () => vitest("workers"),
  integration,
  e2e,
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.error(`Unknown stage ${unknown.join(", ")}. There are: ${Object.keys(stages).join(", ")}.`);
  process.exit(1);
}

rmSync(RESULTS, { recursive: true, force: true });
const totals: Totals[] = [];
const failures: string[] = [];
for (const [name, run] of Object.entries(stages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
  totals.push(await run().catch(brokenStage));
}
const all = addTotals(totals);
const { line, code } = verdict(all);
if (all.skipped > 0) console.log(`\n${all.skipped} tests were skipped: a skipped test counts as a failure.`);
if (failures.length > 0)
  console.log(`\n── failures ${"─".repeat(52)}\n${failures.slice(0, MOST_FAILURES).join("\n")}`);
console.log(`\n${line}`);
process.exit(code);

/** The others still run, so that one look tells everything. */
function brokenStage(error: unknown): Totals {
  console.error(error);
  return ONE_FAILURE;
}

/** The type check counts as one test. */
async function types(): Promise<Totals> {
  const { code, output } = await runCommand("tsc", ["-p", "."]);
  console.log(code === 0 ? "Types hold." : output);
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : ONE_FAILURE;
}

async function integration(): Promise<Totals> {
  await buildApp();
  return await vitest("integration");
}

async function vitest(project: string): Promise<Totals> {
  const file = `${RESULTS}/${project}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await runCommand("vitest", ["run", "--project", project, ...reporters], { show: true });
  failures.push(...readFailures(file, vitestFailures));
  return readTotals(file, code, vitestTotals);
}

async function e2e(): Promise<Totals> {
  const browser = await testBrowser();
  console.log("Starting a stack of its own …");
  const stack = await startTestStack({ args: ["--usage-rows", E2E_USAGE_ROWS] });
  try {
    const env = {
      LATCHKEY_TEST_WEB: stack.addresses.web,
      LATCHKEY_TEST_STACK: `${stack.folder}/stack.json`,
      LATCHKEY_TEST_BROWSER: browser,
    };
    const watch = watchStack(stack);
    const { code } = await runCommand("playwright", ["test"], { show: true, env, signal: watch.silent });
    watch.end();
    if (code !== 0) console.log(await describeStack(stack));
    failures.push(...readFailures(`${RESULTS}/e2e.json`, playwrightFailures));
    return readTotals(`${RESULTS}/e2e.json`, code, playwrightTotals);
  } finally {
    await stack.stop();
  }
}
