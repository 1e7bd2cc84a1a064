import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@supabase/supabase-js";
import { createTestHarness } from "wrangler";
import { freePorts } from "#scripts/local/free-port.ts";
import { workerVariables } from "#scripts/local/local-workers.ts";
import { localAddress, localSecrets } from "#scripts/local/settings.ts";
import { startStripe } from "#scripts/local/stripe/index.ts";
import { startSupabase } from "#scripts/local/supabase/index.ts";
import type { Mail } from "#scripts/local/supabase/mail-content.ts";
import { startUpstream } from "#scripts/local/upstream/index.ts";
import { type WorkerVariables, writeWorkerConfigs } from "#scripts/local/worker-configs.ts";
import { allSettings } from "#scripts/verify/read-target.ts";
import { publishExamplePrices } from "./prices.ts";
import { startTestDatabase } from "./test-database.ts";

const GATEWAY_WORKER = fileURLToPath(new URL("gateway-worker.ts", import.meta.url));
const APP_ORIGIN = "http://latchkey.test";
export const PASSWORD = "Correct-horse-9";
const IN_MEMORY = { auth: { persistSession: false, autoRefreshToken: false } };

export type AllWorkers = Awaited<ReturnType<typeof startAllWorkers>>;

interface WorkersOptions {
  /** False without a domain: requests to `/v1` pass through web. */
  routed?: boolean;
  /** In place of the demo provider. */
  upstreamUrl?: string;
  /** The models of the price list; the demo provider's unless given. */
  prices?: readonly object[];
  /** Every request is recorded and sent to this collector. */
  traces?: { url: string; headers: string };
}

/** The four workers in workerd as deployed, on their own real database, Supabase and Stripe. */
export async function startAllWorkers({ routed = true, upstreamUrl, prices, traces }: WorkersOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-workers-"));
  const [supabasePort = 0, stripePort = 0, upstreamPort = 0] = await freePorts(3);
  const database = await startTestDatabase();
  await publishExamplePrices(database.db, prices);
  const { stripeSecretKey, stripeWebhookSecret, upstreamApiKey } = localSecrets(folder);
  const upstream = await startUpstream({ port: upstreamPort, apiKey: upstreamApiKey });
  const emails: Mail[] = [];
  const supabase = await startSupabase({
    port: supabasePort,
    folder: join(folder, "supabase"),
    siteUrl: APP_ORIGIN,
    sendMail: async (mail) => {
      emails.push(mail);
    },
  });
  let stopping: Promise<void> | undefined;
  const stopSupabase = () => {
    stopping ??= supabase.stop();
    return stopping;
  };
  const stripeKeys = { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret };
  const addresses = {
    web: APP_ORIGIN,
    supabase,
    libsql: { url: database.url },
    stripe: { url: localAddress(stripePort), ...stripeKeys },
    upstream: { url: upstreamUrl ?? `${upstream.url}/v1`, apiKey: upstreamApiKey },
  };
  const variables = workerVariables(addresses, folder);
  if (traces !== undefined)
    for (const name of ["web", "api", "gateway"] as const) recordAll(variables[name], traces);
  const configs = writeWorkerConfigs(join(folder, "workers"), variables, { routed });
  replaceMain(configs.gateway, GATEWAY_WORKER);
  const harness = createTestHarness({
    workers: [configs.web, configs.api, configs.gateway, configs.rollup].map((configPath) => ({
      configPath,
    })),
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
    /** The variables and secrets of the workers. */
    settings: allSettings(variables),
    database,
    supabase,
    /** Stops the provider; for the last test of a file. */
    stopSupabase,
    stripe,
    emailsTo: (email: string) => emails.filter(({ to }) => to === email),
    runCron: () =>
      harness.getWorker("latchkey-rollup").scheduled({ cron: "* * * * *", scheduledTime: new Date() }),
    logs: () => harness.getLogs(),
    async stop() {
      await harness.close();
      await stripe.stop();
      await upstream.stop();
      await stopSupabase();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function recordAll(worker: WorkerVariables["web"], { url, headers }: { url: string; headers: string }): void {
  Object.assign(worker.vars, { OTLP_TRACES_URL: url, TRACE_SAMPLE_RATIO: "1" });
  worker.secrets = { ...worker.secrets, OTLP_TRACES_HEADERS: headers };
}

function replaceMain(config: string, main: string): void {
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, "utf8")), main }));
}

/** A confirmed user with a session, and a `fetch` of the product API on their behalf. */
export async function signInNewUser(workers: AllWorkers, email: string) {
  const { url, secretKey } = workers.supabase;
  const admin = createClient(url, secretKey, IN_MEMORY).auth.admin;
  const created = await admin.createUser({ email, password: PASSWORD, email_confirm: true });
  if (created.error) throw created.error;
  return signIn(workers, email);
}

/** One more session of a user, as on another device. */
export async function signIn(
  { origin, supabase }: AllWorkers,
  email: string,
  userAgent = "",
  password = PASSWORD,
) {
  const headers = { "user-agent": userAgent };
  const { auth } = createClient(supabase.url, supabase.publishableKey, { ...IN_MEMORY, global: { headers } });
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  const token = data.session.access_token;
  return { userId: data.user.id, token, auth, call: callerOf(origin, token) };
}

/**
 * A `fetch` of the product API with this token: GET, or POST when there is a body, unless specified
 * otherwise.
 */
export const callerOf =
  (origin: string, token: string) =>
  (path: string, body?: unknown, method = body === undefined ? "GET" : "POST") =>
    fetch(`${origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
