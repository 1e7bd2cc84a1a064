import { v7 as timeOrderedUuid } from "uuid";

/** From web to api: the id that web gave a request, in place of whatever a client sent. */
export const REQUEST_ID_HEADER = "x-latchkey-request-id";

/** A year, with all subdomains, as https://hstspreload.org requires. */
export const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains; preload";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Begins with the time (RFC 9562 section 5.7), so that usage rows of the same seconds share pages of the index on it. */
export const newRequestId = (): string => timeOrderedUuid();

/** The request's id from web, or a new one. */
export const requestIdFrom = (headers: Headers): string => {
  const given = headers.get(REQUEST_ID_HEADER);
  return given !== null && UUID.test(given) ? given : newRequestId();
};

/** The token of an `Authorization: Bearer` header (RFC 6750 section 2.1). */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
