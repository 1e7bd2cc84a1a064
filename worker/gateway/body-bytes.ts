import { DomainError } from "#core/domain/errors.ts";
import { concatBytes } from "#core/domain/gateway/concat-bytes.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { Arrival } from "./arrival.ts";
import { BodyChunks } from "./body-chunks.ts";
import type { BodyLease } from "./body-room.ts";
import { decode, type Encoding, encodingOf } from "./encoded-body.ts";
import type { GatewayCall } from "./gateway-call.ts";

const KB = 1024;
/** Bodies are read whole up to this, so that no field goes unseen. */
export const WHOLE_BODY_MAX = 8 * KB * KB;
/** Enough to try every field with a test key, which costs its account nothing. */
const TEST_BODY_MAX = 256 * KB;
/** A body that is announced to be longer may be refused before it is read. The platform reads shorter ones at once. */
const LARGE_BODY = 128 * KB;
const LENGTH = /^\d{1,15}$/;

/** Where a body is read to: for how long the isolate keeps it, and how long it may be. */
export interface BodyPlace {
  lease: BodyLease;
  mostBytes: number;
}

export const bodyPlace = (lease: BodyLease, { test }: { test: boolean }): BodyPlace => ({
  lease,
  mostBytes: test ? TEST_BODY_MAX : WHOLE_BODY_MAX,
});

/** Bytes of the body as the client announces them; null if it doesn't. */
export function announcedLength({ request }: GatewayCall): number | null {
  const length = request.headers.get("content-length");
  return length === null || !LENGTH.test(length) ? null : Number(length);
}

/** Whether the body is long, or may be. The length of an encoded one says nothing. */
export function mayBeLarge(call: GatewayCall): boolean {
  const announced = announcedLength(call);
  const isShort = announced !== null && announced <= LARGE_BODY;
  if (isShort && !call.request.headers.has("content-encoding")) return false;
  // Reading it makes a stream, which a short one doesn't need.
  return call.request.body !== null;
}

/**
 * The body, decoded. Room is taken for bytes that have come, never for announced ones.
 * @throws DomainError `payload_too_large`, `invalid_request`, `service_unavailable`, `unsupported_media_type`.
 */
export async function readWhole(call: GatewayCall, place: BodyPlace): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = encodingOf(call);
  const announced = announcedLength(call) ?? 0;
  refuseLonger(announced, place);
  if (mayBeLarge(call)) return readChunks(call, place, encoding);
  const { bodyMs } = call.gateway.settings;
  const read = new Arrival(call).next(call.request.arrayBuffer(), bodyMs, announced);
  const bytes = new Uint8Array(await read);
  take(bytes.length, bytes.length, place);
  return bytes;
}

async function readChunks(
  call: GatewayCall,
  place: BodyPlace,
  encoding: Encoding | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = call.request;
  if (body === null) return new Uint8Array();
  const { bodyMs } = call.gateway.settings;
  const source = new BodyChunks(body, announcedLength(call));
  const arrival = new Arrival(call);
  const chunks: Uint8Array[] = [];
  let [received, size] = [0, 0];
  const next = async () => {
    const chunk = await arrival.next(source.next(), bodyMs);
    if (chunk === null) return null;
    arrival.received(chunk.byteLength);
    received += chunk.byteLength;
    refuseLonger(received, place);
    return chunk;
  };
  const keep = (chunk: Uint8Array) => {
    size += chunk.byteLength;
    take(chunk.byteLength, size, place);
    chunks.push(chunk);
  };
  try {
    if (encoding !== null) await decode(encoding, next, keep);
    else for (let chunk = await next(); chunk !== null; chunk = await next()) keep(chunk);
    return concatBytes(chunks);
  } catch (error) {
    source.cancel();
    throw error;
  }
}

/** Room for more bytes of a body. @throws DomainError `payload_too_large`, `service_unavailable`. */
export function take(bytes: number, size: number, place: BodyPlace): void {
  refuseLonger(size, place);
  if (place.lease.take(bytes)) return;
  throw new DomainError("service_unavailable", GATEWAY_ERRORS.service_unavailable.message, { retryAfter: 1 });
}

function refuseLonger(size: number, { mostBytes }: BodyPlace): void {
  if (size <= mostBytes) return;
  const [most, whose] =
    mostBytes === TEST_BODY_MAX
      ? [`${TEST_BODY_MAX / KB} KB`, " of a request with a test key"]
      : [`${WHOLE_BODY_MAX / KB / KB} MB`, ""];
  throw new DomainError("payload_too_large", `The body${whose} must have at most ${most}.`);
}
