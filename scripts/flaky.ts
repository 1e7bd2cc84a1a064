import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { runCommand } from "./run-command.ts";
import { measureSlowness } from "./testing/calibration.ts";
import { playwrightFailures, readFailures, vitestFailures } from "./testing/failures.ts";
import { noteSlowness } from "./testing/slowness.ts";
import { testBrowser } from "./testing/test-browser.ts";
import { startTestStack } from "./testing/test-stack.ts";
import { planVariable } from "./testing/tiers.ts";

const RUNS = 20;
const PIN_TRIES = 10;
const REPORT = "test-results/flaky.json";
const STAGES = ["unit", "components", "workers", "integration", "e2e"];

const files = process.argv.slice(2);
const strange = files.find((file) => stageOf(file) === undefined);
if (files.length === 0 || strange !== undefined) {
  console.error(
    `${strange ?? "Nothing"} is not a test. Name test files: npm run flaky -- tests/unit/csv.test.ts …`,
  );
  process.exit(1);
}

const busy = shareOneCore();
noteSlowness(measureSlowness());
const env = planVariable({
  tier: files.some((file) => file.includes(".full.")) ? "full" : "fast",
  suites: null,
});
const failures = new Map<string, number>();
try {
  for (const stage of STAGES) {
    const chosen = files.filter((file) => stageOf(file) === stage);
    if (chosen.length === 0) continue;
    if (stage === "e2e") await withStack((stack) => repeat(() => playwright(chosen, stack)));
    else await repeat(() => vitest(stage, chosen));
  }
} finally {
  busy.kill();
}
for (const [failure, count] of failures) console.log(`\n${count} of ${RUNS} times: ${failure}`);
console.log(failures.size === 0 ? `\nPassed ${RUNS} times.` : `\n${failures.size} tests failed.`);
process.exit(failures.size === 0 ? 0 : 1);

function stageOf(file: string): string | undefined {
  return STAGES.find((stage) => file.startsWith(`tests/${stage}/`));
}

/** @returns false if a thread ended between being listed and being moved, which leaves the ones after it where they are. */
function moveTo(core: string): boolean {
  const args = ["--all-tasks", "--cpu-list", "--pid", core, String(process.pid)];
  return spawnSync("taskset", args).status === 0;
}

/** This process and all that it starts run on one core from now on, and so does a loop that never ends. */
function shareOneCore() {
  const core = String(availableParallelism() - 1);
  for (let failed = 0; !moveTo(core); failed += 1)
    if (failed === PIN_TRIES) throw new Error("taskset can't keep this process on one core.");
  return spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
}

async function repeat(run: () => Promise<string[]>): Promise<void> {
  for (let round = 1; round <= RUNS; round++) {
    const started = performance.now();
    const found = await run();
    for (const failure of found) failures.set(failure, (failures.get(failure) ?? 0) + 1);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `Run ${round} of ${RUNS}: ${found.length === 0 ? "passed" : `${found.length} failed`}, ${seconds} s`,
    );
  }
}

async function vitest(stage: string, chosen: readonly string[]): Promise<string[]> {
  rmSync(REPORT, { force: true });
  const { code, output } = await runCommand(
    "vitest",
    ["run", "--project", stage, "--reporter=json", `--outputFile=${REPORT}`, ...chosen],
    { env },
  );
  return explained(code, output, readFailures(REPORT, vitestFailures));
}

async function playwright(specs: readonly string[], stack: Record<string, string>): Promise<string[]> {
  rmSync(REPORT, { force: true });
  const { code, output } = await runCommand(
    "playwright",
    ["test", "--no-deps", "--reporter=json", ...specs],
    {
      env: { ...env, ...stack, PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT },
    },
  );
  return explained(code, output, readFailures(REPORT, playwrightFailures));
}

/** Failures outside any test show only in the exit code. */
function explained(code: number, output: string, found: string[]): string[] {
  return code !== 0 && found.length === 0 ? [output.slice(-2_000)] : found;
}

async function withStack(run: (variables: Record<string, string>) => Promise<void>): Promise<void> {
  const browser = await testBrowser();
  const stack = await startTestStack({ args: ["--usage-rows", "20000"] });
  try {
    await run({
      LATCHKEY_TEST_WEB: stack.addresses.web,
      LATCHKEY_TEST_STACK: `${stack.folder}/stack.json`,
      LATCHKEY_TEST_BROWSER: browser,
    });
  } finally {
    await stack.stop();
  }
}
