import { z } from "zod";

/** `?verbose`, with or without a value, asks for the operator's report. */
export const healthQuery = z.object({ verbose: z.string().optional() });

const time = z.iso.datetime();

/**
 * What a worker was built from. `commit`: abbreviated, with `-dirty` where files differed from it, or `unknown` outside
 * of a repository. `built_at` tells two deployments of one commit apart.
 */
export const buildInfo = z.object({ version: z.string(), commit: z.string(), built_at: time.nullable() });
export type BuildInfo = z.infer<typeof buildInfo>;

/** `build`: that of the roll-up worker; null where an older one ran, which did not record it. */
const cronRun = z.object({
  request_id: z.string(),
  at: time,
  duration_ms: z.number(),
  failed: z.array(z.string()),
  build: buildInfo.nullable(),
});
export type CronRun = z.infer<typeof cronRun>;

/** A step of the cron worker. `report`: what it says it did; `last_ok_at`: when it last began and did not fail. */
const cronStep = z.object({
  at: time,
  duration_ms: z.number(),
  ok: z.boolean(),
  error: z.string().nullable(),
  last_ok_at: time.nullable(),
  report: z.record(z.string(), z.json()),
});

/**
 * `GET /api/health?verbose`: figures of the whole service; no account is named.
 * `pending_rows`: usage rows not rolled up yet, counted up to 100,000; `oldest_pending_at`: the earliest request among
 * them, which rows that arrive late make look old. `retired_before`: raw rows from before then may be gone; null when
 * none is. `last_run` is null before the first one.
 */
const healthReport = z.object({
  status: z.literal("ok"),
  as_of: time,
  rollup: z.object({
    pending_rows: z.number(),
    oldest_pending_at: time.nullable(),
    oldest_pending_age_s: z.number().nullable(),
  }),
  retention: z.object({ retired_before: time.nullable(), done: z.boolean() }),
  last_run: cronRun.nullable(),
  steps: z.record(z.string(), cronStep),
});
export type HealthReport = z.infer<typeof healthReport>;
