import { DomainError } from "#core/domain/errors.ts";
import { concatBytes } from "#core/domain/gateway/concat-bytes.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { Arrival, arrivedWhole } from "./arrival.ts";
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

/** The body as its headers announce it. */
export interface AnnouncedBody {
  /** In bytes; null if the client doesn't say. */
  length: number | null;
  /** As the client names it. */
  encoding: string | null;
  /** The body is long, or may be. The length of an encoded one says nothing. */
  mayBeLarge: boolean;
}

export function announcedBody({ sent, request }: GatewayCall): AnnouncedBody {
  const text = sent.get("content-length");
  const length = text === null || !LENGTH.test(text) ? null : Number(text);
  const encoding = sent.get("content-encoding");
  const isShort = length !== null && length <= LARGE_BODY && encoding === null;
  // Reading it makes a stream, which a short one doesn't need.
  return { length, encoding, mayBeLarge: !isShort && request.body !== null };
}

/** Where a body is read to: for how long the isolate keeps it, and how long it may be. */
export interface BodyPlace {
  announced: AnnouncedBody;
  lease: BodyLease;
  mostBytes: number;
}

export const bodyPlace = (
  announced: AnnouncedBody,
  lease: BodyLease,
  { test }: { test: boolean },
): BodyPlace => ({
  announced,
  lease,
  mostBytes: test ? TEST_BODY_MAX : WHOLE_BODY_MAX,
});

/**
 * The body, decoded. Room is taken for bytes that have come, never for announced ones.
 * @throws DomainError `payload_too_large`, `invalid_request`, `service_unavailable`, `unsupported_media_type`.
 */
export async function readWhole(call: GatewayCall, place: BodyPlace): Promise<Uint8Array<ArrayBuffer>> {
  const { announced } = place;
  const encoding = encodingOf(announced.encoding);
  const length = announced.length ?? 0;
  refuseLonger(length, place);
  if (announced.mayBeLarge) return readChunks(call, place, encoding);
  const bytes = new Uint8Array(await arrivedWhole(call, call.request.arrayBuffer(), length));
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
  const source = new BodyChunks(body, place.announced.length);
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
