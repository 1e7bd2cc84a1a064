import { deadlineOf, type Exchange } from "./exchange.ts";

/** Time to send the final error to a client whose request has lasted too long. */
const LAST_WORDS_MS = 1_000;

/** A client that may disconnect, or stop reading, at any moment; from then on nothing is written. */
export class ClientStream {
  private readonly writer: WritableStreamDefaultWriter<Uint8Array>;
  private readonly exchange: Exchange;

  /** Sets the call's `goneAt` when the client is gone. */
  constructor(to: WritableStream<Uint8Array>, exchange: Exchange) {
    this.writer = to.getWriter();
    this.exchange = exchange;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.byteLength > 0) await this.unlessGone(() => this.writer.write(chunk));
  }

  close(): Promise<void> {
    return this.unlessGone(() => this.writer.close());
  }

  /** Resets the client's connection. */
  async abort(reason: unknown): Promise<void> {
    await this.writer.abort(reason).catch(() => {});
  }

  private patienceMs(): number {
    const left = deadlineOf(this.exchange) - Date.now();
    return Math.min(this.exchange.call.gateway.upstream.idleMs, Math.max(LAST_WORDS_MS, left));
  }

  private async unlessGone(act: () => Promise<void>): Promise<void> {
    const { call } = this.exchange;
    if (call.goneAt !== null) return;
    try {
      await call.watchdog.within(this.patienceMs(), act());
    } catch (error) {
      call.goneAt ??= Date.now();
      this.writer.abort(error).catch(() => {});
    }
  }
}
