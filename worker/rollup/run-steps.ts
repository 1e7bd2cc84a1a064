import { describeError } from "../api/describe-error.ts";

type Steps = Record<string, () => Promise<object>>;

interface StepsReport {
  /** What each step says it did, or why it failed. */
  done: Record<string, object>;
  failed: string[];
}

/** Runs every step, one after the other, also after one that failed: none waits for another to be repaired. */
export async function runSteps(steps: Steps): Promise<StepsReport> {
  const report: StepsReport = { done: {}, failed: [] };
  for (const [name, step] of Object.entries(steps)) {
    try {
      report.done[name] = await step();
    } catch (error) {
      report.done[name] = { error: describeError(error) };
      report.failed.push(name);
    }
  }
  return report;
}
