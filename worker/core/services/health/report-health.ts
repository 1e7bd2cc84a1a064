import { z } from "zod";
import type { HealthReport } from "#core/contract/health.ts";
import { equalSecrets } from "#core/domain/equal-secrets.ts";
import { DomainError } from "#core/domain/errors.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { type CronStepRow, readCronSteps } from "#core/storage/cron-steps.ts";
import { readPending } from "#core/storage/health.ts";
import { readRetention } from "#core/storage/retention.ts";
import { checkHealth } from "./check-health.ts";
import type { HealthContext } from "./context.ts";
import { lastRun } from "./last-run.ts";

/**
 * What the operator wants to know of the whole service: how far the roll-up is behind, what the cron's last run did.
 * @param token what the caller sent as the operator's secret, if anything.
 * @throws DomainError `not_found` when no such secret is set; `unauthorized` for another one; as `checkHealth`.
 */
export async function reportHealth(
  ctx: ServiceContext & HealthContext,
  token: string | undefined,
): Promise<HealthReport> {
  await requireToken(ctx, token);
  const { status } = await checkHealth(ctx);
  const [pending, retention, steps] = await Promise.all([
    readPending(ctx.db),
    readRetention(ctx.db),
    readCronSteps(ctx.db),
  ]);
  const now = ctx.clock.now();
  return {
    status,
    as_of: iso(now),
    rollup: {
      pending_rows: pending.rows,
      oldest_pending_at: isoOrNull(pending.oldest),
      oldest_pending_age_s: pending.oldest === null ? null : Math.max(0, (now - pending.oldest) / 1000),
    },
    retention: {
      retired_before: isoOrNull(retention.retiredBefore || null),
      done: retention.nextAccount === null,
    },
    last_run: lastRun(steps),
    steps: Object.fromEntries(steps.map((step) => [step.name, stepOf(step)])),
  };
}

async function requireToken({ healthToken }: HealthContext, token: string | undefined): Promise<void> {
  if (healthToken === undefined) throw new DomainError("not_found", "No health report is set up.");
  if (token !== undefined && (await equalSecrets(token, healthToken))) return;
  throw new DomainError("unauthorized", "The health report needs the operator's token.");
}

const reportText = z.record(z.string(), z.json());

const stepOf = ({ startedAt, duration, error, succeededAt, report }: CronStepRow) => ({
  at: iso(startedAt),
  duration_ms: duration,
  ok: error === null,
  error,
  last_ok_at: isoOrNull(succeededAt),
  report: reportText.parse(JSON.parse(report)),
});

const iso = (epochMs: number) => new Date(epochMs).toISOString();
const isoOrNull = (epochMs: number | null) => (epochMs === null ? null : iso(epochMs));
