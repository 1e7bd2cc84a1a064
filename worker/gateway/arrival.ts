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
   * @throws DomainError `invalid_request` when it comes too late.
   */
  async next<Read>(read: Promise<Read>, mostMs: number): Promise<Read> {
    const [left, ofPace] = [this.leftOf(mostMs), this.leftMs];
    try {
      return await this.call.watchdog.within(Math.min(left, ofPace), read);
    } catch {
      throw left <= ofPace ? late(mostMs) : this.tooSlow;
    }
  }

  /** How long its pace lets it wait for more. */
  get leftMs(): number {
    return this.leftOf(this.call.gateway.settings.graceMs + (this.bytes / LEAST_BYTES_PER_S) * 1_000);
  }

  private leftOf(ms: number): number {
    return Math.max(0, this.begunAt + ms - performance.now());
  }

  received(bytes: number): void {
    this.bytes += bytes;
  }

  get tooSlow(): DomainError {
    return tooSlow(this.call.gateway.settings.graceMs);
  }
}

/** A body that is read at once. @throws DomainError `invalid_request` when it comes too late. */
export async function arrivedWhole<Read>(
  call: GatewayCall,
  read: Promise<Read>,
  bytes: number,
): Promise<Read> {
  const { bodyMs, graceMs } = call.gateway.settings;
  const ofPace = graceMs + (bytes / SHORT_BYTES_PER_S) * 1_000;
  try {
    return await call.watchdog.within(Math.min(bodyMs, ofPace), read);
  } catch {
    throw bodyMs <= ofPace ? late(bodyMs) : tooSlow(graceMs);
  }
}

const tooSlow = (graceMs: number) =>
  refused(
    undefined,
    `The body must arrive with at least ${LEAST_BYTES_PER_S / 1024} KB a second after its first ${graceMs / 1000} seconds.`,
  );

const late = (mostMs: number) => refused(undefined, `The body must arrive within ${mostMs / 1000} seconds.`);
