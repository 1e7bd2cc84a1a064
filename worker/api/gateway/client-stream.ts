import { within } from "./within.ts";

/** A client that may hang up, or stop reading, at any moment; from then on nothing is written. */
export class ClientStream {
  private readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  private readonly patienceMs: number;
  /** When it hung up, epoch ms; null while it listens. */
  goneAt: number | null = null;

  /** `patienceMs`: how long the client may take for a piece. */
  constructor(to: WritableStream<Uint8Array>, patienceMs: number) {
    this.writer = to.getWriter();
    this.patienceMs = patienceMs;
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

  private async unlessGone(act: () => Promise<void>): Promise<void> {
    if (this.goneAt !== null) return;
    try {
      await within(this.patienceMs, act());
    } catch (error) {
      this.goneAt = Date.now();
      this.writer.abort(error).catch(() => {});
    }
  }
}
