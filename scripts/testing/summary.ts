import { existsSync, readFileSync } from "node:fs";
import { matchesGlob, relative } from "node:path";
import { z } from "zod";
import { AREAS } from "./areas.ts";
import type { TestPlan } from "./tiers.ts";

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

/** Each stage and each area with its tier and time, then the slowest files. */
export function describeTimes(
  stages: readonly { stage: string; seconds: number }[],
  files: readonly FileTime[],
  { full }: TestPlan,
): string {
  const tierOf = (area: string | undefined) =>
    full === "all" || (area !== undefined && full.includes(area)) ? "full" : "fast";
  const stageLines = stages.map(({ stage, seconds }) => row(stage, seconds));
  const areaLines = AREAS.flatMap(({ name, suites }) => {
    const own = files.filter(({ path }) => suites.some((suite) => matchesGlob(path, suite)));
    const seconds = own.reduce((sum, file) => sum + file.seconds, 0);
    return own.length === 0 ? [] : [row(`  ${name}`, seconds, `${tierOf(name)}, ${own.length} files`)];
  });
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_FILES);
  const fileLines = slowest.map(({ path, seconds }) => {
    const area = AREAS.find(({ suites }) => suites.some((suite) => matchesGlob(path, suite)));
    return row(`  ${path.replace(/^tests\//, "")}`, seconds, tierOf(area?.name));
  });
  return [...stageLines, "areas", ...areaLines, "slowest files", ...fileLines].join("\n");
}

const row = (name: string, seconds: number, note = "") =>
  `${name.padEnd(52)} ${seconds.toFixed(1).padStart(7)} s  ${note}`.trimEnd();
