import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestHarness } from "wrangler";
import { createKey } from "#core/services/keys/create-key.ts";
import { rotateKey } from "#core/services/keys/rotate-key.ts";
import { workerVariables } from "#scripts/local/local-workers.ts";
import { localSecrets } from "#scripts/local/settings.ts";
import { writeWorkerConfigs } from "#scripts/local/worker-configs.ts";
import { balanceOf, openCheckout, openPlanCheckout, type Stage, startPayments } from "./payments-harness.ts";
import { keysOf, ONE_YEAR, reveal, tracesOf } from "./plan-purchase-support.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-cron-"));
let stage: Stage;
let harness: ReturnType<typeof createTestHarness>;
beforeAll(async () => {
  stage = await startPayments();
  const supabase = { url: "http://127.0.0.1:9", publishableKey: "sb_publishable", secretKey: "sb_secret" };
  const addresses = {
    web: "http://app.test",
    supabase,
    libsql: { url: stage.database.url },
    stripe: stage.stripe,
    upstream: { url: "http://upstream.test/v1", apiKey: "" },
  };
  const configs = writeWorkerConfigs(folder, workerVariables(addresses, folder));
  harness = createTestHarness({ workers: [{ configPath: configs.rollup }] });
  await harness.listen();
  const { keyPepper, keySealingSecret } = localSecrets(folder);
  stage.context.keySecrets = {
    pepper: Uint8Array.from(Buffer.from(keyPepper, "base64")),
    sealing: Uint8Array.from(Buffer.from(keySealingSecret, "base64")),
  };
});
afterAll(async () => {
  await harness.close();
  await stage.stop();
  rmSync(folder, { recursive: true, force: true });
});

const runCron = () =>
  harness.getWorker("latchkey-rollup").scheduled({ cron: "* * * * *", scheduledTime: new Date() });

test("the deployed cron credits payments whose webhook was dropped, and retires a replaced key", async () => {
  const [payer, buyer] = [await stage.newCustomer(), await stage.newCustomer()];
  await stage.control.pay(await openCheckout(payer, 50));
  const { id } = await createKey(payer, { name: "Old" });
  await rotateKey(payer, { id, overlapHours: 1 });
  await stage.control.deliveries("drop");
  await stage.control.pay(await openCheckout(payer));
  await stage.control.pay(await openPlanCheckout(buyer));
  const { db } = stage.context;
  await db.run(sql`UPDATE checkout_orders SET created_at = created_at - 660000`);
  await db.run(sql`UPDATE api_keys SET expires_at = created_at WHERE public_id = ${id}`);

  expect(await runCron()).toMatchObject({ outcome: "ok" });
  expect(await balanceOf(payer)).toBe(75);
  expect(await tracesOf(buyer)).toEqual(ONE_YEAR);
  const [premium] = await keysOf(buyer);
  expect((await reveal(buyer, premium?.id ?? "")).key).toMatch(/^lk_/);
  expect((await keysOf(payer)).map(({ status }) => status)).toEqual(["revoked", "active"]);
});

test("the deployed cron fails when one of its steps does", async () => {
  await stage.control.deliveries("drop");
  await stage.control.pay(await openCheckout(await stage.newCustomer()));
  await stage.context.db.run(sql`UPDATE checkout_orders SET created_at = created_at - 660000`);
  await stage.control.post("/outage", { kind: "refused", requests: 3 });
  expect(await runCron()).toMatchObject({ outcome: "exception" });
  expect(await runCron()).toMatchObject({ outcome: "ok" });
});
