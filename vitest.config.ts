import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { documentation } from "./scripts/documentation/vite-plugin.ts";
import type { Tier } from "./tests/support/tier.ts";

const tier: Tier = process.env.LATCHKEY_TEST_TIER === "full" ? "full" : "fast";
const provide = { tier };

const node = {
  environment: "node" as const,
  setupFiles: ["./tests/support/fail-on-console-error.ts"],
  provide,
};

export default defineConfig({
  test: {
    // Advice on its next version: Remix sets such flags itself.
    onConsoleLog: (log) => !log.includes("React Router Future Flag Warning"),
    projects: [
      {
        plugins: [documentation()],
        test: { ...node, name: "unit", include: ["tests/unit/**/*.test.ts"] },
      },
      {
        test: {
          name: "components",
          environment: "jsdom",
          include: ["tests/components/**/*.test.tsx"],
          setupFiles: ["./tests/components/support/setup.ts"],
          testTimeout: 30_000,
        },
      },
      {
        logLevel: "error",
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: "./worker/api/wrangler.toml" },
            miniflare: { bindings: { LIBSQL_URL: inject("libsqlUrl") } },
          })),
        ],
        test: {
          name: "workers",
          provide,
          include: ["tests/workers/**/*.test.ts"],
          setupFiles: ["./tests/workers/support/expected-errors.ts"],
          globalSetup: "./tests/workers/support/local-services.ts",
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          ...node,
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          // Half of the time they wait for what they started.
          maxWorkers: "100%",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
