import { within } from "#core/services/within.ts";
import type { Patience } from "./timed-read.ts";

/** Time to send the final error to a client whose request has lasted too long. */
const LAST_WORDS_MS = 1_000;

/** A client that may hang up, or stop reading, at any moment; from then on nothing is written. */
export class ClientStream {
  private readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  private readonly patience: Patience;
  /** When it hung up, epoch ms; null while it listens. */
  goneAt: number | null = null;

  /** `patience`: limits on the wait for the client to take a chunk. */
  constructor(to: WritableStream<Uint8Array>, patience: Patience) {
    this.writer = to.getWriter();
    this.patience = patience;
  }

  async write(piece: Uint8Array): Promise<void> {
    if (piece.byteLength > 0) await this.unlessGone(() => this.writer.write(piece));
  }

  close(): Promise<void> {
    return this.unlessGone(() => this.writer.close());
  }

  /** The client's connection breaks. */
  async abort(reason: unknown): Promise<void> {
    this.goneAt ??= Date.now();
    await this.writer.abort(reason).catch(() => {});
  }

  private patienceMs(): number {
    const { idleMs, deadline } = this.patience;
    return Math.min(idleMs, Math.max(LAST_WORDS_MS, deadline - Date.now()));
  }

  private async unlessGone(act: () => Promise<void>): Promise<void> {
    if (this.goneAt !== null) return;
    try {
      await within(this.patienceMs(), act());
    } catch (error) {
      this.goneAt = Date.now();
      this.writer.abort(error).catch(() => {});
    }
  }
}
