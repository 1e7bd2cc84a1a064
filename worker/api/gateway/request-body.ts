import { DomainError } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { refused } from "#core/domain/gateway/refused.ts";
import type { BodyLease } from "./body-room.ts";
import { concatBytes } from "./concat-bytes.ts";
import { timedRead } from "./timed-read.ts";

/** Bodies are read whole, so that no field goes unseen. */
const BODY_MAX = 8 * 1024 * 1024;
const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Reads a JSON body whole.
 * @throws DomainError `unsupported_media_type`, `payload_too_large`, `invalid_request` when it does not arrive in
 * time, `service_unavailable` when the isolate has no room for it.
 */
export async function readJsonBytes(
  { headers, body }: Request,
  { lease, bodyMs }: { lease: BodyLease; bodyMs: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const type = headers.get("content-type");
  if (type !== null && !JSON_TYPE.test(type))
    throw new DomainError("unsupported_media_type", "The content type must be application/json, in UTF-8.");
  if (Number(headers.get("content-length") ?? 0) > BODY_MAX) throw tooLarge();
  const reader = body?.getReader();
  return reader === undefined ? new Uint8Array() : readAll(reader, lease, bodyMs);
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  lease: BodyLease,
  bodyMs: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const patience = { idleMs: bodyMs, deadline: Date.now() + bodyMs };
  for (let size = 0; ; ) {
    const { done, value } = await timedRead(reader, patience).catch(() => {
      throw refused(undefined, `The body must arrive within ${bodyMs / 1000} seconds.`);
    });
    if (done) return concatBytes(chunks);
    size += value.byteLength;
    const refusal = size > BODY_MAX ? tooLarge() : lease.take(value.byteLength) ? null : noRoom();
    if (refusal !== null) {
      reader.cancel().catch(() => {});
      throw refusal;
    }
    chunks.push(value);
  }
}

const tooLarge = () =>
  new DomainError("payload_too_large", `The body must have at most ${BODY_MAX / 1024 / 1024} MB.`);
const noRoom = () =>
  new DomainError("service_unavailable", GATEWAY_ERRORS.service_unavailable.message, { retryAfter: 1 });
