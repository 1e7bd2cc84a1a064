import type { Clock } from "#core/ports.ts";
import type { StepRun } from "#core/services/health/record-run.ts";
import { describeError } from "../api/describe-error.ts";

type Steps = Record<string, () => Promise<object>>;

interface StepsReport {
  /** What each step says it did, or why it failed. */
  done: Record<string, object>;
  failed: string[];
  /** The same for the operator's health report. */
  runs: StepRun[];
}

/** Runs every step, one after the other, also after one that failed: none waits for another to be repaired. */
export async function runSteps(steps: Steps, clock: Clock): Promise<StepsReport> {
  const report: StepsReport = { done: {}, failed: [], runs: [] };
  for (const [name, step] of Object.entries(steps)) {
    const startedAt = clock.now();
    const { outcome, error } = await attempt(step);
    report.done[name] = outcome;
    if (error !== null) report.failed.push(name);
    const duration = clock.now() - startedAt;
    report.runs.push({ name, startedAt, duration, error, report: error === null ? outcome : {} });
  }
  return report;
}

async function attempt(step: Steps[string]): Promise<{ outcome: object; error: string | null }> {
  try {
    return { outcome: await step(), error: null };
  } catch (failure) {
    const error = describeError(failure);
    return {
      outcome: { error },
      error: error.map(({ code, message }) => (code ? `${code}: ${message}` : message)).join(" ← "),
    };
  }
}
