import { join } from "node:path";
import { openDatabase } from "#core/storage/database.ts";
import { demoOpenedAt } from "#scripts/seed/seed-demo.ts";
import type { StackAddresses } from "./addresses.ts";
import { DEMO_USER } from "./demo.ts";
import { ensurePrices } from "./example-prices.ts";
import { startInbox } from "./inbox/index.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { prepareOperator } from "./operator-user.ts";
import { localAddress, localSecrets } from "./settings.ts";
import { startSocial } from "./social/index.ts";
import { sqldCommand, waitForSqld } from "./sqld.ts";
import type { StackRun } from "./stack-run.ts";
import { startStripe } from "./stripe/index.ts";
import { startSupabase } from "./supabase/index.ts";
import { startUpstream } from "./upstream/index.ts";

/** The database and the stand-ins for Supabase, its mailer, Google, GitHub, Stripe and the upstream provider. */
export async function startLocalServices(run: StackRun): Promise<StackAddresses> {
  const { progress, ports } = run;
  const web = localAddress(ports.web);
  const libsql = await progress.step("Database ready", () => startDatabase(run));
  const inbox = await startInbox({
    port: ports.inbox,
    folder: join(run.folder, "inbox"),
    mailApiKey: localSecrets(run.folder).mailApiKey,
  });
  run.stops.add(() => inbox.stop());
  const social = await progress.step("Google and GitHub ready", () => startLocalSocial(run));
  run.stops.add(() => social.stop());
  const { stop: stopSupabase, ...supabase } = await progress.step("Supabase ready", () =>
    startSupabase({
      port: ports.supabase,
      folder: join(run.folder, "supabase"),
      siteUrl: web,
      sendMail: (mail) => inbox.deliver(mail),
      providers: { google: social.google, github: social.github },
    }),
  );
  run.stops.add(stopSupabase);
  const operator = await prepareOperator(supabase, run.folder);
  const { stop: stopStripe, ...stripe } = await progress.step("Stripe ready", () =>
    startLocalStripe(run, web),
  );
  run.stops.add(stopStripe);
  const upstream = run.ownUpstream ?? (await startDemoUpstream(run));
  return {
    web,
    healthToken: localSecrets(run.folder).healthToken,
    metricsToken: localSecrets(run.folder).metricsToken,
    cron: `${localAddress(ports.rollup)}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`,
    supabase,
    libsql: { url: libsql },
    stripe,
    google: social.google.url,
    github: social.github.url,
    inbox: inbox.url,
    upstream,
    demo: DEMO_USER,
    operator,
  };
}

async function startDatabase({ children, ports, folder }: StackRun): Promise<string> {
  const url = localAddress(ports.database);
  const command = sqldCommand({ port: ports.database, folder: join(folder, "database") });
  await waitForSqld(url, children.start({ name: "sqld", ...command }));
  await migrateDatabase({ url });
  // As old as the demo account, whose usage is charged by them.
  await ensurePrices(openDatabase({ url }), demoOpenedAt(Date.now()));
  return url;
}

function startLocalSocial({ ports, folder }: StackRun) {
  return startSocial({
    ports,
    folder: join(folder, "social"),
    callbackUrl: `${localAddress(ports.supabase)}/auth/v1/callback`,
  });
}

async function startDemoUpstream({ ports, folder, stops }: StackRun): Promise<StackAddresses["upstream"]> {
  const apiKey = localSecrets(folder).upstreamApiKey;
  const { url, stop } = await startUpstream({ port: ports.upstream, apiKey });
  stops.add(stop);
  return { url: `${url}/v1`, apiKey };
}

function startLocalStripe({ ports, folder }: StackRun, web: string) {
  const { stripeSecretKey, stripeWebhookSecret } = localSecrets(folder);
  return startStripe({
    port: ports.stripe,
    folder: join(folder, "stripe"),
    webhookUrl: `${web}/api/stripe/webhook`,
    webhookSecret: stripeWebhookSecret,
    secretKey: stripeSecretKey,
  });
}
