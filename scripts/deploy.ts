import { existsSync, readFileSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";
import { configurationProblems } from "./deploy/configuration-problems.ts";
import { deployWorkers } from "./deploy/deploy-workers.ts";
import { API, settingsOf } from "./deploy/deployed-workers.ts";
import { verifyDeployment } from "./deploy/verify-deployment.ts";
import { whereToGet } from "./deploy/where-to-get.ts";
import { buildApp } from "./local/build-app.ts";
import { migrateDatabase } from "./local/migrate-database.ts";
import { consoleProgress } from "./local/progress.ts";

/** Checks the configuration, migrates, deploys the three workers, and waits until they answer. */
const progress = consoleProgress();

function readOptions(): { file: string; dryRun: boolean } {
  const secrets = { type: "string", default: ".production.vars" } as const;
  try {
    const { values } = parseArgs({ options: { secrets, "dry-run": { type: "boolean", default: false } } });
    return { file: values.secrets, dryRun: values["dry-run"] };
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(`${why}\nUsage: npm run deploy -- [--dry-run] [--secrets FILE]`);
  }
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

async function deploy(): Promise<void> {
  const { file, dryRun } = readOptions();
  const secrets = readSecrets(file, dryRun);
  if (secrets === null) console.log(`Without ${file} the configuration is not checked.`);
  else requireReady(configurationProblems(secrets));
  await progress.step("App built", buildApp);
  const known = secrets ?? {};
  if (dryRun) return deployWorkers(progress, { secrets: known, dryRun });
  const { LIBSQL_URL = "", APP_ORIGIN = "" } = settingsOf(API, known).vars;
  const authToken = known.LIBSQL_AUTH_TOKEN || undefined;
  await progress.step("Database migrated", () => migrateDatabase({ url: LIBSQL_URL, authToken }));
  await deployWorkers(progress, { secrets: known, dryRun });
  await progress.step("Answers as it should", () => verifyDeployment(APP_ORIGIN));
}

await deploy().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
