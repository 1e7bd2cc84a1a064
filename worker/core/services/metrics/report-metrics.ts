import { type BuildInfo, buildInfo } from "#core/contract/health.ts";
import { metricsText } from "#core/domain/metrics-text.ts";
import type { HealthContext, NotificationsContext, ServiceContext } from "#core/services/context.ts";
import { readComparison } from "#core/services/payments/compare-payments.ts";
import { requireToken } from "#core/services/require-token.ts";
import { type CronStepRow, readCronSteps, readPending } from "#core/storage/health.ts";
import { type MetricReadings, readMetrics } from "#core/storage/metrics.ts";
import { together } from "#core/storage/read.ts";
import { businessFamilies } from "./business-families.ts";
import { operationsFamilies } from "./operations-families.ts";

export interface MetricsContext {
  /** The operator's secret; without it nobody gets the metrics. */
  metricsToken?: string | undefined;
  metricsCache: MetricsCache;
}

type Context = ServiceContext & MetricsContext & NotificationsContext & Pick<HealthContext, "writeProbe">;

/** Shorter than any scrape interval: otherwise two isolates could report a counter as falling. */
const CACHED_MS = 5_000;

/** The latest text, shared by all requests of an isolate. */
export class MetricsCache {
  private latest: { at: number; text: string } | null = null;

  /** Requests that come while a text is being made don't wait for it: each makes its own. */
  async get(now: number, make: () => Promise<string>): Promise<string> {
    if (this.latest !== null && Math.abs(now - this.latest.at) < CACHED_MS) return this.latest.text;
    const text = await make();
    this.latest = { at: now, text };
    return text;
  }
}

/**
 * The service's metrics as Prometheus reads them. @throws DomainError `not_found` without a configured secret;
 * `unauthorized`; `database_unavailable`.
 */
export async function reportMetrics(
  ctx: Context,
  build: BuildInfo,
  token: string | undefined,
): Promise<string> {
  await requireToken("This endpoint", ctx.metricsToken, token);
  const now = ctx.clock.now();
  return await ctx.metricsCache.get(now, () => currentText(ctx, build, now));
}

async function currentText(ctx: Context, build: BuildInfo, now: number): Promise<string> {
  const { db, writeProbe } = ctx;
  const figures = together(db, [
    readMetrics(db, now),
    readPending(db),
    readCronSteps(db),
    readComparison({ db }),
  ]);
  const [[readings, pending, steps, comparison], databaseWritable] = await Promise.all([
    figures,
    writeProbe.check(ctx).then(
      () => true,
      () => false,
    ),
  ]);
  const rollup = { queue: "rollup", waiting: pending.rows, oldest: pending.oldest };
  return metricsText([
    ...businessFamilies(readings),
    ...operationsFamilies({
      queues: [...queuesInUse(ctx, readings), rollup],
      databaseWritable,
      steps,
      comparison: comparison.last,
      builds: { api: build, ...buildOfCron(steps) },
    }),
  ]);
}

/** Without a sender, emails are dropped unsent. */
const queuesInUse = ({ mailFrom }: NotificationsContext, { queues }: MetricReadings) =>
  queues.filter(({ queue }) => queue !== "emails" || mailFrom !== undefined);

function buildOfCron(steps: readonly CronStepRow[]): Record<string, BuildInfo> {
  const build = steps.at(-1)?.build ?? null;
  return build === null ? {} : { rollup: buildInfo.parse(JSON.parse(build)) };
}
