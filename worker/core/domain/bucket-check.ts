import { Tally } from "./tally.ts";

/** A bucket of the roll-up; `owner` is a key or `key/endpoint`. */
export type Bucket = readonly [owner: string | number, sums: readonly number[], tally: string];

/** Buckets by owner, as texts that are equal exactly when the contents are. */
type Contents = ReadonlyMap<string, string>;

export function contentsOf(buckets: readonly Bucket[], name = ([owner]: Bucket) => String(owner)): Contents {
  return new Map([...Map.groupBy(buckets, name)].map(([owner, group]) => [owner, content(group)]));
}

function content(group: readonly Bucket[]): string {
  const tally = new Tally();
  const sums: number[] = [];
  for (const [, added, text] of group) {
    tally.add(text);
    for (const [i, value] of added.entries()) sums[i] = (sums[i] ?? 0) + value;
  }
  return JSON.stringify([sums, tally.toText()]);
}

/** The contents for each key, and for key 0, which stands for all keys. */
export function withAllKeys(buckets: readonly Bucket[]): Contents {
  const allKeys = ([owner]: Bucket) => String(owner).replace(/^\d+/, "0");
  return new Map([...contentsOf(buckets), ...contentsOf(buckets, allKeys)]);
}

export function compareContents(expected: Contents, found: Contents): { buckets: number; differed: number } {
  const names = [...new Set([...expected.keys(), ...found.keys()])];
  const differed = names.filter((name) => expected.get(name) !== found.get(name)).length;
  return { buckets: names.length, differed };
}
