import { existsSync, readFileSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";
import type { BuildInfo } from "#core/contract/health.ts";
import { readPrices } from "#core/services/prices/read-prices.ts";
import { type DatabaseConfig, openDatabase } from "#core/storage/database.ts";
import { buildTag, readBuildInfo } from "./deploy/build-info.ts";
import { configurationProblems } from "./deploy/configuration-problems.ts";
import { deployWorkers } from "./deploy/deploy-workers.ts";
import { configuredRoutes, sharedVars, workersOf } from "./deploy/deployed-workers.ts";
import { ENVIRONMENTS, type Environment, environmentOption, SECRETS_FILE } from "./deploy/environments.ts";
import { describeLeftovers, findLeftoverSecrets, removeLeftoverSecrets } from "./deploy/leftover-secrets.ts";
import { buildOfTag, rollBack } from "./deploy/rollback.ts";
import { gatewayRoute } from "./deploy/routes.ts";
import { settingsReminder } from "./deploy/supabase-settings.ts";
import { verifyDeployment } from "./deploy/verify-deployment.ts";
import { whereToGet } from "./deploy/where-to-get.ts";
import { buildApp } from "./local/build-app.ts";
import { migrateDatabase } from "./local/migrate-database.ts";
import { consoleProgress } from "./local/progress.ts";
import { usageOf } from "./usage.ts";

/** Checks the configuration, migrates, deploys the four workers, and waits until that version serves. */
const progress = consoleProgress();
const MOST_WAIT_S = 3_600;

interface Options {
  environment: Environment;
  file: string;
  dryRun: boolean;
  prune: boolean;
  /** The tag of a build to go back to. */
  rollback: string | undefined;
  withinSeconds: number | undefined;
}

function readOptions(): Options {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  const options = {
    env: text,
    secrets: text,
    rollback: text,
    wait: text,
    "dry-run": flag,
    prune: flag,
  } as const;
  try {
    const {
      env = "production",
      secrets,
      "dry-run": dryRun,
      prune,
      rollback,
      wait,
    } = parseArgs({ options }).values;
    const environment = ENVIRONMENTS.find((known) => known === env);
    if (environment === undefined) throw new Error(`--env must be ${ENVIRONMENTS.join(" or ")}.`);
    if (dryRun && prune) throw new Error("A dry run removes nothing: leave out --prune.");
    if (rollback !== undefined && (dryRun || prune))
      throw new Error("--rollback goes without --dry-run and --prune.");
    return {
      environment,
      dryRun,
      prune,
      rollback,
      file: secrets ?? SECRETS_FILE[environment],
      withinSeconds: wait === undefined ? undefined : seconds(wait),
    };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${usageOf("deploy")}`);
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

function announceGateway(environment: Environment): void {
  const routes = configuredRoutes(environment);
  const [route = gatewayRoute(routes)] = routes.gateway;
  const named = (wanted: string) => workersOf(environment).find(({ role }) => role === wanted)?.name;
  const way =
    route === null
      ? `pass through ${named("web")}, because wrangler.toml has no route`
      : `lead to ${named("gateway")} directly: ${route}`;
  console.log(`Requests to /v1 ${way}`);
}

/** Without prices the gateway refuses every request, so the workers that serve now are left alone. */
async function requirePrices(database: DatabaseConfig): Promise<void> {
  const { current } = await readPrices(openDatabase(database), Date.now());
  if (current !== null) return;
  throw new Error(`No price list is in force, and without one every request to /v1 would be refused. No worker was deployed.
Publish your prices in the database at LIBSQL_URL, then deploy again:
  npm run operator -- prices FILE --reason "…"
The format is that of worker/api/prices.example.json; see "Prices" in docs/operations/run.md.`);
}

/** An upload never removes a secret; emptying it in the file is not enough. */
async function handleLeftovers(secrets: Record<string, string>, options: Options): Promise<void> {
  const { environment, file, prune } = options;
  const leftovers = await findLeftoverSecrets(workersOf(environment), secrets);
  if (leftovers.length === 0) return;
  if (prune) return await removeLeftoverSecrets(progress, leftovers);
  const named = file === SECRETS_FILE[environment] ? "" : ` --secrets ${file}`;
  const command = `npm run deploy --${environmentOption(environment)}${named} --prune`;
  console.warn(
    `\nWARNING  These secrets are no longer in the configuration, but the workers still hold and use them:\n${describeLeftovers(leftovers)}\nTo remove them: ${command}\n`,
  );
}

async function deploy(): Promise<void> {
  const options = readOptions();
  const { environment, file, dryRun, rollback, withinSeconds } = options;
  const secrets = readSecrets(file, dryRun);
  const workers = workersOf(environment);
  if (secrets === null) return await bundleOnly(options);
  const { LIBSQL_URL = "", APP_ORIGIN = "" } = sharedVars(environment);
  const database = { url: LIBSQL_URL, authToken: secrets.LIBSQL_AUTH_TOKEN || undefined };
  if (rollback === undefined) requireReady(configurationProblems(secrets, environment));
  const build = rollback === undefined ? readBuildInfo() : buildOfTag(rollback);
  if (rollback !== undefined) await rollBack(progress, { workers, tag: rollback });
  else {
    await bundle(options, secrets, build);
    if (dryRun) return;
    await progress.step("Database migrated", () => migrateDatabase(database));
    await requirePrices(database);
    await deployWorkers(progress, { workers, secrets, build, dryRun });
    await handleLeftovers(secrets, options);
    console.log(settingsReminder);
  }
  await verifyDeployment(progress, { origin: APP_ORIGIN, database, build, withinSeconds });
  console.log(`${APP_ORIGIN} is ${buildTag(build)} now.`);
}

async function bundleOnly(options: Options): Promise<void> {
  await bundle(options, {}, readBuildInfo());
  console.warn(
    `\nWARNING  There is no ${options.file}, so no variable and no secret was checked: only the bundles were.
Copy .dev.vars.example to it and fill it in, then run this again.\n`,
  );
}

/** Everything up to the first upload. */
async function bundle(
  { environment, dryRun }: Options,
  secrets: Record<string, string>,
  build: BuildInfo,
): Promise<void> {
  console.log(`${dryRun ? "Bundling" : "Deploying"} ${buildTag(build)} (${environment})`);
  announceGateway(environment);
  await progress.step("App built", buildApp);
  if (dryRun) await deployWorkers(progress, { workers: workersOf(environment), secrets, build, dryRun });
}

await deploy().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
