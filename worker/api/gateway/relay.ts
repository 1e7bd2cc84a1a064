import type { StreamHead } from "./stream-head.ts";
import { within } from "./within.ts";

/** What sees an answer's pieces as they pass. */
interface Watchers {
  /** Sees all of the answer. */
  onPiece(piece: Uint8Array): void;
  /** What of a piece the client gets. */
  filter(piece: Uint8Array): Uint8Array;
  /** What a filter still holds when the answer ends. */
  rest(): Uint8Array;
  /** What tells the client that the answer broke off; null when only a broken connection can. */
  cut: Uint8Array | null;
  /** How long the client may take for a piece. */
  patienceMs: number;
  read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<ReadableStreamReadResult<Uint8Array>>;
}

/**
 * Copies an answer to its client, to its end, whatever becomes of the client: its price is known only then.
 * @returns whether all of the answer came.
 */
export async function relay(
  { head, rest }: StreamHead,
  to: WritableStream<Uint8Array>,
  watchers: Watchers,
): Promise<boolean> {
  const client = clientOf(to, watchers.patienceMs);
  const pass = async (piece: Uint8Array) => {
    watchers.onPiece(piece);
    await client.write(watchers.filter(piece));
  };
  try {
    if (head.byteLength > 0) await pass(head);
    while (rest !== null) {
      const { done, value } = await watchers.read(rest);
      if (done) break;
      await pass(value);
    }
  } catch (error) {
    if (watchers.cut === null) await client.abort(error);
    else await client.write(watchers.cut);
    await client.close();
    return false;
  }
  await client.write(watchers.rest());
  await client.close();
  return true;
}

/** One who may hang up, or stop reading, at any moment; from then on nothing is written. */
function clientOf(to: WritableStream<Uint8Array>, patienceMs: number) {
  const writer = to.getWriter();
  let gone = false;
  const unlessGone = async (act: () => Promise<void>) => {
    if (gone) return;
    try {
      await within(patienceMs, act());
    } catch (error) {
      gone = true;
      writer.abort(error).catch(() => {});
    }
  };
  return {
    write: (piece: Uint8Array) =>
      piece.byteLength === 0 ? Promise.resolve() : unlessGone(() => writer.write(piece)),
    close: () => unlessGone(() => writer.close()),
    /** The client's connection breaks. */
    async abort(reason: unknown) {
      gone = true;
      await writer.abort(reason).catch(() => {});
    },
  };
}
