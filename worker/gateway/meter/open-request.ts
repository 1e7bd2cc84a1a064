import type { OutcomeNumber } from "#core/domain/gateway/outcomes.ts";
import type { Period } from "#core/domain/plans.ts";
import type { Settlement } from "../metering.ts";
import type { RequestRow } from "./meter-sql.ts";
import type { RequestSums } from "./meter-store.ts";

/** An admitted request until it is settled. */
export interface OpenRequest {
  requestId: string;
  seq: number;
  keyId: number;
  lineage: number;
  /** Micro-dollars, held by the plan if it is `covered`, otherwise by the balance. */
  hold: number;
  covered: boolean;
  /** Time of the admission, epoch ms, and the same on the steady clock. */
  at: number;
  steady: number;
  /** The last report. */
  progress: Required<Settlement> | null;
}

/** The admitted requests that nothing has settled yet. */
export class OpenRequests {
  private readonly byId = new Map<string, OpenRequest>();
  private heldMicros = 0;

  /** What they hold of the balance, micro-dollars. */
  get held(): number {
    return this.heldMicros;
  }

  get size(): number {
    return this.byId.size;
  }

  get(requestId: string): OpenRequest | undefined {
    return this.byId.get(requestId);
  }

  has(requestId: string): boolean {
    return this.byId.has(requestId);
  }

  /** Requests admitted in the period, of all keys when the lineage is null. */
  sums(lineage: number | null, { from, to }: Period): RequestSums {
    const sums = { requests: 0, spentMicros: 0, valueMicros: 0 };
    for (const request of this.byId.values()) {
      const counts = lineage === null || request.lineage === lineage;
      if (!counts || request.at < from || request.at >= to) continue;
      sums.requests += 1;
      sums[request.covered ? "valueMicros" : "spentMicros"] += request.hold;
    }
    return sums;
  }

  /** On the steady clock. */
  admittedBefore(steady: number): OpenRequest[] {
    return [...this.byId.values()].filter((request) => request.steady < steady);
  }

  add(request: OpenRequest): void {
    this.byId.set(request.requestId, request);
    if (!request.covered) this.heldMicros += request.hold;
  }

  delete({ requestId, covered, hold }: OpenRequest): void {
    this.byId.delete(requestId);
    if (!covered) this.heldMicros -= hold;
  }
}

/** As it is on disk. */
export const openRequestOf = (row: RequestRow): OpenRequest => ({
  requestId: row.request_id,
  seq: row.seq,
  keyId: row.key_id,
  lineage: row.lineage,
  hold: row.hold,
  covered: row.covered === 1,
  at: row.at,
  steady: row.steady,
  progress: progressOf(row),
});

const progressOf = (row: RequestRow): Required<Settlement> | null =>
  row.cost === null
    ? null
    : {
        requestId: row.request_id,
        statusCode: row.status ?? 0,
        responseTimeMs: row.response_time ?? 0,
        costMicros: row.cost,
        tokensIn: row.tokens_in ?? 0,
        tokensOut: row.tokens_out ?? 0,
        tokensCached: row.tokens_cached ?? 0,
        firstByteMs: row.first_byte,
        // Only `settlementWithin` writes the column.
        outcome: (row.outcome ?? 0) as OutcomeNumber,
        estimated: row.estimated === 1,
        priceLines: row.price_lines,
      };
