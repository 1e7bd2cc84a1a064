import { z } from "zod";
import type { HealthReport } from "#core/contract/health.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { HealthContext, ServiceContext } from "#core/services/context.ts";
import { requireToken } from "#core/services/require-token.ts";
import { type CronStepRow, readCronSteps, readPending } from "#core/storage/health.ts";
import { together } from "#core/storage/read.ts";
import { readRetention } from "#core/storage/retention.ts";
import { whileHealthy } from "./check-health.ts";
import { lastRun } from "./cron-run.ts";

/** The operator's report. @throws DomainError `not_found` without a configured secret; `unauthorized`. */
export async function reportHealth(
  ctx: ServiceContext & HealthContext,
  token: string | undefined,
): Promise<HealthReport> {
  await requireToken("The health report", ctx.healthToken, token);
  const { db } = ctx;
  const report = together(db, [readPending(db), readRetention(db), readCronSteps(db)]);
  const [pending, retention, steps] = await whileHealthy(ctx, report);
  const now = ctx.clock.now();
  return {
    status: "ok",
    as_of: isoTime(now),
    rollup: {
      pending_rows: pending.rows,
      oldest_pending_at: isoTimeOrNull(pending.oldest),
      oldest_pending_age_s: pending.oldest === null ? null : Math.max(0, (now - pending.oldest) / 1000),
    },
    retention: {
      retired_before: isoTimeOrNull(retention.retiredBefore || null),
      done: retention.nextAccount === null,
    },
    last_run: lastRun(steps),
    steps: Object.fromEntries(steps.map((step) => [step.name, stepOf(step)])),
  };
}

const reportText = z.record(z.string(), z.json());

const stepOf = ({ startedAt, duration, error, succeededAt, report }: CronStepRow) => ({
  at: isoTime(startedAt),
  duration_ms: duration,
  ok: error === null,
  error,
  last_ok_at: isoTimeOrNull(succeededAt),
  report: reportText.parse(JSON.parse(report)),
});
