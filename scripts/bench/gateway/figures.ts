import type { LoadResult } from "./load-process.ts";
import type { Rounds } from "./measure-gateway.ts";
import type { TargetName } from "./targets.ts";

export type Figure = (result: LoadResult) => number;

export const p50: Figure = (result) => result.p50;
export const p99: Figure = (result) => result.p99;
export const first: Figure = (result) => result.first;
export const perSecond: Figure = (result) => result.perSecond;

export const middle = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
export const medianOf = (rounds: Rounds, target: TargetName, figure: Figure) =>
  middle(rounds[target].map(figure));
/** By how much a figure is above the base's of the same round. */
export const added = (rounds: Rounds, target: TargetName, figure: Figure, base: TargetName = "direct") =>
  rounds[target].map((result, i) => figure(result) - figure(rounds[base][i] ?? result));
/** Median of the rounds' ratios. */
export const ratio = (ours: number[], others: number[]) =>
  middle(ours.map((value, i) => value / (others[i] ?? 0)));
export const ms = (value: number) => `${value.toFixed(2)} ms`;
