import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { Transform } from "node:stream";
import { createGunzip } from "node:zlib";

/** The last line of a complete backup. */
export const END_MARK = "-- end of backup";
/** The lines before it and this one's own line break, as they are in the file. */
const CHECKSUM_LINES = /-- sha256 ([0-9a-f]{64})\n-- end of backup\n$/;
const CHECKSUM_LENGTH = "-- sha256 \n".length + 64 + END_MARK.length + 1;

/** The last lines of a backup whose other text has this SHA-256, in hex. */
export const endOf = (sha256: string) => `-- sha256 ${sha256}\n${END_MARK}\n`;

/** Compares the text of a backup with the checksum in its last lines. */
export class Checksum {
  readonly #hash = createHash("sha256");
  #end = Buffer.alloc(0);

  add(bytes: Buffer): void {
    const all = Buffer.concat([this.#end, bytes]);
    const certain = Math.max(0, all.length - CHECKSUM_LENGTH);
    this.#hash.update(all.subarray(0, certain));
    this.#end = all.subarray(certain);
  }

  /** Call it once, after the last bytes. */
  matches(): boolean {
    return this.#hash.digest("hex") === CHECKSUM_LINES.exec(this.#end.toString("latin1"))?.[1];
  }
}

/** The lines of a backup's text. @param onBytes receives the same text before its lines come. */
export async function* linesOf(file: string, onBytes = (_: Buffer) => {}): AsyncGenerator<string> {
  const bytes = createReadStream(file);
  const observed = new Transform({
    transform(chunk: Buffer, _, done) {
      onBytes(chunk);
      done(null, chunk);
    },
  });
  const text = bytes.pipe(createGunzip());
  const input = text.pipe(observed);
  bytes.once("error", (error) => input.destroy(error));
  text.once("error", (error) => input.destroy(error));
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}
