import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { createTestHarness } from "wrangler";
import { freePorts } from "#scripts/local/free-port.ts";
import { workerVariables } from "#scripts/local/local-workers.ts";
import { localAddress, localSecrets } from "#scripts/local/settings.ts";
import { startStripe } from "#scripts/local/stripe/index.ts";
import { startSupabase } from "#scripts/local/supabase/index.ts";
import { writeWorkerConfigs } from "#scripts/local/worker-configs.ts";
import { startTestDatabase } from "./test-database.ts";

const APP_ORIGIN = "http://latchkey.test";

export type AllWorkers = Awaited<ReturnType<typeof startAllWorkers>>;

/** The three workers in workerd as deployed, on a real database, Supabase and Stripe of their own. */
export async function startAllWorkers() {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-workers-"));
  const [supabasePort = 0, stripePort = 0] = await freePorts(2);
  const database = await startTestDatabase();
  const { stripeSecretKey, stripeWebhookSecret } = localSecrets(folder);
  const supabase = await startSupabase({
    port: supabasePort,
    folder: join(folder, "supabase"),
    siteUrl: APP_ORIGIN,
    sendMail: async () => {},
  });
  const stripeKeys = { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret };
  const addresses = {
    web: APP_ORIGIN,
    supabase,
    libsql: { url: database.url },
    stripe: { url: localAddress(stripePort), ...stripeKeys },
  };
  const configs = writeWorkerConfigs(join(folder, "workers"), workerVariables(addresses, folder));
  const harness = createTestHarness({
    workers: [{ configPath: configs.web }, { configPath: configs.api }, { configPath: configs.rollup }],
  });
  const { url } = await harness.listen();
  const stripe = await startStripe({
    port: stripePort,
    folder: join(folder, "stripe"),
    webhookUrl: new URL("/api/stripe/webhook", url).href,
    ...stripeKeys,
  });

  return {
    origin: url.origin,
    database,
    supabase,
    stripe,
    runCron: () =>
      harness.getWorker("latchkey-rollup").scheduled({ cron: "* * * * *", scheduledTime: new Date() }),
    logs: () => harness.getLogs(),
    async stop() {
      await harness.close();
      await stripe.stop();
      await supabase.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A confirmed user with a session, and a `fetch` of the product API in their name. */
export async function signInNewUser({ origin, supabase }: AllWorkers, email: string) {
  const password = "Correct-horse-9";
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const admin = createClient(supabase.url, supabase.secretKey, options).auth.admin;
  const created = await admin.createUser({ email, password, email_confirm: true });
  if (created.error) throw created.error;
  const client = createClient(supabase.url, supabase.publishableKey, options);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  const headers = {
    authorization: `Bearer ${data.session.access_token}`,
    "content-type": "application/json",
  };
  return {
    userId: data.user.id,
    call: (path: string, body?: unknown) =>
      fetch(`${origin}/api${path}`, {
        headers,
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      }),
  };
}
