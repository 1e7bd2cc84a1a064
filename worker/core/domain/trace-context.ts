import { hex } from "./encoding.ts";

/** The span that a request comes from, as its `traceparent` names it: ids in lower-case hexadecimal digits, not all zero. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  sampled: boolean;
}

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
const SAMPLED = 1;
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const TRACEPARENT_MAX = 512;

/**
 * Reads a `traceparent` header (https://www.w3.org/TR/trace-context/#traceparent-header). Later versions than 00 may have
 * more fields, which are ignored.
 * @returns null when it is missing or malformed: the request then begins a new trace.
 */
export function parseTraceparent(header: string | null): TraceParent | null {
  if (header === null || header.length > TRACEPARENT_MAX) return null;
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (version === "00" && more !== undefined) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** A `traceparent` header of version 00; all flags but the sampled one are 0, as that version demands. */
export const formatTraceparent = ({ traceId, spanId, sampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-0${sampled ? SAMPLED : 0}`;

const TRACESTATE_MAX = 512;
const MEMBERS_MAX = 32;
const MEMBER =
  /^([a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})=[ -+\--<>-~]{0,255}[!-+\--<>-~]$/;

/**
 * A `tracestate` header to pass on unchanged (https://www.w3.org/TR/trace-context/#tracestate-header).
 * @returns null when it is missing, malformed or longer than 512 characters.
 */
export function passedTracestate(header: string | null): string | null {
  if (header === null || header.length > TRACESTATE_MAX) return null;
  const members = header.split(",").map((member) => member.trim());
  const filled = members.filter((member) => member !== "");
  const valid = filled.length > 0 && members.length <= MEMBERS_MAX;
  return valid && filled.every((member) => MEMBER.test(member)) ? header : null;
}

const randomId = (bytes: number): string => {
  const id = hex(crypto.getRandomValues(new Uint8Array(bytes)));
  return /[^0]/.test(id) ? id : randomId(bytes);
};
export const newTraceId = () => randomId(TRACE_ID_BYTES);
export const newSpanId = () => randomId(SPAN_ID_BYTES);

const DRAWN_DIGITS = 8;

/**
 * Whether a request is recorded. Its id decides, so that all parts of the service agree, and no client can choose it.
 * @param requestId a UUID of version 7, whose last digits are random. @param ratio the share of requests to record, 0 to 1.
 */
export const isSampled = (requestId: string, ratio: number): boolean =>
  Number.parseInt(requestId.slice(-DRAWN_DIGITS), 16) < ratio * 16 ** DRAWN_DIGITS;
