const LEAST_CHUNK = 64 * 1024;
const LONGEST_CHUNK = 128 * 1024;

/**
 * Reads a body in chunks that grow with what has come, so that a slow one takes little memory ahead of its bytes. The
 * stream's own chunks have 4 KB: reading 100 KB of them takes as long as everything else that the gateway does.
 */
export class BodyChunks {
  private readonly reader: ReadableStreamBYOBReader;
  private left: number;
  private received = 0;

  /** @param announced bytes of the body, after which there are none: the platform sees to that. */
  constructor(body: ReadableStream<Uint8Array>, announced: number | null) {
    this.reader = body.getReader({ mode: "byob" });
    this.left = announced ?? Number.POSITIVE_INFINITY;
  }

  /** @returns null at the body's end. */
  async next(): Promise<Uint8Array | null> {
    if (this.left <= 0) return null;
    const length = Math.min(this.left, LONGEST_CHUNK, Math.max(LEAST_CHUNK, 2 * this.received));
    const { done, value } = await this.reader.read(new Uint8Array(length));
    if (done) return null;
    this.received += value.byteLength;
    this.left -= value.byteLength;
    // A body that comes byte by byte would keep a whole chunk's memory for each.
    return value.byteLength < length / 2 ? value.slice() : value;
  }

  /** Whatever else the client sends is not read. */
  cancel(reason?: unknown): void {
    this.reader.cancel(reason).catch(() => {});
  }
}
