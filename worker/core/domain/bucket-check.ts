import { Tally } from "./tally.ts";

/** A bucket of the roll-up; `owner` names what it is of, such as `key/endpoint`. */
export type Bucket = readonly [owner: string, sums: readonly number[], tally: string];

/** Buckets by owner, as texts that are equal exactly when the contents are. */
type Contents = ReadonlyMap<string, string>;

export const contentsOf = (buckets: readonly Bucket[]): Contents =>
  new Map(
    buckets.map(([owner, sums, tally]) => [owner, JSON.stringify([sums, new Tally().add(tally).toText()])]),
  );

export function compareContents(expected: Contents, found: Contents): { buckets: number; differed: number } {
  const names = [...new Set([...expected.keys(), ...found.keys()])];
  const differed = names.filter((name) => expected.get(name) !== found.get(name)).length;
  return { buckets: names.length, differed };
}
