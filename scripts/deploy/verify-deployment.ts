import { setTimeout as sleep } from "node:timers/promises";
import { type BuildInfo, buildInfo } from "#core/contract/health.ts";
import { lastRun } from "#core/services/health/cron-run.ts";
import { type Database, type DatabaseConfig, openDatabase } from "#core/storage/database.ts";
import { readCronSteps } from "#core/storage/health.ts";
import type { Progress } from "#scripts/local/progress.ts";
import { VERSION_PATH } from "#worker/build-info.ts";
import { buildTag } from "./build-info.ts";
import { messageOf, requestService, statusProblem } from "./service-request.ts";

const PAUSE_MS = 2_000;
const SERVED_WITHIN_S = 120;
/** The gateway's status for a request without a key. */
const WITHOUT_KEY = 401;
/** The cron runs every minute. */
const RUN_WITHIN_S = 300;
/** Cloudflare takes up to 15 minutes to start a new cron. */
const FIRST_RUN_WITHIN_S = 1_200;
const HINT = `
All four workers are deployed; the command can be repeated. An address that doesn't respond may be new: see the
routes in wrangler.toml and worker/gateway/wrangler.toml, and its DNS. For a status, see "Symptoms" in docs/operations/runbook.md.`;

interface Target {
  origin: string;
  database: DatabaseConfig;
  /** The build that has to respond everywhere. */
  build: BuildInfo;
  /** Longest wait for each part, in place of the defaults. */
  withinSeconds?: number | undefined;
}

interface Part {
  name: string;
  withinSeconds: number;
  /** The difference from the deployed build; null once there is none. */
  problem: () => Promise<string | null>;
}

/**
 * Waits until this very build serves pages, responds to the API, and has run the cron without a failed step, and the
 * gateway responds.
 * @throws Error naming each part that does not, and what it did last.
 */
export async function verifyDeployment({ step }: Progress, target: Target): Promise<void> {
  const parts = await partsOf(target);
  const waiting = parts.map((part) => step(part.name, (say) => waitFor(part, say)));
  const results = await Promise.allSettled(waiting);
  const failures = results.flatMap((result) =>
    result.status === "rejected" ? [messageOf(result.reason)] : [],
  );
  if (failures.length === 0) return;
  const lines = failures.map((line) => `\n  ${line}`).join("");
  throw new Error(`Not all of it is ${describe(target.build)}:${lines}\n${HINT}`);
}

async function partsOf({ origin, database, build, withinSeconds }: Target): Promise<Part[]> {
  const db = openDatabase(database);
  const everRan = (await readCronSteps(db)).length > 0;
  const served = withinSeconds ?? SERVED_WITHIN_S;
  return [
    {
      name: "web serves this version",
      withinSeconds: served,
      problem: async () =>
        (await servedProblem(`${origin}${VERSION_PATH}`, build)) ?? (await statusProblem(`${origin}/login`)),
    },
    {
      name: "api responds as this version",
      withinSeconds: served,
      problem: () => servedProblem(`${origin}/api/health`, build),
    },
    {
      name: "gateway responds",
      withinSeconds: served,
      problem: () => statusProblem(`${origin}/v1/models`, WITHOUT_KEY),
    },
    {
      name: "cron ran as this version",
      withinSeconds: withinSeconds ?? (everRan ? RUN_WITHIN_S : FIRST_RUN_WITHIN_S),
      problem: () => runProblem(db, build),
    },
  ];
}

async function waitFor({ name, withinSeconds, problem }: Part, say: (detail: string) => void): Promise<void> {
  const deadline = Date.now() + withinSeconds * 1000;
  for (;;) {
    const found = await problem().catch(messageOf);
    if (found === null) return;
    say(found);
    if (Date.now() + PAUSE_MS > deadline) throw new Error(`not within ${withinSeconds} s: ${name}; ${found}`);
    await sleep(PAUSE_MS);
  }
}

async function servedProblem(url: string, build: BuildInfo): Promise<string | null> {
  const response = await requestService(url);
  const text = await response.text();
  if (response.status !== 200) return `${url} returned ${response.status}`;
  const served = parseBuild(text);
  if (served === null) return `${url} names no version: an older build serves it`;
  return isSame(served, build) ? null : `${url} is still ${describe(served)}`;
}

async function runProblem(db: Database, build: BuildInfo): Promise<string | null> {
  const run = lastRun(await readCronSteps(db));
  if (run === null) return "latchkey-rollup has not run yet";
  if (run.build === null || !isSame(run.build, build)) {
    const by = run.build === null ? "an older build" : describe(run.build);
    return `latchkey-rollup last ran at ${run.at} as ${by}`;
  }
  if (run.failed.length > 0) return `the run ${run.request_id} failed at: ${run.failed.join(", ")}`;
  return null;
}

function parseBuild(text: string): BuildInfo | null {
  try {
    return buildInfo.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A build to go back to has no time. */
const isSame = (one: BuildInfo, wanted: BuildInfo) =>
  one.version === wanted.version &&
  one.commit === wanted.commit &&
  (wanted.built_at === null || one.built_at === wanted.built_at);
const describe = (build: BuildInfo) =>
  `${buildTag(build)}${build.built_at === null ? "" : ` of ${build.built_at}`}`;
