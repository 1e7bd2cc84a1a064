import { join } from "node:path";
import type { StackAddresses } from "./addresses.ts";
import { localAddress, localSecrets } from "./settings.ts";
import type { StackRun } from "./stack-run.ts";
import { type WorkerVariables, writeDevFront, writeWorkerConfigs } from "./worker-configs.ts";
import { startWorkerServer } from "./worker-server.ts";
import { startWranglerDev, waitForResponse } from "./wrangler-dev.ts";

/** The four workers in workerd, or with the app in Vite for live reload. Waits until all of them respond. */
export async function startLocalWorkers(run: StackRun, addresses: StackAddresses): Promise<void> {
  const { children, folder, ports, progress } = run;
  const variables = workerVariables(addresses, folder);
  // With hot reload, Vite is in web's place and sends these requests to the others itself.
  const configs = writeWorkerConfigs(join(folder, "workers"), variables, { routed: run.mode === "built" });
  await progress.step("Workers ready", async () => {
    const { web, api, gateway, rollup } = configs;
    const at = (name: "web" | "api" | "rollup", ...files: string[]) => ({
      name,
      configs: files,
      port: ports[name],
      folder,
    });
    if (run.mode === "built") {
      startWorkerServer(children, at("rollup", rollup));
      startWorkerServer(children, at("web", web, api, gateway));
    } else {
      startWranglerDev(children, { ...at("rollup", rollup), inspectorPort: ports["rollup inspector"] });
      const front = writeDevFront(folder);
      startWranglerDev(children, {
        ...at("api", front, api, gateway),
        inspectorPort: ports["web inspector"],
      });
      startVite(run, web);
    }
    const awaited = [`${addresses.web}/api/health`, `${addresses.web}/login`, localAddress(ports.rollup)];
    await Promise.all(awaited.map(waitForResponse));
  });
}

type WorkersSurroundings = Pick<StackAddresses, "web" | "supabase" | "libsql" | "stripe" | "upstream"> &
  Partial<Pick<StackAddresses, "inbox"> & { operator: Pick<StackAddresses["operator"], "userId"> }>;

const MAIL_FROM = "Latchkey <notices@latchkey.example>";
const ALERT_EMAILS = "operator@latchkey.example";
const SELLER = "Latchkey Example Inc. | 1 Main Street, Springfield | Tax ID 00-0000000";

/** The workers' settings for a stack whose secrets are in `folder`. Without an inbox they send no email, and without an operator there is no desk. */
export function workerVariables(
  { web, supabase, libsql, stripe, upstream, inbox, operator }: WorkersSurroundings,
  folder: string,
): WorkerVariables {
  const secrets = localSecrets(folder);
  const sender = inbox === undefined ? {} : { MAIL_FROM };
  const mailSettings = inbox === undefined ? {} : { MAIL_API_KEY: secrets.mailApiKey, MAIL_API_URL: inbox };
  const keys = { KEY_PEPPER: secrets.keyPepper, KEY_SEALING_SECRET: secrets.keySealingSecret };
  const payments = { STRIPE_API_URL: stripe.url, STRIPE_SECRET_KEY: stripe.secretKey };
  return {
    web: {
      vars: {
        APP_ORIGIN: web,
        SUPABASE_URL: supabase.url,
        SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
      },
    },
    api: {
      vars: {
        APP_ORIGIN: web,
        LIBSQL_URL: libsql.url,
        SUPABASE_URL: supabase.url,
        SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
        INVOICES: "on",
        STRIPE_TAX: "on",
        SELLER,
        OPERATORS: operator === undefined ? "" : `operator:${operator.userId}`,
        ...sender,
      },
      secrets: {
        ...keys,
        ...payments,
        HEALTH_TOKEN: secrets.healthToken,
        METRICS_TOKEN: secrets.metricsToken,
        SUPABASE_SECRET_KEY: supabase.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      },
    },
    gateway: {
      vars: { LIBSQL_URL: libsql.url, UPSTREAM_URL: upstream.url },
      secrets: { ...keys, UPSTREAM_API_KEY: upstream.apiKey },
    },
    rollup: {
      vars: {
        LIBSQL_URL: libsql.url,
        SUPABASE_URL: supabase.url,
        SUPABASE_USAGE_IMPORT: process.env.SUPABASE_USAGE_IMPORT ?? "off",
        APP_ORIGIN: web,
        ...sender,
        ...(inbox === undefined ? {} : { ALERT_EMAILS }),
      },
      secrets: { ...keys, ...payments, ...mailSettings, SUPABASE_SECRET_KEY: supabase.secretKey },
    },
  };
}

function startVite({ children, ports }: StackRun, config: string): void {
  children.start({
    name: "vite",
    command: "remix",
    args: ["vite:dev", "--host", "127.0.0.1", "--port", String(ports.web), "--strictPort"],
    env: { LATCHKEY_API_ORIGIN: localAddress(ports.api), LATCHKEY_WEB_CONFIG: config },
  });
}
