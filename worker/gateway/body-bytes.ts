import { DomainError } from "#core/domain/errors.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { refused } from "#core/domain/gateway/refused.ts";
import type { BodyLease } from "./body-room.ts";
import { concatBytes } from "./concat-bytes.ts";
import type { GatewayCall } from "./gateway-call.ts";

/** Bodies are read whole up to this, so that no field goes unseen. */
export const WHOLE_BODY_MAX = 8 * 1024 * 1024;
const LENGTH = /^\d{1,15}$/;

/** Bytes of the body as the client announces them; null if it doesn't. */
export function announcedLength({ request }: GatewayCall): number | null {
  const length = request.headers.get("content-length");
  return length === null || !LENGTH.test(length) ? null : Number(length);
}

/** @throws DomainError `payload_too_large`, `invalid_request`, `service_unavailable`. */
export async function readWhole(call: GatewayCall, lease: BodyLease): Promise<Uint8Array<ArrayBuffer>> {
  const length = announcedLength(call);
  // The platform reads no more than the announced length, and fails on less.
  if (length === null) return readChunks(call, lease);
  take(length, length, lease);
  const { bodyMs } = call.gateway.settings;
  return new Uint8Array(
    await call.watchdog.within(bodyMs, call.request.arrayBuffer()).catch(() => late(bodyMs)),
  );
}

async function readChunks(call: GatewayCall, lease: BodyLease): Promise<Uint8Array<ArrayBuffer>> {
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

/** Room for more bytes of a body. @throws DomainError `payload_too_large`, `service_unavailable`. */
export function take(bytes: number, size: number, lease: BodyLease): void {
  if (size > WHOLE_BODY_MAX)
    throw new DomainError(
      "payload_too_large",
      `The body must have at most ${WHOLE_BODY_MAX / 1024 / 1024} MB.`,
    );
  if (lease.take(bytes)) return;
  throw new DomainError("service_unavailable", GATEWAY_ERRORS.service_unavailable.message, { retryAfter: 1 });
}

/** @throws DomainError `invalid_request`. */
export function late(bodyMs: number): never {
  throw refused(undefined, `The body must arrive within ${bodyMs / 1000} seconds.`);
}
