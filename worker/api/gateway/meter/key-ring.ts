import { RATE_LIMIT, RateWindow } from "#core/domain/gateway/rate-window.ts";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";

export type MeterKey = MeterTerms["keys"][number];

/** The account's keys that are not revoked, each with its window. */
export class KeyRing {
  private keys = new Map<string, MeterKey>();
  private windows = new Map<number, RateWindow>();

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

  /** Whether pages of this origin may use a key of these look-ups. */
  allows(lookups: readonly string[], origin: string): boolean {
    return this.find(lookups)?.allowedOrigins?.includes(origin) ?? false;
  }

  windowOf(keyId: number): RateWindow {
    const known = this.windows.get(keyId);
    if (known !== undefined) return known;
    const window = new RateWindow();
    this.windows.set(keyId, window);
    return window;
  }

  /** Where a key stands in its window, as answers tell it. */
  placeOf(keyId: number, steady: number) {
    const { remaining, resetMs } = this.windowOf(keyId).room(steady);
    return { limit: RATE_LIMIT, remaining, resetMs };
  }
}
