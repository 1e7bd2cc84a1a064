import { seededRandom } from "#scripts/seed/random.ts";

/** Choices that are the same for the same seed. */
export class Dice {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = seededRandom(seed).next;
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  one<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.int(0, items.length - 1)] ?? items[0];
  }

  /** A name, as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const names = Object.keys(weights) as [Name, ...Name[]]; // An object literal has no other keys.
    let left = this.next() * names.reduce((total, name) => total + weights[name], 0);
    for (const name of names) {
      left -= weights[name];
      if (left < 0) return name;
    }
    return names[0];
  }

  /** Further choices of their own, so that a change here leaves the others as they were. */
  fork(): Dice {
    return new Dice(this.int(0, 2 ** 32 - 1));
  }
}
