/** The most requests of one transaction in libSQL. */
export const BATCH_ROWS = 1000;

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

  posted(batch: number, rows: number, micros: number): void {
    this.first = batch + 1;
    this.rows -= rows;
    this.micros -= micros;
  }

  /** Whether something waits that joined this batch or an earlier one. */
  waits(batch: number): boolean {
    return this.rows > 0 && this.first <= batch;
  }
}
