import { MINUTE_MS } from "./time.ts";

export const REQUEST_ID_MAX = 128;
/** Fewer characters of an ID match too much to be a search. */
export const REQUEST_ID_PREFIX_MIN = 6;

/** Hexadecimal digits of a UUID version 7 that are its time in ms (RFC 9562, section 5.7). */
const TIME_DIGITS = 12;
const HEXADECIMAL = /^[\da-f]+$/;
/** A row's time may be later than its ID's by as long as its body took to arrive, and clocks differ. */
const LATER_BY_MS = MINUTE_MS;
const EARLIER_BY_MS = 1_000;

/**
 * The time, epoch ms, in which requests with IDs of this beginning were made; null unless it begins like the time of a
 * UUID version 7. Both ends are included.
 */
export function timesOfRequestIds(prefix: string): { from: number; to: number } | null {
  const digits = prefix.replaceAll("-", "").slice(0, TIME_DIGITS);
  if (!HEXADECIMAL.test(digits)) return null;
  const [first, last] = ["0", "f"].map((rest) => Number.parseInt(digits.padEnd(TIME_DIGITS, rest), 16));
  return { from: (first ?? 0) - EARLIER_BY_MS, to: (last ?? 0) + LATER_BY_MS };
}
