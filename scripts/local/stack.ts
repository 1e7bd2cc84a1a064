import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { StackAddresses } from "./addresses.ts";
import { buildApp } from "./build-app.ts";
import { Children } from "./children.ts";
import { startCronTimer } from "./cron-timer.ts";
import { DEMO_USER, prepareDemo } from "./demo.ts";
import { startInbox } from "./inbox/index.ts";
import { migrateDatabase } from "./migrate-database.ts";
import type { Progress } from "./progress.ts";
import { choosePorts, localSecrets, type Ports, requireFreePorts } from "./settings.ts";
import { sqldCommand, waitForSqld } from "./sqld.ts";
import { lockState } from "./state-lock.ts";
import type { StopList } from "./stop-list.ts";
import { startStripe } from "./stripe/index.ts";
import { startSupabase } from "./supabase/index.ts";
import { type WorkerVariables, writeWorkerConfigs } from "./worker-configs.ts";
import { startWranglerDev, waitForAnswer } from "./wrangler-dev.ts";

const CRON_INTERVAL_MS = 10_000;
const ADDRESSES_FILE = "stack.json";

export interface StackOptions {
  /** `hot` serves the app from Vite with hot reload, `built` from its production build. */
  mode: "built" | "hot";
  folder: string;
  fresh: boolean;
  usageRows: number;
  progress: Progress;
  /** A part ended by itself: the stack cannot go on. */
  onFailure: (message: string) => void;
}

/** Everything Latchkey needs, on 127.0.0.1, with its state in one folder. `stops` can be run at any moment. */
export async function startStack(options: StackOptions, stops: StopList): Promise<StackAddresses> {
  const ports = choosePorts();
  await requireFreePorts(ports);
  stops.add(lockState(options.folder));
  if (options.fresh) emptyFolder(options.folder);
  // One that was killed left its addresses behind; they count only while a stack is ready.
  rmSync(join(options.folder, ADDRESSES_FILE), { force: true });
  return await startParts(options, ports, stops);
}

function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  // The lock lives there too.
  lockState(folder);
}

async function startParts(options: StackOptions, ports: Ports, stops: StopList): Promise<StackAddresses> {
  const { folder, progress, mode } = options;
  const children = new Children(join(folder, "logs"));
  children.onUnexpectedExit = options.onFailure;
  stops.add(() => children.stop());

  const building = mode === "built" ? progress.step("App built", buildApp) : undefined;
  // Awaited below; until then a failure must not count as unhandled.
  building?.catch(() => {});
  const addresses = await startServices(options, ports, children, stops);
  const configs = writeWorkerConfigs(join(folder, "workers"), workerVariables(addresses, folder));
  await building;
  await progress.step("Workers ready", () => startWorkers(options, ports, children, configs));
  await progress.step("Demo account and usage", (say) =>
    prepareDemo(addresses, localSecrets(folder), options.usageRows, say),
  );
  await progress.step("Usage rolled up", () => callOnce(addresses.cron));
  stops.add(startCronTimer(addresses.cron, CRON_INTERVAL_MS, (message) => console.warn(message)));

  const file = join(folder, ADDRESSES_FILE);
  writeFileSync(file, JSON.stringify(addresses, null, 2), { mode: 0o600 });
  stops.add(() => rmSync(file, { force: true }));
  return addresses;
}

/** The database and the stand-ins for Supabase, its mailer and Stripe. */
async function startServices(
  { folder, progress }: StackOptions,
  ports: Ports,
  children: Children,
  stops: StopList,
): Promise<StackAddresses> {
  const secrets = localSecrets(folder);
  const web = localAddress(ports.web);
  const libsql = localAddress(ports.database);
  await progress.step("Database ready", async () => {
    const child = children.start({
      name: "sqld",
      ...sqldCommand({ port: ports.database, folder: join(folder, "database") }),
    });
    await waitForSqld(libsql, child);
    await migrateDatabase({ url: libsql });
  });
  const inbox = await startInbox({ port: ports.inbox, folder: join(folder, "inbox") });
  stops.add(() => inbox.stop());
  const supabase = await progress.step("Supabase ready", () =>
    startSupabase({
      port: ports.supabase,
      folder: join(folder, "supabase"),
      siteUrl: web,
      sendMail: (mail) => inbox.deliver(mail),
    }),
  );
  stops.add(() => supabase.stop());
  const stripe = await progress.step("Stripe ready", () =>
    startStripe({
      port: ports.stripe,
      folder: join(folder, "stripe"),
      webhookUrl: `${web}/api/stripe/webhook`,
      webhookSecret: secrets.stripeWebhookSecret,
      secretKey: secrets.stripeSecretKey,
    }),
  );
  stops.add(() => stripe.stop());
  return {
    web,
    cron: `${localAddress(ports.rollup)}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`,
    supabase: { url: supabase.url, publishableKey: supabase.publishableKey, secretKey: supabase.secretKey },
    libsql: { url: libsql },
    stripe: { url: stripe.url, secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret },
    inbox: inbox.url,
    demo: DEMO_USER,
  };
}

function workerVariables({ web, supabase, libsql, stripe }: StackAddresses, folder: string): WorkerVariables {
  const { keyPepper, keySealingSecret } = localSecrets(folder);
  return {
    web: { vars: { SUPABASE_URL: supabase.url, SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey } },
    api: {
      vars: { APP_ORIGIN: web, LIBSQL_URL: libsql.url, SUPABASE_URL: supabase.url },
      secrets: {
        STRIPE_API_URL: stripe.url,
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        KEY_PEPPER: keyPepper,
        KEY_SEALING_SECRET: keySealingSecret,
      },
    },
    rollup: { vars: { LIBSQL_URL: libsql.url } },
  };
}

async function startWorkers(
  { mode, folder }: StackOptions,
  ports: Ports,
  children: Children,
  configs: ReturnType<typeof writeWorkerConfigs>,
): Promise<void> {
  const rollup = {
    name: "rollup",
    configs: [configs.rollup],
    port: ports.rollup,
    inspectorPort: ports["rollup inspector"],
    folder,
  };
  startWranglerDev(children, rollup);
  const inspectorPort = ports["web inspector"];
  if (mode === "built") {
    startWranglerDev(children, {
      name: "web",
      configs: [configs.web, configs.api],
      port: ports.web,
      inspectorPort,
      folder,
    });
  } else {
    startWranglerDev(children, {
      name: "api",
      configs: [configs.api],
      port: ports.api,
      inspectorPort,
      folder,
    });
    startVite(children, ports, configs.web);
  }
  const address = localAddress(ports.web);
  await Promise.all([
    waitForAnswer(`${address}/api/health`),
    waitForAnswer(`${address}/login`),
    waitForAnswer(localAddress(ports.rollup)),
  ]);
}

function startVite(children: Children, ports: Ports, config: string): void {
  children.start({
    name: "vite",
    command: "remix",
    args: ["vite:dev", "--host", "127.0.0.1", "--port", String(ports.web), "--strictPort"],
    env: { LATCHKEY_API_ORIGIN: localAddress(ports.api), LATCHKEY_WEB_CONFIG: config },
  });
}

const localAddress = (port: number) => `http://127.0.0.1:${port}`;

async function callOnce(address: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
}

/** `.local/`, or the folder that LATCHKEY_LOCAL_DIR names. */
export function stateFolder(): string {
  return resolve(process.env.LATCHKEY_LOCAL_DIR || ".local");
}
