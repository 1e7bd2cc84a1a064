import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestHarness } from "wrangler";
import { workerVariables } from "#scripts/local/local-workers.ts";
import { writeWorkerConfigs } from "#scripts/local/worker-configs.ts";
import { startUnusedStripe } from "#tests/support/unused-stripe.ts";
import { analyticsAt } from "./rollup/usage-account.ts";
import { type ImportWorld, newUserId, startImportWorld } from "./usage-import/import-world.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-import-"));
const STRIPE_KEY = "sk_test_1";
let world: ImportWorld;
let stripe: Awaited<ReturnType<typeof startUnusedStripe>>;
let harness: ReturnType<typeof createTestHarness>;
beforeAll(async () => {
  world = await startImportWorld();
  stripe = await startUnusedStripe(STRIPE_KEY);
  world.clock.time = Date.now() - 60_000;
  vi.stubEnv("SUPABASE_USAGE_IMPORT", "on");
  const addresses = {
    web: "http://app.test",
    supabase: world.supabase,
    libsql: { url: world.database.url },
    stripe: { url: stripe.url, secretKey: STRIPE_KEY, webhookSecret: "whsec_1" },
    upstream: { url: "http://upstream.test/v1", apiKey: "" },
  };
  const configs = writeWorkerConfigs(folder, workerVariables(addresses, folder));
  harness = createTestHarness({ workers: [{ configPath: configs.rollup }] });
  await harness.listen();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await harness.close();
  await stripe.stop();
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

const runCron = () =>
  harness.getWorker("latchkey-rollup").scheduled({ cron: "* * * * *", scheduledTime: new Date() });

test("the deployed cron copies the operator's table from Supabase and rolls it up", async () => {
  const userId = newUserId();
  const rows = world.table.prepare(
    "INSERT INTO api_usage (timestamp, user_id, endpoint, status_code, response_time, cost) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const timestamp = new Date(world.clock.time).toISOString();
  world.table.exec("BEGIN");
  for (let i = 0; i < 2500; i++) rows.run(timestamp, userId, "/v1/models", i % 5 === 0 ? 500 : 200, i, 0.001);
  world.table.exec("COMMIT");

  expect(await runCron()).toMatchObject({ outcome: "ok" });
  const [account] = await world.query("SELECT id FROM accounts WHERE user_id = ?", userId);
  const response = await analyticsAt(world.database.db, Number(account?.id), Date.now(), {
    range: "24h",
    tz: "Asia/Kolkata",
  });
  expect(response).toMatchObject({
    total_requests: 2500,
    error_rate: 20,
    average_response_time: 1249.5,
    cost: 2.5,
  });
  const [state] = await world.query(
    "SELECT last_id = (SELECT max(id) FROM api_usage) AS done FROM rollup_state",
  );
  expect(state).toEqual({ done: 1 });

  world.write({ id: 2600, user_id: userId, request_id: "later" });
  expect(await runCron()).toMatchObject({ outcome: "ok" });
  expect(await world.query("SELECT count(*) AS n FROM api_usage")).toEqual([{ n: 2501 }]);
});
