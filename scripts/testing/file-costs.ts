import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";

const VARIABLE = "LATCHKEY_TEST_CPU_RECORD";

export const cpuRecordVariable = (file: string) => ({ [VARIABLE]: file });

/** The file in which test files record their CPU time; null when single files are run. */
export const cpuRecord = () => process.env[VARIABLE] ?? null;

export interface FileCost {
  path: string;
  /** Seconds of CPU time. */
  seconds: number;
}

const noted = z.object({ path: z.string(), seconds: z.number() });

/** CPU times that the files of a stage recorded, one per line; empty for stages that cannot, such as those in workerd. */
export function readCpuRecord(file: string): FileCost[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => noted.parse(JSON.parse(line)));
}

const vitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

/** The duration of each file in Vitest's report; empty without a report. */
export function vitestDurations(file: string): FileCost[] {
  if (!existsSync(file)) return [];
  const { testResults } = vitestReport.parse(JSON.parse(readFileSync(file, "utf8")));
  return testResults.map(({ name, startTime, endTime }) => ({
    path: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1_000,
  }));
}

interface Suite {
  file: string;
  specs: { tests: { results: { duration: number }[] }[] }[];
  suites?: Suite[] | undefined;
}
const suite: z.ZodType<Suite> = z.object({
  file: z.string(),
  specs: z.array(
    z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) }),
  ),
  get suites() {
    return z.array(suite).optional();
  },
});

const durationOf = ({ specs, suites = [] }: Suite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration / 1_000, 0) +
  suites.reduce((sum, inner) => sum + durationOf(inner), 0);

/** The duration of each file in Playwright's report; empty without a report. */
export function playwrightDurations(file: string): FileCost[] {
  if (!existsSync(file)) return [];
  const { suites } = z.object({ suites: z.array(suite) }).parse(JSON.parse(readFileSync(file, "utf8")));
  return suites.map((one) => ({ path: `tests/e2e/${one.file}`, seconds: durationOf(one) }));
}

/** Splits the CPU time of a stage by the durations of its files, where they can't measure their own. */
export function shareOut(stageSeconds: number, durations: readonly FileCost[]): FileCost[] {
  const all = durations.reduce((sum, { seconds }) => sum + seconds, 0);
  return durations.map(({ path, seconds }) => ({ path, seconds: (stageSeconds * seconds) / all }));
}
