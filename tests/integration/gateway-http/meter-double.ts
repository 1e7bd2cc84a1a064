import type { AccountMeter, AdmitAnswer, AdmitRequest, Settlement } from "#worker/api/gateway/metering.ts";

const STANDING = { balanceMicros: 5_000_000, limit: 100, remaining: 99, resetMs: 600, page: null };
const ADMITTED: AdmitAnswer = { ...STANDING, admitted: true, keyId: 1, covered: false };

/** An account's meter that writes down what it is told, and answers what a test wants. */
export class MeterDouble implements AccountMeter {
  readonly admissions: AdmitRequest[] = [];
  readonly settlements: Settlement[] = [];
  readonly reports: Settlement[] = [];
  answer: Partial<AdmitAnswer> | "away" = {};

  async admit(request: AdmitRequest, settlements: Settlement[]): Promise<AdmitAnswer> {
    if (this.answer === "away") throw new Error("The object is away.");
    this.settlements.push(...settlements);
    this.admissions.push(request);
    // A test names only what differs.
    return { ...ADMITTED, ...this.answer } as AdmitAnswer;
  }

  async progress(settlement: Settlement): Promise<void> {
    if (this.answer === "away") throw new Error("The object is away.");
    this.reports.push(settlement);
  }

  async allows(_keyHashes: readonly string[], origin: string): Promise<boolean> {
    if (this.answer === "away") throw new Error("The object is away.");
    return this.answer.page === origin;
  }

  async settle(settlements: Settlement[]): Promise<number> {
    if (this.answer === "away") throw new Error("The object is away.");
    this.settlements.push(...settlements);
    return STANDING.balanceMicros;
  }
}
