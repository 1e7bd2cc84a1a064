import { DomainError } from "#core/domain/errors.ts";
import { refused } from "#core/domain/gateway/refused.ts";

/** Encodings of bodies that are read. */
export type Encoding = "gzip" | "deflate";

const ENCODINGS: Readonly<Partial<Record<string, Encoding>>> = {
  gzip: "gzip",
  "x-gzip": "gzip",
  deflate: "deflate",
};

/** Null for a body that is sent as it is. @throws DomainError `unsupported_media_type` for an encoding that is not read. */
export function encodingOf(announced: string | null): Encoding | null {
  if (announced === null) return null;
  const named = announced.trim().toLowerCase();
  if (named === "" || named === "identity") return null;
  const encoding = Object.hasOwn(ENCODINGS, named) ? ENCODINGS[named] : undefined;
  if (encoding !== undefined) return encoding;
  throw new DomainError(
    "unsupported_media_type",
    "A body may be compressed with gzip or deflate. Send others without Content-Encoding.",
  );
}

/**
 * Decodes a body while it arrives. No more is decoded than `take` has taken: a chunk is read only when all of the chunk
 * before it was.
 * @param next reads the next chunk; null at the end.
 * @param take is called with each decoded chunk, of at most 16 KB.
 * @throws DomainError `invalid_request` when the body is not in this encoding, and whatever `next` and `take` throw.
 */
export async function decode(
  encoding: Encoding,
  next: () => Promise<Uint8Array | null>,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  // Most isolates never need it. Unlike DecompressionStream, it decodes no faster than it is read.
  const { createGunzip, createInflate } = await import("node:zlib");
  const decoder = encoding === "gzip" ? createGunzip() : createInflate();
  const taken = (async () => {
    for await (const chunk of decoder) take(chunk);
  })();
  const failed = taken.then<never>(() => new Promise<never>(() => {}));
  failed.catch(() => {});
  const fed = async () => {
    for (;;) {
      const chunk = await next();
      if (chunk === null) return decoder.end();
      await new Promise<void>((resolve) => void decoder.write(chunk, () => resolve()));
    }
  };
  try {
    await Promise.race([failed, fed()]);
    await taken;
  } catch (error) {
    decoder.destroy();
    throw isDecoders(error) ? refused(undefined, `The body is not valid ${encoding}.`) : error;
  }
}

const isDecoders = (error: unknown) =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
