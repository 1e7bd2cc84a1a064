import { DomainError } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { refused } from "#core/domain/gateway/refused.ts";
import type { BodyLease } from "./body-room.ts";
import { concatBytes } from "./concat-bytes.ts";
import type { GatewayCall } from "./gateway-call.ts";

/** Bodies are read whole, so that no field goes unseen. */
const BODY_MAX = 8 * 1024 * 1024;
const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;
const LENGTH = /^\d{1,15}$/;

/**
 * Reads a JSON body whole.
 * @throws DomainError `unsupported_media_type`, `payload_too_large`, `invalid_request` when it does not arrive in
 * time, `service_unavailable` when the isolate has no room for it.
 */
export async function readJsonBytes(call: GatewayCall, lease: BodyLease): Promise<Uint8Array> {
  const { request } = call;
  const type = request.headers.get("content-type");
  if (type !== null && type !== "application/json" && !JSON_TYPE.test(type))
    throw new DomainError("unsupported_media_type", "The content type must be application/json, in UTF-8.");
  const length = request.headers.get("content-length");
  // The platform reads no more than the announced length, and fails on less.
  if (length === null || !LENGTH.test(length)) return readChunks(call, lease);
  take(Number(length), Number(length), lease);
  const { bodyMs } = call.gateway.settings;
  return new Uint8Array(await call.watchdog.within(bodyMs, request.arrayBuffer()).catch(() => late(bodyMs)));
}

async function readChunks(call: GatewayCall, lease: BodyLease): Promise<Uint8Array> {
  const reader = call.request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const { bodyMs } = call.gateway.settings;
  const deadline = performance.now() + bodyMs;
  const chunks: Uint8Array[] = [];
  try {
    for (let size = 0; ; ) {
      const left = Math.max(0, deadline - performance.now());
      const { done, value } = await call.watchdog.within(left, reader.read()).catch(() => late(bodyMs));
      if (done) return concatBytes(chunks);
      size += value.byteLength;
      take(value.byteLength, size, lease);
      chunks.push(value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
}

/** Room for more bytes of a body. */
function take(bytes: number, size: number, lease: BodyLease): void {
  if (size > BODY_MAX)
    throw new DomainError("payload_too_large", `The body must have at most ${BODY_MAX / 1024 / 1024} MB.`);
  if (lease.take(bytes)) return;
  throw new DomainError("service_unavailable", GATEWAY_ERRORS.service_unavailable.message, { retryAfter: 1 });
}

function late(bodyMs: number): never {
  throw refused(undefined, `The body must arrive within ${bodyMs / 1000} seconds.`);
}
