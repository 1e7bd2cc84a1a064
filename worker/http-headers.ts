/** From web to api: the id that web gave a request, in place of whatever a client sent. */
export const REQUEST_ID_HEADER = "x-latchkey-request-id";

/** A year, with all subdomains, as https://hstspreload.org requires. */
export const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains; preload";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The request's id from web, or a new one. */
export const requestIdFrom = (headers: Headers): string => {
  const given = headers.get(REQUEST_ID_HEADER);
  return given !== null && UUID.test(given) ? given : crypto.randomUUID();
};

/** The token of an `Authorization: Bearer` header (RFC 6750 section 2.1). */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
