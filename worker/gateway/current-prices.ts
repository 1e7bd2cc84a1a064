import { DomainError } from "#core/domain/errors.ts";
import type { PriceList } from "#core/domain/gateway/price-list.ts";
import type { Prices } from "#core/services/prices/read-prices.ts";
import { within } from "#core/services/within.ts";
import { logEvent } from "#worker/log.ts";

const FRESH_MS = 10_000;
/** An older list waits for the next read, unless that is late or the last one failed. */
const STALE_MS = 60_000;
const WAIT_MS = 2_000;
/** Without a price list, requests must wait. */
const FIRST_WAIT_MS = 10_000;
/** A read whose request was cancelled never ends, so another one may start after this. */
const READ_TERM_MS = 15_000;
const RETRY_MS = 1_000;
const NO_LIST = 'No price list is in force. Publish one: "Prices" in docs/operations/run.md.';

interface PricesOptions {
  /** @param known lists that need not be read again, because lists never change. */
  read: (now: number, known: readonly PriceList[]) => Promise<Prices>;
  /** Epoch ms. */
  now: () => number;
  freshMs?: number;
}

/** The price list in force, shared by all requests of an isolate. */
export class CurrentPrices {
  readonly #options: Required<PricesOptions>;
  #current: PriceList | null = null;
  #next: PriceList | null = null;
  #readAt = 0;
  #reading: { startedAt: number; done: Promise<void> } | null = null;
  #failedAt: number | null = null;

  constructor({ freshMs = FRESH_MS, ...options }: PricesOptions) {
    this.#options = { ...options, freshMs };
  }

  /**
   * The list in force. While the database can't be read, the last known one stays in force.
   * @param keepAlive lets a read finish after the request that started it.
   * @throws DomainError `service_unavailable` when no list was ever read.
   */
  async get(keepAlive: (read: Promise<void>) => void = () => {}): Promise<PriceList> {
    const now = this.#options.now();
    const age = Math.abs(now - this.#readAt);
    const known = this.#listAt(now);
    if (known !== null && age < this.#options.freshMs) return known;
    const read = this.#read(now, keepAlive);
    if (known !== null && (age < STALE_MS || this.#failedAt !== null)) return known;
    await within(known === null ? FIRST_WAIT_MS : WAIT_MS, read).catch((error: unknown) => this.#fail(error));
    const list = this.#listAt(this.#options.now());
    if (list !== null) return list;
    throw new DomainError(
      "service_unavailable",
      "Prices can't be read at the moment. Please try again shortly.",
      { retryAfter: 1 },
    );
  }

  #listAt(now: number): PriceList | null {
    return this.#next !== null && this.#next.from <= now ? this.#next : this.#current;
  }

  /** One read at a time, and after a failure none for a moment. */
  #read(now: number, keepAlive: (read: Promise<void>) => void): Promise<void> {
    const reading = this.#reading;
    if (reading !== null && Math.abs(now - reading.startedAt) < READ_TERM_MS) return reading.done;
    const known = this.#known();
    if (known.length > 0 && this.#failedAt !== null && Math.abs(now - this.#failedAt) < RETRY_MS)
      return Promise.resolve();
    const started = { startedAt: now, done: Promise.resolve() };
    this.#reading = started;
    started.done = this.#options
      .read(now, known)
      .then((prices) => this.#keep(started, prices))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        if (this.#reading === started) this.#reading = null;
      });
    keepAlive(started.done);
    return started.done;
  }

  #known(): PriceList[] {
    return [this.#current, this.#next].filter((list) => list !== null);
  }

  #keep(reading: { startedAt: number }, { current, next }: Prices): void {
    // Another read has taken its place, but requests may still wait for this one.
    if (this.#reading !== reading && this.#current !== null) return;
    if (current === null) throw new Error(NO_LIST);
    this.#current = current;
    this.#next = next;
    this.#readAt = reading.startedAt;
    this.#failedAt = null;
  }

  #fail(error: unknown): void {
    this.#failedAt = this.#options.now();
    const cause = error instanceof Error ? error.message : String(error);
    logEvent("error", {
      event: "prices_unreadable",
      worker: "gateway",
      cause,
      stale: this.#current !== null,
    });
  }
}
