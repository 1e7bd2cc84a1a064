import { REQUEST_ID_MAX, REQUEST_ID_PREFIX_MIN, timesOfRequestIds } from "#core/domain/request-id.ts";

/** The ID in a pasted text: without spaces around it, and without quotes. */
export const requestIdOf = (text: string) =>
  text
    .trim()
    .replace(/^["'`]+|["'`]+$/g, "")
    .slice(0, REQUEST_ID_MAX);

const WHOLE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text is a whole ID that the gateway has given. */
export const isWholeRequestId = (text: string) => WHOLE.test(text);

/** Whether requests may have an ID that begins so: one word, long enough, with a digit. */
export const mayBeRequestId = (text: string) =>
  text.length >= REQUEST_ID_PREFIX_MIN && /^\S*\d\S*$/.test(text);

/** Whether a text that no request's ID begins with was meant as one. */
export const isMeantAsRequestId = (text: string) =>
  mayBeRequestId(text) && timesOfRequestIds(text.toLowerCase()) !== null;
