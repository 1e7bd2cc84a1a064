import { z } from "zod";
import type { BuildInfo } from "#core/contract/health.ts";
import { gauge, type MetricFamily, type MetricSample } from "#core/domain/metrics-text.ts";
import type { ComparisonReport } from "#core/services/payments/compare-payments.ts";
import type { CronStepRow } from "#core/storage/health.ts";
import type { MetricReadings } from "#core/storage/metrics.ts";

export interface OperationsState {
  databaseWritable: boolean;
  queues: MetricReadings["queues"];
  steps: readonly CronStepRow[];
  /** The last whole comparison with the payment provider. */
  comparison: ComparisonReport["last"];
  /** By worker. */
  builds: Readonly<Record<string, BuildInfo>>;
}

/** The database, the cron, what waits, and the builds that run. */
export const operationsFamilies = (state: OperationsState): MetricFamily[] => [
  gauge("database_writable", "1 if the latest test write to the database succeeded, else 0.", [
    { value: Number(state.databaseWritable) },
  ]),
  ...queueFamilies(state),
  ...cronFamilies(state),
  ...comparisonFamilies(state),
  gauge(
    "build_info",
    "The build that each worker runs.",
    Object.entries(state.builds).map(([worker, { version, commit }]) => ({
      labels: { worker, version, commit },
      value: 1,
    })),
  ),
];

const seconds = (ms: number) => ms / 1000;

const queueFamilies = ({ queues }: OperationsState): MetricFamily[] => [
  gauge(
    "queue_length",
    "Rows that the cron will still work on, counted up to 100,000.",
    queues.map(({ queue, waiting }) => ({ labels: { queue }, value: waiting })),
  ),
  gauge(
    "queue_oldest_timestamp_seconds",
    "Since when the oldest of them has been waiting; none for an empty queue.",
    queues.flatMap(({ queue, oldest }) =>
      oldest === null ? [] : [{ labels: { queue }, value: seconds(oldest) }],
    ),
  ),
];

function cronFamilies({ steps }: OperationsState): MetricFamily[] {
  const byStep = (figureOf: (step: CronStepRow) => number | null): MetricSample[] =>
    steps.flatMap((step) => {
      const value = figureOf(step);
      return value === null ? [] : [{ labels: { step: step.name }, value }];
    });
  return [
    gauge(
      "cron_step_last_run_timestamp_seconds",
      "When each step of the cron last started.",
      byStep(({ startedAt }) => seconds(startedAt)),
    ),
    gauge(
      "cron_step_last_success_timestamp_seconds",
      "When its last run without an error started.",
      byStep(({ succeededAt }) => (succeededAt === null ? null : seconds(succeededAt))),
    ),
    gauge(
      "cron_step_duration_seconds",
      "How long its last run took.",
      byStep(({ duration }) => seconds(duration)),
    ),
    gauge(
      "cron_step_failed",
      "1 if its last run failed, else 0.",
      byStep(({ error }) => Number(error !== null)),
    ),
    gauge(
      "rollup_longest_chunk_seconds",
      "The longest transaction of the last roll-up: above 0.5, the database's writer is at capacity.",
      steps.flatMap(longestChunk),
    ),
  ];
}

const rollupReport = z.object({ worstChunkMs: z.number() });

function longestChunk({ name, report }: CronStepRow): MetricSample[] {
  const { data } = rollupReport.safeParse(JSON.parse(report));
  return name === "usage" && data !== undefined ? [{ value: seconds(data.worstChunkMs) }] : [];
}

function comparisonFamilies({ comparison }: OperationsState): MetricFamily[] {
  const samples = (figureOf: (last: NonNullable<ComparisonReport["last"]>) => number): MetricSample[] =>
    comparison === null ? [] : [{ value: figureOf(comparison) }];
  return [
    gauge(
      "payment_comparison_timestamp_seconds",
      "When the last comparison with the payment provider finished.",
      samples(({ finished_at }) => seconds(Date.parse(finished_at))),
    ),
    gauge(
      "payment_differences",
      "Differences that it found and couldn't repair, and that no operator has closed.",
      samples(({ problem_count }) => problem_count),
    ),
  ];
}
