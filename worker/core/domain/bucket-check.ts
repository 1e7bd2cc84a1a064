import { Tally } from "./tally.ts";

/** What a bucket of the roll-up holds: the key, or `key/endpoint`, that it is of; its sums; its tally, or "". */
export type Bucket = readonly [of: string | number, sums: readonly number[], tally: string];

/** Buckets by what they are of, in a form that is the same only for the same content. */
type Contents = ReadonlyMap<string, string>;

/** Those of the same name are added up. */
export function contentsOf(buckets: readonly Bucket[], name = ([of]: Bucket) => String(of)): Contents {
  return new Map([...Map.groupBy(buckets, name)].map(([of, parts]) => [of, content(parts)]));
}

function content(parts: readonly Bucket[]): string {
  const tally = new Tally();
  const sums: number[] = [];
  for (const [, added, text] of parts) {
    tally.add(text);
    for (const [i, value] of added.entries()) sums[i] = (sums[i] ?? 0) + value;
  }
  return JSON.stringify([sums, tally.toText()]);
}

/** The contents for every key, and for key 0, which stands for all of them. */
export function withAllKeys(ofKey: readonly Bucket[]): Contents {
  const ofAll = ([of]: Bucket) => String(of).replace(/^\d+/, "0");
  return new Map([...contentsOf(ofKey), ...contentsOf(ofKey, ofAll)]);
}

/** How many buckets there are on either side, and how many of them are not the same on both. */
export function compareContents(expected: Contents, found: Contents): { buckets: number; differed: number } {
  const names = [...new Set([...expected.keys(), ...found.keys()])];
  const differed = names.filter((name) => expected.get(name) !== found.get(name)).length;
  return { buckets: names.length, differed };
}
