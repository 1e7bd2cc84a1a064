/** From web to api: the id that web gave a request. Web puts its own in place of whatever a client sends. */
export const REQUEST_ID_HEADER = "x-latchkey-request-id";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id that came along, if it is one; else a new one. */
export const requestIdFrom = (headers: Headers): string => {
  const given = headers.get(REQUEST_ID_HEADER);
  return given !== null && UUID.test(given) ? given : crypto.randomUUID();
};
