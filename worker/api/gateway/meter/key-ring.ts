import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import { KeyWindow, RATE_LIMIT } from "./key-window.ts";

export type MeterKey = MeterTerms["keys"][number];

/** The account's keys that are not revoked, each with its window. */
export class KeyRing {
  private keys = new Map<string, MeterKey>();
  private windows = new Map<number, KeyWindow>();

  /** From now on these are the keys; windows of others are forgotten, since no key comes back. */
  use(keys: readonly MeterKey[]): void {
    this.keys = new Map(keys.map((key) => [key.lookup, key]));
    const ids = new Set(keys.map(({ id }) => id));
    this.windows = new Map([...this.windows].filter(([id]) => ids.has(id)));
  }

  find(lookups: readonly string[]): MeterKey | undefined {
    for (const lookup of lookups) {
      const key = this.keys.get(lookup);
      if (key !== undefined) return key;
    }
    return undefined;
  }

  windowOf(keyId: number): KeyWindow {
    const known = this.windows.get(keyId);
    if (known !== undefined) return known;
    const window = new KeyWindow();
    this.windows.set(keyId, window);
    return window;
  }

  /** Where a key stands in its window, as answers tell it. */
  placeOf(keyId: number, steady: number) {
    const window = this.windowOf(keyId);
    return { limit: RATE_LIMIT, remaining: window.remaining(steady), resetMs: window.untilWhole(steady) };
  }
}
