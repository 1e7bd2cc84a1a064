import { CALM_MS, CONDITION_GAP_MS, UNWRITABLE_RUNS } from "./alerts.ts";

/** Runs of the cron that couldn't write to the database, remembered outside of it; times in epoch ms. */
export interface Outage {
  /** Of the first of them. */
  since: number;
  lastFailedAt: number;
  /** In a row. */
  runs: number;
  /** It lasted long enough to be reported; from then on it ends only after a calm. */
  fired: boolean;
  /** The targets that accepted its notice. */
  notified: readonly string[];
  /** The first run that could write again; null while none can. */
  clearedAt: number | null;
}

/** A run that couldn't write. Before an outage is reported, a pause between runs makes it a new one. */
export function afterFailedRun(before: Outage | null, now: number): Outage {
  const isNew = before === null || (!before.fired && now - before.lastFailedAt >= CONDITION_GAP_MS);
  if (isNew) return { since: now, lastFailedAt: now, runs: 1, fired: false, notified: [], clearedAt: null };
  const runs = before.runs + 1;
  return {
    ...before,
    lastFailedAt: now,
    runs,
    fired: before.fired || runs >= UNWRITABLE_RUNS,
    clearedAt: null,
  };
}

/** A run that could write. Null when there is nothing to remember. */
export function afterWorkingRun(before: Outage | null, now: number): Outage | null {
  if (before === null || !before.fired) return null;
  return { ...before, clearedAt: before.clearedAt ?? now };
}

/** It was reported and won't come back as the same one. */
export const isOver = ({ clearedAt, lastFailedAt }: Outage, now: number) =>
  clearedAt !== null && now - lastFailedAt >= CALM_MS;
