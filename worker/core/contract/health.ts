import { z } from "zod";

/** `?verbose`, with or without a value, requests the operator's report. */
export const healthQuery = z.object({ verbose: z.string().optional() });

const time = z.iso.datetime();

/** `commit` is abbreviated, ends in `-dirty` for local changes, and is `unknown` outside a repository. */
export const buildInfo = z.object({ version: z.string(), commit: z.string(), built_at: time.nullable() });
export type BuildInfo = z.infer<typeof buildInfo>;

/** `build` is null for a run of an older worker, which did not record it. */
export const cronRun = z.object({
  request_id: z.string(),
  at: time,
  duration_ms: z.number(),
  failed: z.array(z.string()),
  build: buildInfo.nullable(),
});
export type CronRun = z.infer<typeof cronRun>;

/** `last_ok_at`: the start of its last successful run. */
const cronStep = z.object({
  at: time,
  duration_ms: z.number(),
  ok: z.boolean(),
  error: z.string().nullable(),
  last_ok_at: time.nullable(),
  report: z.record(z.string(), z.json()),
});

/** `pending_rows` counts up to 100,000. Raw rows from before `retired_before` may be gone. */
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
