import { existsSync, readFileSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";
import { configurationProblems } from "./deploy/configuration-problems.ts";
import { deployWorkers } from "./deploy/deploy-workers.ts";
import { API, settingsOf } from "./deploy/deployed-workers.ts";
import { verifyDeployment } from "./deploy/verify-deployment.ts";
import { buildApp } from "./local/build-app.ts";
import { migrateDatabase } from "./local/migrate-database.ts";
import { consoleProgress } from "./local/progress.ts";

/** Checks the configuration, migrates, deploys the three workers, and waits until they answer. */
const { values } = parseArgs({
  options: {
    secrets: { type: "string", default: ".production.vars" },
    "dry-run": { type: "boolean", default: false },
  },
});
const dryRun = values["dry-run"];
const progress = consoleProgress();

/** A file like `.dev.vars.example`. A dry run does without one. */
function readSecrets(): Record<string, string> | null {
  if (existsSync(values.secrets)) {
    const named = Object.entries(parseEnv(readFileSync(values.secrets, "utf8")));
    return Object.fromEntries(named.map(([name, value]) => [name, value ?? ""]));
  }
  if (dryRun) return null;
  throw new Error(`There is no ${values.secrets}. Copy .dev.vars.example to it and fill it in.`);
}

async function deploy(): Promise<void> {
  const secrets = readSecrets();
  const problems = secrets === null ? [] : configurationProblems(secrets);
  if (problems.length > 0) throw new Error(`The configuration is not ready:\n  ${problems.join("\n  ")}`);
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
