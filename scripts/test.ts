import { mkdirSync, rmSync } from "node:fs";
import { buildApp } from "./local/build-app.ts";
import { runCommand } from "./run-command.ts";
import { AREAS } from "./testing/areas.ts";
import { budgetExceeded } from "./testing/budgets.ts";
import { calibrateBeside, measureSlowness } from "./testing/calibration.ts";
import { playwrightFailures, readFailures, vitestFailures } from "./testing/failures.ts";
import {
  cpuRecordVariable,
  type FileCost,
  playwrightDurations,
  readCpuRecord,
  shareOut,
  vitestDurations,
} from "./testing/file-costs.ts";
import { noteSlowness } from "./testing/slowness.ts";
import { describeStack, watchStack } from "./testing/stack-watch.ts";
import { watchCpu } from "./testing/stage-cpu.ts";
import { describeCosts, type StageCost } from "./testing/summary.ts";
import { testBrowser } from "./testing/test-browser.ts";
import { startTestStack } from "./testing/test-stack.ts";
import { chooseTests, planVariable } from "./testing/tiers.ts";
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

/** Every test belongs to one of them. `npm run check` checks the types. */
const stages: Record<string, () => Promise<Totals>> = {
  unit: () => vitest("unit"),
  components: () => vitest("components"),
  workers: () => vitest("workers"),
  integration,
  e2e,
};

const choice = chooseTests(process.argv.slice(2), { stages: Object.keys(stages), areas: AREAS });
if ("mistake" in choice) {
  console.error(choice.mistake);
  process.exit(1);
}
const { plan } = choice;
for (const signal of ["SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
const slowness = measureSlowness();
if (slowness > 1) console.log(`This machine is ${slowness.toFixed(1)} times slower than usual now.`);
noteSlowness(slowness);

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);
const failures: string[] = [];
const costs: StageCost[] = [];
const totals: Totals[] = [];
for (const [stage, run] of Object.entries(stages)) {
  if (!choice.stages.includes(stage)) continue;
  console.log(`\n── ${stage} ${"─".repeat(60 - stage.length)}`);
  const [started, unitOf, cpuOf] = [performance.now(), calibrateBeside(), watchCpu()];
  totals.push(await run().catch(brokenStage));
  const [cpuSeconds, unit] = [cpuOf(), unitOf()];
  const clockSeconds = (performance.now() - started) / 1000;
  costs.push({ stage, clockSeconds, cpuSeconds, unit, files: filesOf(stage, cpuSeconds ?? 0) });
  // Single areas have no budget.
  if (cpuSeconds === null || plan.suites !== null) continue;
  const exceeded = budgetExceeded(plan.tier, stage, cpuSeconds / unit);
  if (exceeded === null) continue;
  failures.push(exceeded);
  totals.push(ONE_FAILURE);
}
const all = addTotals(totals);
const { line, code } = verdict(all);
console.log(`\n── costs ${"─".repeat(55)}\n${describeCosts(costs)}`);
if (all.skipped > 0) console.log(`\n${all.skipped} tests were skipped: a skipped test counts as a failure.`);
if (failures.length > 0)
  console.log(`\n── failures ${"─".repeat(52)}\n${failures.slice(0, MOST_FAILURES).join("\n")}`);
console.log(`\n${line}`);
process.exit(code);

/** The others still run, so that one run shows all failures. */
function brokenStage(error: unknown): Totals {
  console.error(error);
  return ONE_FAILURE;
}

async function integration(): Promise<Totals> {
  await buildApp();
  return await vitest("integration");
}

async function vitest(stage: string): Promise<Totals> {
  const file = reportOf(stage);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await runCommand("vitest", ["run", "--project", stage, ...reporters], {
    show: true,
    env: { ...planVariable(plan), ...cpuRecordVariable(cpuRecordOf(stage)) },
  });
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
      ...planVariable(plan),
    };
    const watch = watchStack(stack);
    const { code } = await runCommand("playwright", ["test"], { show: true, env, signal: watch.silent });
    watch.end();
    if (code !== 0) console.log(await describeStack(stack));
    failures.push(...readFailures(reportOf("e2e"), playwrightFailures));
    return readTotals(reportOf("e2e"), code, playwrightTotals);
  } finally {
    await stack.stop();
  }
}

function reportOf(stage: string): string {
  return `${RESULTS}/${stage}.json`;
}

function cpuRecordOf(stage: string): string {
  return `${RESULTS}/${stage}-cpu.jsonl`;
}

/** As the files measured it, or as their share of the stage. */
function filesOf(stage: string, cpuSeconds: number): FileCost[] {
  const noted = readCpuRecord(cpuRecordOf(stage));
  if (noted.length > 0) return noted;
  const report = reportOf(stage);
  return shareOut(cpuSeconds, stage === "e2e" ? playwrightDurations(report) : vitestDurations(report));
}
