import { STRETCH_PAUSE_MS } from "#core/domain/gateway/refusal-causes.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import type { RefusalCount } from "#core/storage/gateway-flush.ts";
import type { MeterStore, StoredRefusal } from "./meter-store.ts";

/** Counters are written to disk this often at most, and with each admission; a crash loses what was counted since. */
const SAVE_EVERY_MS = 1_000;
/** Hours that each key and code can have outside libSQL; while libSQL is away for longer, the last one counts on. */
const UNPOSTED_HOURS_MAX = 2;
/** Ids of refused requests that are remembered, so that a repeated call is not counted again. */
const REMEMBERED_MAX = 500;

type Counter = StoredRefusal;
type Refused = Pick<StoredRefusal, "keyId" | "code"> & { requestId: string };

/**
 * Refused requests by key, code and hour. A counter only grows, and libSQL keeps the largest count that it was sent, so
 * a repetition changes nothing. A counter that libSQL has is dropped after its hour; should the clock step back into
 * that hour, the next one has another epoch and so a row of its own.
 */
export class RefusalCounters {
  private readonly store: MeterStore;
  private readonly counters = new Map<string, Counter[]>();
  private readonly unsaved = new Set<Counter>();
  private readonly remembered = new Set<string>();
  private savedAt = 0;

  /** @param stored counters that are on disk. */
  constructor(store: MeterStore, stored: readonly StoredRefusal[]) {
    this.store = store;
    for (const row of stored) this.listOf(row).push(row);
  }

  /** Whether libSQL lacks any. */
  get unposted(): boolean {
    return this.all().some(isUnposted);
  }

  /** @param now epoch ms. @returns false for a request that was counted already. */
  count({ requestId, keyId, code }: Refused, now: number): boolean {
    if (this.remembered.has(requestId)) return false;
    this.remember(requestId);
    const counter = this.counterOf({ keyId, code }, now);
    if (now - counter.last > STRETCH_PAUSE_MS) {
      counter.since = now;
      counter.before = counter.requests;
    }
    counter.last = Math.max(now, counter.last);
    counter.requests += 1;
    this.unsaved.add(counter);
    if (Math.abs(now - this.savedAt) >= SAVE_EVERY_MS) this.save(now);
    return true;
  }

  save(now: number): void {
    this.savedAt = now;
    for (const counter of this.unsaved) this.write(counter);
  }

  /** Counts that libSQL lacks. They are on disk first, so that no crash takes a counter below what libSQL has. */
  toPost(now: number): RefusalCount[] {
    this.save(now);
    const unposted = this.all().filter(isUnposted);
    return unposted.map(({ posted, ...counter }) => counter);
  }

  /** libSQL has these counts. */
  posted(counts: readonly RefusalCount[], now: number): void {
    for (const count of counts) {
      const counter = this.listOf(count).find(({ hour }) => hour === count.hour);
      if (counter === undefined) continue;
      counter.posted = count.requests;
      this.write(counter);
    }
    const hour = Math.floor(now / HOUR_MS);
    for (const counter of this.all()) if (!isUnposted(counter) && counter.hour !== hour) this.drop(counter);
  }

  private write(counter: Counter): void {
    this.store.saveRefusal(counter);
    this.unsaved.delete(counter);
  }

  private counterOf(refused: Pick<StoredRefusal, "keyId" | "code">, now: number): Counter {
    const hour = Math.floor(now / HOUR_MS);
    const list = this.listOf(refused);
    const unposted = list.filter(isUnposted);
    const known = list.find((counter) => counter.hour === hour);
    const last = unposted.length < UNPOSTED_HOURS_MAX ? undefined : unposted.at(-1);
    const counter = known ?? last;
    if (counter !== undefined) return counter;
    const { keyId, code } = refused;
    const fresh = {
      keyId,
      code,
      hour,
      epoch: newEpoch(),
      requests: 0,
      posted: 0,
      since: now,
      last: now,
      before: 0,
    };
    list.push(fresh);
    return fresh;
  }

  private drop(counter: Counter): void {
    this.store.deleteRefusal(counter);
    const others = this.listOf(counter).filter((other) => other !== counter);
    if (others.length === 0) this.counters.delete(nameOf(counter));
    else this.counters.set(nameOf(counter), others);
  }

  private listOf(refused: Pick<StoredRefusal, "keyId" | "code">): Counter[] {
    const known = this.counters.get(nameOf(refused));
    if (known !== undefined) return known;
    const list: Counter[] = [];
    this.counters.set(nameOf(refused), list);
    return list;
  }

  private all(): Counter[] {
    return [...this.counters.values()].flat();
  }

  private remember(requestId: string): void {
    this.remembered.add(requestId);
    const [oldest] = this.remembered;
    if (oldest !== undefined && this.remembered.size > REMEMBERED_MAX) this.remembered.delete(oldest);
  }
}

const isUnposted = ({ requests, posted }: StoredRefusal) => requests > posted;
const nameOf = ({ keyId, code }: Pick<StoredRefusal, "keyId" | "code">) => `${keyId} ${code}`;
const newEpoch = () => crypto.randomUUID().slice(0, 8);
