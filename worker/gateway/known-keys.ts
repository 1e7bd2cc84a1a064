import type { PresentedKey } from "./presented-key.ts";

/** Most keys remembered; one that was forgotten is checked again. */
const KEYS_MAX = 10_000;
/** How long an admission says that the next request will be admitted, too. */
const TRUSTED_MS = 10_000;
/** How long a key counts as known. Each request is still admitted by the account's object, and a refused key is forgotten. */
const KNOWN_MS = 600_000;

/**
 * Keys that their account's object has recognized lately. Anyone can make up keys with a correct checksum, and each one
 * costs a call to an object and a look-up in libSQL, so unknown keys are counted by address, and their bodies are not
 * read. What was computed for a known key is remembered with it.
 */
export class KnownKeys {
  /** By their text; `until` in epoch ms, oldest entry first. */
  private readonly keys = new Map<string, { key: PresentedKey; until: number; admittedAt: number | null }>();

  find(text: string, now: number): PresentedKey | null {
    const { key, until } = this.keys.get(text) ?? { key: null, until: 0 };
    return until > now && until <= now + KNOWN_MS ? key : null;
  }

  add(key: PresentedKey, now: number): void {
    this.keys.delete(key.text);
    const [oldest] = this.keys.keys();
    if (oldest !== undefined && this.keys.size >= KEYS_MAX) this.keys.delete(oldest);
    this.keys.set(key.text, { key, until: now + KNOWN_MS, admittedAt: null });
  }

  /** What became of the key's last request. */
  judged({ text }: PresentedKey, admitted: boolean, now: number): void {
    const entry = this.keys.get(text);
    if (entry !== undefined) entry.admittedAt = admitted ? now : null;
  }

  /** Whether the key's last request was admitted, and lately. */
  isTrusted({ text }: PresentedKey, now: number): boolean {
    const at = this.keys.get(text)?.admittedAt ?? null;
    return at !== null && Math.abs(now - at) < TRUSTED_MS;
  }

  remove({ text }: PresentedKey): void {
    this.keys.delete(text);
  }
}
