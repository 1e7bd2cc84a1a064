import { existsSync, readFileSync } from "node:fs";

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** From Vitest's JSON report. A file that could not even be loaded counts as one failure. */
export function vitestTotals(file: string): Totals {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const unloaded = report.testResults.filter(
    (result: { status: string; assertionResults: unknown[] }) =>
      result.status === "failed" && result.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** From Playwright's JSON report. */
export function playwrightTotals(file: string): Totals {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats, errors } = JSON.parse(readFileSync(file, "utf8"));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

export function addTotals(all: Totals[]): Totals {
  const sum = (field: keyof Totals) => all.reduce((total, totals) => total + totals[field], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}
