import { existsSync, globSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { matchesGlob, resolve } from "node:path";
import { defineConfig } from "@playwright/test";
import { limitMs } from "./scripts/testing/slowness.ts";
import { filesOf, readPlan } from "./scripts/testing/tiers.ts";

/** Holds back the payment provider's events for a while, so no other test may run beside it. */
const SWITCHES_A_PART = "**/local-parts.full.spec.ts";
/** A sign-in with the second factor ends the operator's sessions that are still without it, so one file runs at a time. */
const DESK = "**/operator*.spec.ts";
/** Searches what all the others left behind. */
const AFTERMATH = "**/aftermath.spec.ts";

const { include, exclude } = filesOf("e2e", "tests/e2e/**/*.spec.ts", readPlan(process.env));
const CHOSEN = globSync(include, { exclude }).map((path) => resolve(path));
const SPECIAL = [DESK, SWITCHES_A_PART, AFTERMATH];
const chosen = (glob: string) => CHOSEN.filter((path) => matchesGlob(path, glob));
const others = () => CHOSEN.filter((path) => !SPECIAL.some((glob) => matchesGlob(path, glob)));

const ENOUGH_SHARED_MEMORY = 2 ** 30;
/** Playwright's default, for small containers: files on the disk, which cost a sixth of the CPU time. */
const WITHOUT_SHARED_MEMORY = "--disable-dev-shm-usage";

function hasSharedMemory(): boolean {
  if (!existsSync("/dev/shm")) return false;
  const { bavail, bsize } = statfsSync("/dev/shm");
  return bavail * bsize >= ENOUGH_SHARED_MEMORY;
}

/** `scripts/test.ts` starts a stack of its own and says where it is. */
export default defineConfig({
  testDir: "tests/e2e",
  projects: [
    { name: "screens", testMatch: others() },
    { name: "desk", testMatch: chosen(DESK), workers: 1 },
    { name: "parts", testMatch: chosen(SWITCHES_A_PART), dependencies: ["screens", "desk"] },
    { name: "aftermath", testMatch: chosen(AFTERMATH), dependencies: ["parts"] },
  ],
  timeout: limitMs(300_000),
  expect: { timeout: limitMs(60_000) },
  fullyParallel: false,
  // A third of them wait for the stack at any time.
  workers: Math.min(4, Math.ceil(availableParallelism() * 1.5)),
  // When this many fail, the rest would only take the time in which somebody could look why.
  maxFailures: 25,
  forbidOnly: true,
  outputDir: "test-results/e2e",
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: process.env.LATCHKEY_TEST_WEB ?? "http://127.0.0.1:8787",
    locale: "en-US",
    actionTimeout: limitMs(60_000),
    navigationTimeout: limitMs(90_000),
    timezoneId: "Europe/Lisbon",
    screenshot: "only-on-failure",
    // Screenshots and snapshots of every page would cost a fifth of the time; the log of a failed test is kept.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    ...(process.env.LATCHKEY_TEST_BROWSER && {
      launchOptions: {
        executablePath: process.env.LATCHKEY_TEST_BROWSER,
        ignoreDefaultArgs: hasSharedMemory() ? [WITHOUT_SHARED_MEMORY] : [],
        args: [
          "--no-sandbox",
          "--disable-gpu",
          "--in-process-gpu",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
        ],
      },
    }),
  },
});
