import type { BuildInfo } from "#core/contract/health.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { storeCronSteps } from "#core/storage/cron-steps.ts";

/** What one step of the cron worker did. */
export interface StepRun {
  name: string;
  /** Epoch ms. */
  startedAt: number;
  /** Milliseconds. */
  duration: number;
  /** Why it failed, without secrets or parameters; null when it did not. */
  error: string | null;
  report: object;
}

const ERROR_MAX = 500;
const REPORT_MAX = 4000;

/** Keeps what a run's steps did for the operator's report, in place of the run before. */
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

/** The whole of it is in the worker's log. */
const bounded = (report: string) => (report.length <= REPORT_MAX ? report : '{"too_long":true}');
