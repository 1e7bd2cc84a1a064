import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";

const SLOWEST_FILES = 10;

export interface FileTime {
  stage: string;
  path: string;
  seconds: number;
}

const vitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

/** Time of each test file of a stage, without loading it; empty without a report. */
export function vitestTimes(file: string, stage: string): FileTime[] {
  if (!existsSync(file)) return [];
  const { testResults } = vitestReport.parse(JSON.parse(readFileSync(file, "utf8")));
  return testResults.map(({ name, startTime, endTime }) => ({
    stage,
    path: relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/** Each stage with its time, then the slowest files. */
export function describeTimes(
  stages: readonly { stage: string; seconds: number }[],
  files: readonly FileTime[],
): string {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_FILES);
  return [
    ...stages.map(({ stage, seconds }) => row(stage, seconds)),
    "slowest files",
    ...slowest.map(({ path, seconds }) => row(`  ${path.replace(/^tests\//, "")}`, seconds)),
  ].join("\n");
}

const row = (name: string, seconds: number) => `${name.padEnd(52)} ${seconds.toFixed(1).padStart(7)} s`;
