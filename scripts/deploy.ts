import { parseArgs } from "node:util";
import type { DatabaseConfig } from "#core/storage/database.ts";
import { buildTag, readBuildInfo } from "./deploy/build-info.ts";
import { configurationProblems, describeProblems } from "./deploy/configuration-problems.ts";
import { checkDatabase } from "./deploy/database-check.ts";
import { deployWorkers } from "./deploy/deploy-workers.ts";
import { configuredRoutes, databaseOf, sharedVars, workersOf } from "./deploy/deployed-workers.ts";
import { dryRun } from "./deploy/dry-run.ts";
import { ENVIRONMENTS, type Environment, environmentOption, SECRETS_FILE } from "./deploy/environments.ts";
import { countOf, describeFinding } from "./deploy/findings.ts";
import { describeLeftovers, findLeftoverSecrets, removeLeftoverSecrets } from "./deploy/leftover-secrets.ts";
import { readinessFindings } from "./deploy/readiness.ts";
import { buildOfTag, rollBack } from "./deploy/rollback.ts";
import { gatewayRoute } from "./deploy/routes.ts";
import { readSecrets } from "./deploy/secrets-file.ts";
import { settingsReminder } from "./deploy/supabase-settings.ts";
import { verifyDeployment } from "./deploy/verify-deployment.ts";
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

function requireReady(problems: string[], file: string): void {
  if (problems.length > 0) throw new Error(describeProblems(problems, file));
}

/** The provider's refusal stops a deployment; everything else is only reported. */
async function reportReadiness(environment: Environment, secrets: Record<string, string>): Promise<void> {
  const values = { ...sharedVars(environment), ...secrets };
  const findings = await readinessFindings(values, configuredRoutes(environment));
  for (const finding of findings.filter(({ level }) => level !== "ok")) console.log(describeFinding(finding));
  if (countOf(findings, "failed") > 0) throw new Error("No worker was deployed.");
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
  const finding = await checkDatabase(database);
  if (finding.level === "failed") throw new Error(`${describeFinding(finding)}\nNo worker was deployed.`);
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
  const { environment, file, rollback, withinSeconds } = options;
  const given = readSecrets(file);
  if (options.dryRun) {
    process.exitCode = await dryRun(progress, { environment, file, secrets: given, prepare });
    return;
  }
  const secrets = given ?? missingFile(file);
  const workers = workersOf(environment);
  const { APP_ORIGIN = "" } = sharedVars(environment);
  const database = databaseOf(environment, secrets);
  if (rollback === undefined) requireReady(configurationProblems(secrets, environment), file);
  const build = rollback === undefined ? readBuildInfo() : buildOfTag(rollback);
  if (rollback !== undefined) await rollBack(progress, { workers, tag: rollback });
  else {
    await reportReadiness(environment, secrets);
    console.log(`Deploying ${buildTag(build)} (${environment})`);
    await prepare(environment);
    await progress.step("Database migrated", () => migrateDatabase(database));
    await requirePrices(database);
    await deployWorkers(progress, { workers, secrets, build, dryRun: false });
    await handleLeftovers(secrets, options);
    console.log(settingsReminder);
  }
  await verifyDeployment(progress, { origin: APP_ORIGIN, database, build, withinSeconds });
  console.log(`${APP_ORIGIN} is ${buildTag(build)} now.`);
  console.log(`To check every part of it: npm run verify --${environmentOption(environment)} ${APP_ORIGIN}`);
}

function missingFile(file: string): never {
  throw new Error(`There is no ${file}. Copy .dev.vars.example to it and fill it in.`);
}

/** Everything that a deployment does before it sends anything. */
async function prepare(environment: Environment): Promise<void> {
  announceGateway(environment);
  await progress.step("App built", buildApp);
}

await deploy().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
