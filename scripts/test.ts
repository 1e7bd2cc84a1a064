import { rmSync } from "node:fs";
import { buildApp } from "./local/build-app.ts";
import { runCommand } from "./run-command.ts";
import { testBrowser } from "./testing/test-browser.ts";
import { startTestStack } from "./testing/test-stack.ts";
import { addTotals, playwrightTotals, type Totals, vitestTotals } from "./testing/totals.ts";

const RESULTS = "test-results";
const E2E_USAGE_ROWS = "20000";

/** Everything, or the stages named as arguments: types, unit, workers, integration, e2e. */
const stages: Record<string, () => Promise<Totals>> = {
  types,
  unit: () => vitest("unit"),
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
for (const [name, run] of Object.entries(stages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
  totals.push(await run());
}
report(addTotals(totals));

/** The type check counts as one test. */
async function types(): Promise<Totals> {
  const { code, output } = await runCommand("tsc", ["-p", "."]);
  console.log(code === 0 ? "Types hold." : output);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function integration(): Promise<Totals> {
  await buildApp();
  return await vitest("integration");
}

async function vitest(project: string): Promise<Totals> {
  const file = `${RESULTS}/${project}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await runCommand("vitest", ["run", "--project", project, ...reporters], { show: true });
  const found = vitestTotals(file);
  // Failures outside any test, such as an unhandled rejection, show only in the exit code.
  return code !== 0 && found.failed === 0 ? { ...found, failed: 1 } : found;
}

async function e2e(): Promise<Totals> {
  console.log("Starting a stack of its own …");
  const [stack, browser] = [
    await startTestStack({ args: ["--usage-rows", E2E_USAGE_ROWS] }),
    await testBrowser(),
  ];
  try {
    const env = {
      LATCHKEY_TEST_WEB: stack.addresses.web,
      LATCHKEY_TEST_STACK: `${stack.folder}/stack.json`,
      LATCHKEY_TEST_BROWSER: browser,
    };
    await runCommand("playwright", ["test"], { show: true, env });
    return playwrightTotals(`${RESULTS}/e2e.json`);
  } finally {
    await stack.stop();
  }
}

function report({ passed, failed, skipped }: Totals): void {
  if (skipped > 0) console.log(`\n${skipped} tests were skipped: a skipped test counts as a failure.`);
  console.log(`\n${passed} passed, ${failed + skipped} failed`);
  process.exit(failed + skipped > 0 || passed === 0 ? 1 : 0);
}
