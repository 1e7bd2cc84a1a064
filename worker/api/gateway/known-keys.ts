/** Most keys remembered; one that was forgotten is checked again. */
const KEYS_MAX = 10_000;
/** How long a key counts as known. Each request is still admitted by the account's object. */
const KNOWN_MS = 10_000;

/**
 * Keys that their account's object has recognized lately. Anyone can make up keys with a correct checksum, and each one
 * costs a call to an object and a look-up in libSQL, so unknown keys are counted by address, and their bodies are not
 * read.
 */
export class KnownKeys {
  /** Until when, epoch ms, oldest entry first. */
  private readonly until = new Map<string, number>();

  has(lookup: string, now: number): boolean {
    const until = this.until.get(lookup) ?? 0;
    return until > now && until <= now + KNOWN_MS;
  }

  add(lookup: string, now: number): void {
    this.until.delete(lookup);
    const [oldest] = this.until.keys();
    if (oldest !== undefined && this.until.size >= KEYS_MAX) this.until.delete(oldest);
    this.until.set(lookup, now + KNOWN_MS);
  }

  remove(lookup: string): void {
    this.until.delete(lookup);
  }
}
