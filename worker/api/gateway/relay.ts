import type { ClientStream } from "./client-stream.ts";
import type { StreamHead } from "./stream-head.ts";

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/** How long what may be an answer's end is kept back while nothing follows it. */
const HOLD_MS = 500;

/** What sees an answer's pieces as they pass. */
export interface Watchers {
  /** Sees all of the answer. */
  onPiece(piece: Uint8Array): void;
  /** Whether a client may take the answer for whole once it has this piece. */
  mayEnd(piece: Uint8Array): boolean;
  /** What of a piece the client gets. */
  filter(piece: Uint8Array): Uint8Array;
  /** What a filter still holds when the answer ends. */
  rest(): Uint8Array;
  /** What tells the client that the answer broke off; null when only a broken connection can. */
  cut: Uint8Array | null;
  /** How long an answer is read on for a client that has gone. */
  abandonedMs: number;
  read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<ReadableStreamReadResult<Uint8Array>>;
  /** An answer's end leaves when this has been done. "pausing" if all may be there; the others come once, at last. */
  settle(state: "whole" | "cut" | "abandoned" | "pausing"): Promise<void>;
}

/**
 * Copies an answer to its client, and goes on for a while when that hangs up: the price is known only at the end. The
 * last piece leaves only when it has been settled.
 */
export async function relay(read: StreamHead, client: ClientStream, watchers: Watchers): Promise<void> {
  const pieces = new HeldPieces(client, watchers);
  try {
    if (read.head.byteLength > 0) await pieces.pass(read.head);
    while (read.rest !== null) {
      const next = watchers.read(read.rest);
      await pieces.lookAfter(next);
      const { done, value } = await next;
      if (done) break;
      await pieces.pass(value);
      if (client.goneAt !== null && Date.now() - client.goneAt > watchers.abandonedMs) {
        await watchers.settle("abandoned");
        return read.rest.cancel();
      }
    }
  } catch (error) {
    await watchers.settle("cut");
    await pieces.release();
    if (watchers.cut === null) return client.abort(error);
    await client.write(watchers.cut);
    return client.close();
  }
  await watchers.settle("whole");
  await pieces.release();
  await client.write(watchers.rest());
  await client.close();
}

/** Keeps a piece back that may be the last one, until another one or the end comes. */
class HeldPieces {
  private held: Uint8Array | null = null;
  private readonly client: ClientStream;
  private readonly watchers: Watchers;

  constructor(client: ClientStream, watchers: Watchers) {
    this.client = client;
    this.watchers = watchers;
  }

  async pass(piece: Uint8Array): Promise<void> {
    this.watchers.onPiece(piece);
    const shown = this.watchers.filter(piece);
    await this.release();
    if (this.watchers.mayEnd(piece)) this.held = shown;
    else await this.client.write(shown);
  }

  async release(): Promise<void> {
    const { held } = this;
    this.held = null;
    if (held !== null) await this.client.write(held);
  }

  /** An AI service that leaves the connection open after the end does not keep its client waiting. */
  async lookAfter(next: Promise<unknown>): Promise<void> {
    if (this.held === null) return;
    const settled = await Promise.race([Promise.allSettled([next]), pause(HOLD_MS)]);
    if (settled !== undefined) return;
    await this.watchers.settle("pausing");
    await this.release();
  }
}
