import type { SettledRow } from "./meter-sql.ts";

/** The most requests of one transaction in libSQL. */
export const BATCH_ROWS = 1000;

/** Settled requests up to a batch. */
export type Sent = {
  batch: number;
  rows: number;
  /** What they cost. */
  micros: number;
};

/**
 * Which batch a settled request joins. Once a batch is full, or about to be sent, or found after a restart, nothing
 * joins it any more: a repetition then carries the same requests.
 */
export class Outbox {
  /** What requests cost that libSQL does not have yet. */
  micros = 0;
  rows = 0;
  /** The number of the batch that requests join now. */
  open: number;
  private openRows = 0;
  private first: number;
  private sent: (Sent & { mark: string }) | null = null;

  constructor(nextBatch: number) {
    this.open = nextBatch;
    this.first = nextBatch;
  }

  joined(micros: number): void {
    this.micros += micros;
    this.rows += 1;
    this.openRows += 1;
    if (this.openRows >= BATCH_ROWS) this.seal(this.open);
  }

  found(batch: number, micros: number): void {
    this.micros += micros;
    this.rows += 1;
    this.open = Math.max(this.open, batch + 1);
  }

  seal(batch: number): void {
    if (batch !== this.open) return;
    this.open += 1;
    this.openRows = 0;
  }

  /** Nothing joins the oldest batch once its requests are sent. */
  send(requests: readonly Pick<SettledRow, "batch" | "request_id" | "cost">[]): void {
    const last = requests.at(-1);
    if (last === undefined) return;
    const { batch, request_id: mark } = last;
    this.seal(batch);
    const micros = requests.reduce((sum, { cost }) => sum + cost, 0);
    this.sent = { batch, mark, rows: requests.length, micros };
  }

  /** The batch that was sent last, if `mark` names its last request and libSQL isn't known to have it. */
  sentAs(mark: string): Sent | null {
    return this.sent?.mark === mark ? this.sent : null;
  }

  posted({ batch, rows, micros }: Sent): void {
    this.sent = null;
    this.first = batch + 1;
    this.rows -= rows;
    this.micros -= micros;
  }

  /** True if a request in this or an earlier batch is unposted. */
  waits(batch: number): boolean {
    return this.rows > 0 && this.first <= batch;
  }
}
