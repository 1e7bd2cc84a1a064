import { LimitedLog } from "#worker/limited-log.ts";
import type { RequestTrace } from "#worker/tracing.ts";
import type { AccountMeter, MeterOf, Settlement } from "./metering.ts";
import type { Watchdog } from "./watchdog.ts";

/** Longest wait of a response for its settlement to be on disk. */
const PATIENCE_MS = 5_000;
/** Pause before settlements that an object did not take are sent again. */
const WAIT_MS = 250;
/** A sweep lasts no longer than its request may; later settlements begin another one. */
const SWEEP_TERM_MS = 5_000;
const TRIES = 8;

interface Settled {
  meterName: string;
  meter: AccountMeter;
  settlement: Settlement;
}

/** The request that settles. */
interface Settling {
  watchdog: Pick<Watchdog, "within">;
  trace: Pick<RequestTrace, "during">;
  waitUntil: (work: Promise<unknown>) => void;
}

/** Hands settlements over to their accounts' objects; those that an object did not take wait in the isolate. */
export class Settlements {
  private readonly due = new Map<string, Settlement[]>();
  private readonly meterOf: MeterOf;
  /** While the platform's objects are away, every account's is tried again and again. */
  private readonly delays = new LimitedLog({
    event: "settlement_delayed",
    level: "error",
    worker: "gateway",
  });
  private sweepingUntil = 0;

  constructor(meterOf: MeterOf) {
    this.meterOf = meterOf;
  }

  /**
   * Resolves once the settlement is on disk, or waits here because the object does not respond.
   * @returns the balance that it leaves, micro-dollars; null when that is unknown.
   */
  async settle({ meterName, meter, settlement }: Settled, request: Settling): Promise<number | null> {
    try {
      const settling = request.trace.during("Meter", "settle", (traceparent) =>
        meter.settle([settlement], traceparent),
      );
      return await request.watchdog.within(PATIENCE_MS, settling);
    } catch (error) {
      this.logDelay(meterName, [settlement], error);
      this.add(meterName, settlement, request);
      return null;
    }
  }

  /** Reports the cost of a request so far. The next report, or its settlement, makes up for a lost one. */
  async report({ meterName, meter, settlement }: Settled): Promise<void> {
    try {
      await meter.progress(settlement);
    } catch (error) {
      this.logDelay(meterName, [settlement], error);
    }
  }

  /** An account's waiting settlements, for the caller to hand over, or to give back with `keep`. */
  take(meterName: string): Settlement[] {
    if (this.due.size === 0) return [];
    const list = this.due.get(meterName) ?? [];
    this.due.delete(meterName);
    return list;
  }

  keep(meterName: string, settlements: readonly Settlement[]): void {
    if (settlements.length === 0) return;
    const waiting = this.due.get(meterName);
    if (waiting === undefined) this.due.set(meterName, [...settlements]);
    else waiting.push(...settlements);
  }

  private add(meterName: string, settlement: Settlement, request: Settling): void {
    this.keep(meterName, [settlement]);
    const now = Date.now();
    if (this.sweepingUntil > now) return;
    this.sweepingUntil = now + SWEEP_TERM_MS;
    request.waitUntil(this.sweepLater());
  }

  /** Sends waiting settlements again, less and less often; in the end a later request takes them along. */
  private async sweepLater(): Promise<void> {
    const term = this.sweepingUntil;
    for (let failures = 0; failures < TRIES; ) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * (failures + 1)));
      const last = Date.now() > term;
      const taken = await Promise.all([...this.due.keys()].map((meterName) => this.handOver(meterName)));
      failures = taken.every(Boolean) ? 0 : failures + 1;
      if (this.due.size === 0 || (last && failures === 0)) break;
    }
    if (this.sweepingUntil === term) this.sweepingUntil = 0;
  }

  /** @returns whether the object took them. */
  private async handOver(meterName: string): Promise<boolean> {
    const list = this.take(meterName);
    try {
      await this.meterOf(meterName).settle(list);
      return true;
    } catch (error) {
      this.keep(meterName, list);
      this.logDelay(meterName, list, error);
      return false;
    }
  }

  private logDelay(meterName: string, settlements: readonly Settlement[], error: unknown): void {
    const cause = error instanceof Error ? error.message : typeof error;
    const [first] = settlements;
    this.delays.report(meterName, { request_id: first?.requestId, requests: settlements.length, cause });
  }
}
