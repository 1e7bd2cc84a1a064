import type { Progress } from "#scripts/local/progress.ts";
import { buildTag, readBuildInfo } from "./build-info.ts";
import { describeBundle } from "./bundle-size.ts";
import { configurationProblems, describeProblems } from "./configuration-problems.ts";
import { checkDatabase } from "./database-check.ts";
import { deployWorkers } from "./deploy-workers.ts";
import { configuredRoutes, databaseOf, sharedVars, workersOf } from "./deployed-workers.ts";
import type { Environment } from "./environments.ts";
import { counted, countOf, describeFinding } from "./findings.ts";
import { readinessFindings, readinessGaps } from "./readiness.ts";

interface DryRun {
  environment: Environment;
  /** The file of secrets, and its contents; null if there is none. */
  file: string;
  secrets: Record<string, string> | null;
  /** The first steps of a deployment, which send nothing. */
  prepare: (environment: Environment) => Promise<void>;
}

/**
 * Bundles the workers, and lists everything that would stop a deployment or wouldn't work after it. Changes nothing.
 * @returns the exit code: 1 if `npm run deploy` would stop. Without a file of secrets only the bundles count, as for CI.
 */
export async function dryRun(
  progress: Progress,
  { environment, file, secrets, prepare }: DryRun,
): Promise<number> {
  const build = readBuildInfo();
  console.log(`Bundling ${buildTag(build)} (${environment})`);
  await prepare(environment);
  const workers = workersOf(environment);
  const sizes = await deployWorkers(progress, { workers, secrets: secrets ?? {}, build, dryRun: true });
  const bundles = [...sizes].map(([worker, size]) => describeBundle(worker, size));
  const problems = configurationProblems(secrets ?? {}, environment);
  const routes = configuredRoutes(environment);
  const reachable = !problems.some((problem) => problem.includes("LIBSQL_"));
  const findings = [
    ...bundles,
    ...(reachable ? [await checkDatabase(databaseOf(environment, secrets ?? {}))] : []),
    ...(secrets === null
      ? readinessGaps(sharedVars(environment), routes)
      : await readinessFindings({ ...sharedVars(environment), ...secrets }, routes)),
  ];
  console.log(`\n${findings.map(describeFinding).join("\n")}\n`);
  if (secrets === null) problems.unshift(`There is no ${file}: copy .dev.vars.example to it and fill it in`);
  if (problems.length > 0) console.log(`${describeProblems(problems, file)}\n`);
  const stopping = problems.length + countOf(findings, "failed");
  console.log(summary(stopping, countOf(findings, "warning")));
  return stopping === 0 || secrets === null ? 0 : 1;
}

function summary(stopping: number, warnings: number): string {
  const verdict =
    stopping === 0
      ? "Ready to deploy"
      : `Not ready: ${counted(stopping, "problem stops", "problems stop")} a deployment`;
  return `${verdict}, ${counted(warnings, "warning")}. Nothing was changed.`;
}
