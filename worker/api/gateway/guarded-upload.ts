import { DomainError } from "#core/domain/errors.ts";
import { ModelGuard } from "#core/domain/gateway/model-guard.ts";
import type { StreamHead } from "./stream-head.ts";

/** More is refused; as much as the platform takes. */
const BODY_MAX = 100 * 1024 * 1024;

const bodyTooLarge = () =>
  new DomainError("payload_too_large", `The body must have at most ${BODY_MAX} bytes.`);

/** @throws DomainError `payload_too_large`. */
export function declaredLength(headers: Headers): number | null {
  const text = headers.get("content-length");
  if (text === null) return null;
  const length = Number(text);
  if (!Number.isSafeInteger(length) || length < 0 || length > BODY_MAX) throw bodyTooLarge();
  return length;
}

/** A body on its way to the AI service, of which only the beginning was read. */
export interface Upload {
  stream: ReadableStream<Uint8Array>;
  /** Why it was broken off; null while it was not. */
  refusal(): DomainError | null;
  /** When its last piece went on; epoch ms. */
  movedAt(): number;
}

/** With its length if that is known, so that the AI service is told it too. */
export function guardedUpload(read: StreamHead, length: number | null): Upload {
  const { readable, writable } =
    length === null ? new IdentityTransformStream() : new FixedLengthStream(length);
  let refused: DomainError | null = null;
  let movedAt = Date.now();
  const onPiece = () => {
    movedAt = Date.now();
  };
  copy(read, writable.getWriter(), onPiece).catch((error: unknown) => {
    if (error instanceof DomainError) refused = error;
  });
  return { stream: readable, refusal: () => refused, movedAt: () => movedAt };
}

async function copy(
  { head, rest }: StreamHead,
  writer: WritableStreamDefaultWriter<Uint8Array>,
  onPiece: () => void,
): Promise<void> {
  const guard = new ModelGuard();
  let size = 0;
  const pass = async (piece: Uint8Array) => {
    size += piece.byteLength;
    if (size > BODY_MAX) throw bodyTooLarge();
    guard.push(piece);
    await writer.write(piece);
    onPiece();
  };
  try {
    await pass(head);
    for (let read = await rest?.read(); read?.done === false; read = await rest?.read())
      await pass(read.value);
    await writer.close();
  } catch (error) {
    await Promise.allSettled([writer.abort(error), rest?.cancel(error)]);
    throw error;
  }
}
