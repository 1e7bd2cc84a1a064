import { v7 as timeOrderedUuid } from "uuid";

/** From web to api: the id that web gave a request, in place of whatever a client sent. */
export const REQUEST_ID_HEADER = "x-latchkey-request-id";

/** A year, with all subdomains, as https://hstspreload.org requires. */
export const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains; preload";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const ID_BYTES = 16;
/** Drawn for many ids at once: a call for each takes longer than the rest of an id. */
const random = new Uint8Array(256 * ID_BYTES);
let drawn = random.length;
/** The latest id's time, epoch ms, and its place among those of the same millisecond. */
const latest = { msecs: Number.NEGATIVE_INFINITY, seq: 0 };

/** Begins with the time (RFC 9562 section 5.7), so that usage rows of the same seconds share pages of the index on it. */
export function newRequestId(): string {
  if (drawn === random.length) {
    crypto.getRandomValues(random);
    drawn = 0;
  }
  const bytes = random.subarray(drawn, drawn + ID_BYTES);
  drawn += ID_BYTES;
  const now = Date.now();
  if (now > latest.msecs) {
    latest.msecs = now;
    latest.seq = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  } else {
    latest.seq = (latest.seq + 1) >>> 0;
    if (latest.seq === 0) latest.msecs += 1;
  }
  return timeOrderedUuid({ random: bytes, ...latest });
}

/** The request's id from web, or a new one. */
export const requestIdFrom = (headers: Headers): string => {
  const given = headers.get(REQUEST_ID_HEADER);
  return given !== null && UUID.test(given) ? given : newRequestId();
};

/** The token of an `Authorization: Bearer` header (RFC 6750 section 2.1). */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
