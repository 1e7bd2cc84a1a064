import { existsSync, readFileSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";
import { readPrices } from "#core/services/prices/read-prices.ts";
import { type DatabaseConfig, openDatabase } from "#core/storage/database.ts";
import { buildTag, readBuildInfo } from "./deploy/build-info.ts";
import { configurationProblems } from "./deploy/configuration-problems.ts";
import { deployWorkers } from "./deploy/deploy-workers.ts";
import { API, configuredRoutes, settingsOf } from "./deploy/deployed-workers.ts";
import { describeLeftovers, findLeftoverSecrets, removeLeftoverSecrets } from "./deploy/leftover-secrets.ts";
import { gatewayRoute } from "./deploy/routes.ts";
import { verifyDeployment } from "./deploy/verify-deployment.ts";
import { whereToGet } from "./deploy/where-to-get.ts";
import { buildApp } from "./local/build-app.ts";
import { migrateDatabase } from "./local/migrate-database.ts";
import { consoleProgress } from "./local/progress.ts";

/** Checks the configuration, migrates, deploys the three workers, and waits until that version serves. */
const progress = consoleProgress();
const DEFAULT_FILE = ".production.vars";
const MOST_WAIT_S = 3_600;

const USAGE = `Usage: npm run deploy -- [--dry-run] [--secrets FILE] [--prune] [--wait SECONDS]
  --dry-run       checks the configuration and bundles, and sends nothing
  --secrets FILE  the secrets, in the form of .dev.vars.example (${DEFAULT_FILE})
  --prune         removes secrets that the workers hold and the configuration no longer has
  --wait SECONDS  how long to wait at most for each part to serve the new version`;

interface Options {
  file: string;
  dryRun: boolean;
  prune: boolean;
  withinSeconds: number | undefined;
}

function readOptions(): Options {
  const flag = { type: "boolean", default: false } as const;
  const options = {
    secrets: { type: "string", default: DEFAULT_FILE },
    "dry-run": flag,
    prune: flag,
    wait: { type: "string" },
  } as const;
  try {
    const { values } = parseArgs({ options });
    const { secrets: file, "dry-run": dryRun, prune } = values;
    if (dryRun && prune) throw new Error("A dry run removes nothing: leave out --prune.");
    return {
      file,
      dryRun,
      prune,
      withinSeconds: values.wait === undefined ? undefined : seconds(values.wait),
    };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function seconds(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MOST_WAIT_S) return number;
  throw new Error(`--wait must be a whole number of seconds from 1 to ${MOST_WAIT_S}.`);
}

/** A file like `.dev.vars.example`. A dry run does without one. */
function readSecrets(file: string, dryRun: boolean): Record<string, string> | null {
  if (existsSync(file)) {
    const named = Object.entries(parseEnv(readFileSync(file, "utf8")));
    return Object.fromEntries(named.map(([name, value]) => [name, value ?? ""]));
  }
  if (dryRun) return null;
  throw new Error(`There is no ${file}. Copy .dev.vars.example to it and fill it in.`);
}

function requireReady(problems: string[]): void {
  if (problems.length === 0) return;
  const lines = (of: string[]) => of.map((line) => `\n  ${line}`).join("");
  throw new Error(
    `The configuration is not ready:${lines(problems)}\n\nWhere to set it, and where to get it:${lines(whereToGet(problems))}`,
  );
}

function announceGateway(): void {
  const routes = configuredRoutes();
  const [route = gatewayRoute(routes)] = routes.api;
  const way =
    route === null
      ? "pass through latchkey-web, because wrangler.toml has no route"
      : `lead to latchkey-api directly: ${route}`;
  console.log(`Requests to /v1 ${way}`);
}

/** Without prices the gateway refuses every request, so the workers that serve now are left alone. */
async function requirePrices(database: DatabaseConfig): Promise<void> {
  const { current } = await readPrices(openDatabase(database), Date.now());
  if (current !== null) return;
  throw new Error(`No price list is in force, and without one every request to /v1 would be refused. No worker was deployed.
Publish your prices in the database at LIBSQL_URL, then deploy again:
  npm run operator -- prices FILE
The format is that of worker/api/prices.example.json; see "Prices" in docs/operations.md.`);
}

/** An upload never removes a secret; emptying it in the file is not enough. */
async function handleLeftovers(secrets: Record<string, string>, { file, prune }: Options): Promise<void> {
  const leftovers = await findLeftoverSecrets(secrets);
  if (leftovers.length === 0) return;
  if (prune) return await removeLeftoverSecrets(progress, leftovers);
  const command =
    file === DEFAULT_FILE ? "npm run deploy -- --prune" : `npm run deploy -- --secrets ${file} --prune`;
  console.warn(
    `\nWARNING  These secrets are no longer in the configuration, but the workers still hold and use them:\n${describeLeftovers(leftovers)}\nTo remove them: ${command}\n`,
  );
}

async function deploy(): Promise<void> {
  const options = readOptions();
  const { file, dryRun, withinSeconds } = options;
  const secrets = readSecrets(file, dryRun);
  if (secrets === null) console.log(`Without ${file} the configuration is not checked.`);
  else requireReady(configurationProblems(secrets));
  const build = readBuildInfo();
  console.log(`${dryRun ? "Bundling" : "Deploying"} ${buildTag(build)}`);
  announceGateway();
  await progress.step("App built", buildApp);
  const known = secrets ?? {};
  if (dryRun) return deployWorkers(progress, { secrets: known, build, dryRun });
  const { LIBSQL_URL = "", APP_ORIGIN = "" } = settingsOf(API, known).vars;
  const database = { url: LIBSQL_URL, authToken: known.LIBSQL_AUTH_TOKEN || undefined };
  await progress.step("Database migrated", () => migrateDatabase(database));
  await requirePrices(database);
  await deployWorkers(progress, { secrets: known, build, dryRun });
  await handleLeftovers(known, options);
  await verifyDeployment(progress, { origin: APP_ORIGIN, database, build, withinSeconds });
  console.log(`${APP_ORIGIN} is ${buildTag(build)} now.`);
}

await deploy().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
