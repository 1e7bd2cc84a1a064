import type { Clock } from "#core/ports.ts";
import type { StepRun } from "#core/services/health/cron-run.ts";
import { describeError } from "#worker/log.ts";

/** What a step returns is its report. */
type Steps = Record<string, () => Promise<object>>;

interface Options {
  clock: Clock;
  /** The step without which the ones after it are not run. */
  needed: string;
}

interface StepsReport {
  /** Each step's report, or why it failed. */
  done: Record<string, object>;
  failed: string[];
  runs: StepRun[];
}

/** Runs the steps in order, also after a failed one: none but the needed one is waited for by others. */
export async function runSteps(steps: Steps, { clock, needed }: Options): Promise<StepsReport> {
  const report: StepsReport = { done: {}, failed: [], runs: [] };
  for (const [name, step] of Object.entries(steps)) {
    const startedAt = clock.now();
    const { outcome, error } = await attempt(step);
    report.done[name] = outcome;
    if (error !== null) report.failed.push(name);
    const duration = clock.now() - startedAt;
    report.runs.push({ name, startedAt, duration, error, report: error === null ? outcome : {} });
    if (error !== null && name === needed) break;
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
