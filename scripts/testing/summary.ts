import type { FileCost } from "./file-costs.ts";

const DEAREST_FILES = 10;

export interface StageCost {
  stage: string;
  clockSeconds: number;
  /** Null where the CPU time can't be measured. */
  cpuSeconds: number | null;
  /** Seconds of CPU time that a unit took beside the stage. */
  unit: number;
  files: readonly FileCost[];
}

/** Each stage with its time and cost, then the dearest files. */
export function describeCosts(stages: readonly StageCost[]): string {
  const files = stages
    .flatMap(({ files: all, unit }) => all.map(({ path, seconds }) => ({ path, units: seconds / unit })))
    .toSorted((one, other) => other.units - one.units)
    .slice(0, DEAREST_FILES);
  return [
    row("stage", "clock", "CPU", "units"),
    ...stages.map(({ stage, clockSeconds, cpuSeconds, unit }) =>
      row(stage, seconds(clockSeconds), seconds(cpuSeconds), units(cpuSeconds, unit)),
    ),
    row("dearest files", "", "", "units"),
    ...files.map((file) => row(`  ${file.path.replace(/^tests\//, "")}`, "", "", file.units.toFixed(1))),
  ].join("\n");
}

const row = (name: string, ...cells: string[]) =>
  `${name.padEnd(56)}${cells.map((cell) => cell.padStart(9)).join("")}`.trimEnd();

const seconds = (value: number | null) => (value === null ? "?" : `${value.toFixed(0)} s`);

const units = (cpuSeconds: number | null, unit: number) =>
  cpuSeconds === null ? "?" : (cpuSeconds / unit).toFixed(0);
