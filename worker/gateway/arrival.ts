import type { DomainError } from "#core/domain/errors.ts";
import { refused } from "#core/domain/gateway/refused.ts";
import type { GatewayCall } from "./gateway-call.ts";

/** The least pace of a body after its first seconds: a tenth of what the slowest usual connections have. */
const LEAST_BYTES_PER_S = 4_096;
/** Of a short body that the platform reads at once: whether any of it has come is not known before all of it has. */
const SHORT_BYTES_PER_S = 16_384;

/** Ends bodies that come so slowly that they only keep a place. */
export class Arrival {
  private readonly call: GatewayCall;
  private readonly begunAt = performance.now();
  private bytes = 0;

  constructor(call: GatewayCall) {
    this.call = call;
  }

  /**
   * What is read next. @param mostMs longest time until all of it is there, whatever its pace.
   * @param expected bytes that come at once.
   * @throws DomainError `invalid_request` when it comes too late.
   */
  async next<Read>(read: Promise<Read>, mostMs: number, expected = 0): Promise<Read> {
    const [left, ofPace] = [this.leftOf(mostMs), this.leftOfPace(expected)];
    try {
      return await this.call.watchdog.within(Math.min(left, ofPace), read);
    } catch {
      throw left <= ofPace ? late(mostMs) : this.tooSlow;
    }
  }

  /** How long its pace lets it wait for more. */
  get leftMs(): number {
    return this.leftOfPace(0);
  }

  private leftOfPace(expected: number): number {
    return this.leftOf(
      this.graceMs + (this.bytes / LEAST_BYTES_PER_S + expected / SHORT_BYTES_PER_S) * 1_000,
    );
  }

  private leftOf(ms: number): number {
    return Math.max(0, this.begunAt + ms - performance.now());
  }

  received(bytes: number): void {
    this.bytes += bytes;
  }

  get tooSlow(): DomainError {
    return refused(
      undefined,
      `The body must arrive with at least ${LEAST_BYTES_PER_S / 1024} KB a second after its first ${this.graceMs / 1000} seconds.`,
    );
  }

  private get graceMs(): number {
    return this.call.gateway.settings.graceMs;
  }
}

const late = (mostMs: number) => refused(undefined, `The body must arrive within ${mostMs / 1000} seconds.`);
