import type { BenchDatabase } from "./bench-database.ts";

export interface Sample {
  /** Wall milliseconds. */
  ms: number;
  /** CPU milliseconds of the database server. */
  cpu: number | null;
}

/** Measures how long a task takes. */
export async function sample({ cpu }: BenchDatabase, work: () => Promise<unknown>): Promise<Sample> {
  const cpuBefore = cpu();
  const started = performance.now();
  await work();
  const ms = performance.now() - started;
  const cpuAfter = cpu();
  return { ms, cpu: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore };
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Median wall and median CPU time. */
export function median(samples: readonly Sample[]): Sample {
  const cpus = samples.flatMap(({ cpu }) => (cpu === null ? [] : [cpu]));
  return { ms: middle(samples.map(({ ms }) => ms)), cpu: cpus.length === 0 ? null : middle(cpus) };
}

export const times = ({ ms, cpu }: Sample) =>
  `${ms.toFixed(2)} ms${cpu === null ? "" : ` (server CPU ${cpu.toFixed(2)} ms)`}`;

export const ratio = (a: Sample, b: Sample) => {
  const cpu = a.cpu === null || !b.cpu ? "" : ` (CPU ${(a.cpu / b.cpu).toFixed(2)}×)`;
  return `${(a.ms / b.ms).toFixed(2)}×${cpu}`;
};
