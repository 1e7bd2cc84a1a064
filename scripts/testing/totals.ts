import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** For what said nothing about its tests. */
export const ONE_FAILURE: Totals = { passed: 0, failed: 1, skipped: 0 };

/** A tool's result from its report and exit code; without a report, one failure. */
export function readTotals(file: string, code: number, totalsOf: (report: unknown) => Totals): Totals {
  if (!existsSync(file)) return ONE_FAILURE;
  const found = totalsOf(JSON.parse(readFileSync(file, "utf8")));
  // Failures outside any test, such as an unhandled rejection, show only in the exit code.
  return code !== 0 && found.failed === 0 ? addTotals([found, ONE_FAILURE]) : found;
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
});

/** From Vitest's JSON report. A file that could not be loaded, or whose hooks failed, counts as one failure. */
export function vitestTotals(report: unknown): Totals {
  const files = vitestReport.parse(report).testResults;
  return addTotals(files.map(fileTotals));
}

function fileTotals(file: z.infer<typeof vitestReport>["testResults"][number]): Totals {
  const outcomes = file.assertionResults.map(({ status, failureMessages }) => {
    // One that failed before it passed is flaky.
    if (status === "passed") return failureMessages.length === 0 ? "passed" : "failed";
    return status === "failed" ? "failed" : "skipped";
  });
  const count = (wanted: keyof Totals) => outcomes.filter((outcome) => outcome === wanted).length;
  const outside = file.status !== "passed" && count("failed") === 0 ? 1 : 0;
  return { passed: count("passed"), failed: count("failed") + outside, skipped: count("skipped") };
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  errors: z.array(z.unknown()),
});

/** From Playwright's JSON report; `errors` are failures outside any test. */
export function playwrightTotals(report: unknown): Totals {
  const { stats, errors } = playwrightReport.parse(report);
  const failed = stats.unexpected + stats.flaky + errors.length;
  return { passed: stats.expected, failed, skipped: stats.skipped };
}

export function addTotals(all: readonly Totals[]): Totals {
  const sum = (field: keyof Totals) => all.reduce((total, totals) => total + totals[field], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** The last line of `npm test` and its exit code: a skipped test counts as failed, and no test at all as failure. */
export function verdict({ passed, failed, skipped }: Totals): { line: string; code: number } {
  const line = `${passed} passed, ${failed + skipped} failed`;
  return { line, code: failed + skipped > 0 || passed === 0 ? 1 : 0 };
}
