import { RATE_LIMIT, RateWindow } from "#core/domain/gateway/rate-window.ts";
import { KeyRestrictions } from "#core/domain/gateway/restrictions/key-restrictions.ts";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import type { Identified, UnknownKeyCode } from "../metering.ts";

export type MeterKey = MeterTerms["keys"][number];

/** The first key of the rotations that a key belongs to; all of them spend together. */
export const lineageOf = ({ id, lineage }: MeterKey): number => lineage ?? id;

/** The account's keys that are not revoked, each with its rate window. */
export class KeyRing {
  private keys = new Map<string, MeterKey>();
  private windows = new Map<number, RateWindow>();
  /** Of keys that have sent a request under these terms. */
  private readonly restrictions = new Map<number, KeyRestrictions>();
  private visible = new Set<number>();
  private revoked = new Map<string, number>();
  private playground: number | null = null;

  /** From now on these are the keys; windows of others are forgotten, since no key is ever restored. */
  use({ keys, revoked }: Pick<MeterTerms, "keys" | "revoked">): void {
    this.revoked = new Map(revoked.map(({ id, lookup }) => [lookup, id]));
    this.keys = new Map(keys.map((key) => [key.lookup, key]));
    this.restrictions.clear();
    this.visible = new Set(keys.filter(({ showsBalance }) => showsBalance).map(({ id }) => id));
    this.playground = keys.find((key) => key.playground)?.id ?? null;
    const ids = new Set(keys.map(({ id }) => id));
    this.windows = new Map([...this.windows].filter(([id]) => ids.has(id)));
  }

  /** The key with one of these lookups, unless it has expired at `now` (epoch ms). */
  find(lookups: readonly string[], now: number): MeterKey | undefined {
    for (const lookup of lookups) {
      const key = this.keys.get(lookup);
      if (key !== undefined) return key.expiresAt === null || key.expiresAt > now ? key : undefined;
    }
    return undefined;
  }

  /** Why requests with a key are refused that `find` doesn't find. */
  unknownCode(lookups: readonly string[]): UnknownKeyCode {
    return lookups.some((lookup) => this.keys.has(lookup)) ? "key_expired" : "invalid_api_key";
  }

  /** Null for an unknown or expired key. */
  identify(lookups: readonly string[], origin: string | null, now: number): Identified | null {
    const key = this.find(lookups, now);
    if (key === undefined) return null;
    const page = origin !== null && allowsOrigin(key, origin) ? origin : null;
    return { known: true, page, showsBalance: key.showsBalance };
  }

  /** Whether browsers on this origin may use a key of these lookups. */
  allows(lookups: readonly string[], origin: string, now: number): boolean {
    const key = this.find(lookups, now);
    return key !== undefined && allowsOrigin(key, origin);
  }

  /** Whose key it is or was: also of an expired and of a lately revoked one, whose requests are only counted. */
  idOf(lookups: readonly string[]): number | undefined {
    for (const lookup of lookups) {
      const id = this.keys.get(lookup)?.id ?? this.revoked.get(lookup);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** False for a key that was revoked. */
  showsBalance(keyId: number): boolean {
    return this.visible.has(keyId);
  }

  /** Null for a key without restrictions beside its origins. */
  restrictionsOf({ id, restrictions }: MeterKey): KeyRestrictions | null {
    if (restrictions === null) return null;
    const known = this.restrictions.get(id);
    if (known !== undefined) return known;
    const read = new KeyRestrictions(restrictions);
    this.restrictions.set(id, read);
    return read;
  }

  /** False for a key that was revoked. */
  isPlayground(keyId: number): boolean {
    return keyId === this.playground;
  }

  windowOf(keyId: number): RateWindow {
    const known = this.windows.get(keyId);
    if (known !== undefined) return known;
    const window = new RateWindow();
    this.windows.set(keyId, window);
    return window;
  }

  /** As response headers report it. */
  rateWindowPosition(key: MeterKey, steady: number) {
    const limit = this.restrictionsOf(key)?.rateLimit ?? RATE_LIMIT;
    const { remaining, resetMs } = this.windowOf(key.id).room(steady, limit);
    return { limit, remaining, resetMs };
  }
}

/** Whether browsers on this origin may use the key. The edge has checked the origin of a grant. */
export const allowsOrigin = ({ allowedOrigins, playground }: MeterKey, origin: string): boolean =>
  playground || (allowedOrigins?.includes(origin) ?? false);
