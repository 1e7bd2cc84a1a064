import { availableParallelism } from "node:os";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { unstable_readConfig } from "wrangler";
import { documentation } from "./scripts/documentation/vite-plugin.ts";
import { limitMs } from "./scripts/testing/slowness.ts";
import { filesOf, readPlan } from "./scripts/testing/tiers.ts";

const plan = readPlan(process.env);
const { ratelimits: apiLimits } = unstable_readConfig({ config: "worker/api/wrangler.toml" });
const MEASURED = "./tests/support/measure-file.ts";
/** Itself a set-up file: without isolation, what one imports is run for the first test file alone. */
const NO_ERRORS = "./tests/support/fail-on-console-error.ts";
const node = {
  environment: "node" as const,
  setupFiles: [MEASURED, NO_ERRORS],
};
/**
 * Four times what the longest test takes on an idle machine, so that only a test that hangs ends here. With full counts
 * that test is four minutes long.
 */
const LONGEST_MS = plan?.tier === "full" ? 1_200_000 : 300_000;
const timeouts = { testTimeout: limitMs(LONGEST_MS), hookTimeout: limitMs(LONGEST_MS) };

/** A stage with the files that the plan runs. */
function stage(
  name: string,
  pattern: string,
  { test, ...options }: TestProjectInlineConfiguration,
): TestProjectInlineConfiguration {
  const { include, exclude } = filesOf(name, pattern, plan);
  return {
    ...options,
    test: {
      ...timeouts,
      maxWorkers: "100%",
      ...test,
      name,
      include,
      exclude,
      provide: { tier: plan?.tier ?? "fast" },
    },
  };
}

export default defineConfig({
  test: {
    // Advice on its next version: Remix sets such flags itself.
    onConsoleLog: (log) => !log.includes("React Router Future Flag Warning"),
    passWithNoTests: true,
    projects: [
      stage("unit", "tests/unit/**/*.test.ts", {
        plugins: [documentation()],
        test: { ...node, isolate: false },
      }),
      stage("components", "tests/components/**/*.test.tsx", {
        test: {
          environment: "jsdom",
          isolate: false,
          setupFiles: [MEASURED, NO_ERRORS, "./tests/components/support/setup.ts"],
        },
      }),
      stage("workers", "tests/workers/**/*.test.ts", {
        logLevel: "error",
        plugins: [
          cloudflareTest(({ inject }) => ({
            // The product API calls the same objects. Beside them it has only one binding of its own.
            wrangler: { configPath: "./worker/gateway/wrangler.toml" },
            miniflare: {
              // A poster that begins as a file ends would ask for its module, which is an unhandled error.
              bindings: { LIBSQL_URL: inject("libsqlUrl"), POSTERS: "0" },
              ratelimits: Object.fromEntries(
                apiLimits.map(({ name, ...limit }: { name: string }) => [name, limit]),
              ),
            },
          })),
        ],
        test: {
          isolate: false,
          setupFiles: ["./tests/workers/support/expected-errors.ts"],
          globalSetup: "./tests/workers/support/local-services.ts",
        },
      }),
      stage("integration", "tests/integration/**/*.test.ts", {
        // A third of the time they wait for what they started.
        test: { ...node, isolate: false, maxWorkers: Math.ceil(availableParallelism() * 1.5) },
      }),
    ],
  },
});
