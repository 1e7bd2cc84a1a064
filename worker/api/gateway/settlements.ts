import { within } from "#core/services/within.ts";
import { logEvent } from "#worker/log.ts";
import type { MeterOf, Settlement } from "./metering.ts";

/** How long an answer may wait for its settlement to be on disk; it has been paid for at the AI service. */
const PATIENCE_MS = 5_000;
/** Before what an object did not take is offered again. */
const WAIT_MS = 250;
/** A sweep lives no longer than its request may; what comes after this begins another one. */
const SWEEP_TERM_MS = 5_000;
const TRIES = 8;

type WaitUntil = (work: Promise<unknown>) => void;

/** Hands settlements over to their accounts' objects; those that one did not take wait in the isolate. */
export class Settlements {
  private readonly due = new Map<string, Settlement[]>();
  private readonly meterOf: MeterOf;
  private sweepingUntil = 0;

  constructor(meterOf: MeterOf) {
    this.meterOf = meterOf;
  }

  /**
   * What comes after this may leave: the settlement is on disk, or waits here because the object does not answer.
   * @returns the balance it leaves, micro-dollars; null when that is not known.
   */
  async settle(route: string, settlement: Settlement, waitUntil: WaitUntil): Promise<number | null> {
    try {
      return await within(PATIENCE_MS, this.meterOf(route).settle([settlement]));
    } catch (error) {
      logDelay([settlement], error);
      this.add(route, settlement, waitUntil);
      return null;
    }
  }

  /** Reports the cost of a request so far. The next report, or its settlement, makes up for a lost one. */
  async report(route: string, settlement: Settlement): Promise<void> {
    try {
      await this.meterOf(route).progress(settlement);
    } catch (error) {
      logDelay([settlement], error);
    }
  }

  /** Those of an account that wait, for the caller to hand over; whoever fails to gives them back by `keep`. */
  take(route: string): Settlement[] {
    const list = this.due.get(route) ?? [];
    this.due.delete(route);
    return list;
  }

  keep(route: string, settlements: readonly Settlement[]): void {
    if (settlements.length === 0) return;
    const waiting = this.due.get(route);
    if (waiting === undefined) this.due.set(route, [...settlements]);
    else waiting.push(...settlements);
  }

  private add(route: string, settlement: Settlement, waitUntil: WaitUntil): void {
    this.keep(route, [settlement]);
    const now = Date.now();
    if (this.sweepingUntil > now) return;
    this.sweepingUntil = now + SWEEP_TERM_MS;
    waitUntil(this.sweepLater());
  }

  /** What an object does not take is offered again, less and less often; in the end by a later request. */
  private async sweepLater(): Promise<void> {
    const term = this.sweepingUntil;
    for (let failures = 0; failures < TRIES; ) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * (failures + 1)));
      const last = Date.now() > term;
      const taken = await Promise.all([...this.due.keys()].map((route) => this.handOver(route)));
      failures = taken.every(Boolean) ? 0 : failures + 1;
      if (this.due.size === 0 || (last && failures === 0)) break;
    }
    if (this.sweepingUntil === term) this.sweepingUntil = 0;
  }

  /** @returns whether the object took them. */
  private async handOver(route: string): Promise<boolean> {
    const list = this.take(route);
    try {
      await this.meterOf(route).settle(list);
      return true;
    } catch (error) {
      this.keep(route, list);
      logDelay(list, error);
      return false;
    }
  }
}

function logDelay(settlements: readonly Settlement[], error: unknown): void {
  const cause = error instanceof Error ? error.message : typeof error;
  const [first] = settlements;
  const whose = { request_id: first?.requestId, requests: settlements.length };
  logEvent("error", { event: "settlement_delayed", worker: "api", ...whose, cause });
}
