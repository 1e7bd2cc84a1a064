import { type BuildInfo, buildInfo, type CronRun } from "#core/contract/health.ts";
import { isoTime } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { type CronStepRow, storeCronSteps } from "#core/storage/health.ts";

const ERROR_MAX = 500;
const REPORT_MAX = 4000;

/** Times in milliseconds. */
export interface StepRun {
  name: string;
  startedAt: number;
  duration: number;
  /** Without secrets or parameters. */
  error: string | null;
  report: object;
}

/** Stores a run's steps for the operator's report, replacing the previous run. */
export async function recordRun(
  { db, requestId }: ServiceContext,
  steps: readonly StepRun[],
  build: BuildInfo,
): Promise<void> {
  const rows = steps.map(({ report, error, ...step }) => ({
    ...step,
    requestId,
    error: error === null ? null : error.slice(0, ERROR_MAX),
    report: bounded(JSON.stringify(report)),
    build: JSON.stringify(build),
  }));
  await storeCronSteps(db, rows);
}

const bounded = (report: string) => (report.length <= REPORT_MAX ? report : '{"too_long":true}');

/** The cron's last run; null before the first one. */
export function lastRun(steps: readonly CronStepRow[]): CronRun | null {
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) return null;
  return {
    request_id: first.requestId,
    at: isoTime(first.startedAt),
    duration_ms: last.startedAt + last.duration - first.startedAt,
    failed: steps.filter(({ error }) => error !== null).map(({ name }) => name),
    build: last.build === null ? null : buildInfo.parse(JSON.parse(last.build)),
  };
}
