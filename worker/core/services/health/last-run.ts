import { buildInfo, type CronRun } from "#core/contract/health.ts";
import type { CronStepRow } from "#core/storage/cron-steps.ts";

/** The cron's last run as its steps' rows have it; null before the first one. */
export function lastRun(steps: readonly CronStepRow[]): CronRun | null {
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) return null;
  return {
    request_id: first.requestId,
    at: new Date(first.startedAt).toISOString(),
    duration_ms: last.startedAt + last.duration - first.startedAt,
    failed: steps.filter(({ error }) => error !== null).map(({ name }) => name),
    build: last.build === null ? null : buildInfo.parse(JSON.parse(last.build)),
  };
}
