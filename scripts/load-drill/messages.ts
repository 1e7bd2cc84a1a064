import { z } from "zod";

/** What the load has to send. */
export const drillJob = z.object({
  port: z.number(),
  keys: z.array(z.string()),
  perSecond: z.number(),
  seconds: z.number(),
});
export type DrillJob = z.infer<typeof drillJob>;

/** What became of it, each second. */
export const loadReport = z.object({
  /** By kind of request; milliseconds from when it was due until its last byte. */
  times: z.array(z.tuple([z.string(), z.number()])),
  /** Failed requests by kind, status and error code. */
  failed: z.record(z.string(), z.number()),
  /** Ids of a few requests that have ended in this second, to be found in the database. */
  probes: z.array(z.object({ id: z.string(), endedAt: z.number() })),
  over: z.boolean(),
});
export type LoadReport = z.infer<typeof loadReport>;
