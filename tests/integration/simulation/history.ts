interface Entry<Value> {
  value: Value;
  /** It may hold from here on, and surely from `surely`. Real epoch ms. */
  from: number;
  surely: number;
}

/** The values that something had: a change takes effect at some moment while it is made. */
export class History<Value> {
  private readonly entries: Entry<Value>[];

  constructor(first: Value) {
    this.entries = [{ value: first, from: 0, surely: 0 }];
  }

  get last(): Value {
    // The constructor puts in the first one.
    return (this.entries.at(-1) as Entry<Value>).value;
  }

  async change(value: Value, make: () => Promise<unknown>): Promise<void> {
    const entry = { value, from: Date.now(), surely: Number.POSITIVE_INFINITY };
    this.entries.push(entry);
    await make();
    entry.surely = Date.now();
  }

  /** Values that may have held within the real times [from, to]. */
  during(from: number, to: number): Value[] {
    const held = this.entries.filter((entry, i) => {
      const next = this.entries[i + 1];
      return entry.from <= to && (next === undefined || next.surely >= from);
    });
    return held.map(({ value }) => value);
  }
}
