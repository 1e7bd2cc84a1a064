const LEAST_CHUNK = 16 * 1024;
const LONGEST_CHUNK = 64 * 1024;

/**
 * Reads a body in chunks that grow with what has come, so that a slow one takes no memory ahead of its bytes. The
 * stream's own chunks have 4 KB: reading 100 KB of them takes as long as everything else that the gateway does.
 */
export class BodyChunks {
  private readonly reader: ReadableStreamBYOBReader;
  private received = 0;

  constructor(body: ReadableStream<Uint8Array>) {
    this.reader = body.getReader({ mode: "byob" });
  }

  /** @returns null at the body's end. */
  async next(): Promise<Uint8Array | null> {
    const length = Math.min(LONGEST_CHUNK, Math.max(LEAST_CHUNK, this.received));
    const { done, value } = await this.reader.read(new Uint8Array(length));
    if (done) return null;
    this.received += value.byteLength;
    // A body that comes byte by byte would keep a whole chunk's memory for each.
    return value.byteLength < length / 2 ? value.slice() : value;
  }

  /** Whatever else the client sends is not read. */
  cancel(reason?: unknown): void {
    this.reader.cancel(reason).catch(() => {});
  }
}
