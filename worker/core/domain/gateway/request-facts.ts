import type { Endpoint } from "./endpoints.ts";
import { parseExactly } from "./exact-json.ts";
import {
  type Fields,
  factsOf,
  isFields,
  type RequestFacts,
  streamOptionsOf,
  supportedFields,
} from "./fact-fields.ts";
import { refused } from "./refused.ts";
import { DEPTH_MAX } from "./request-limits.ts";

/** A request as it is forwarded. */
interface ReadRequest {
  facts: RequestFacts;
  /** The parse, serialised again, so that another parser cannot read it differently. */
  body: Uint8Array<ArrayBuffer>;
  /** The chunk of token counts was requested here, not by the client. */
  hideUsageChunk: boolean;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Reads the facts that admission needs from a JSON body, and the body to forward, which makes streams of chat or
 * completion chunks end with their token counts.
 * @throws DomainError `invalid_request`, `unsupported_parameter`, naming the field.
 */
export function readRequest({ fields: known, usageOption }: Endpoint, bytes: Uint8Array): ReadRequest {
  const fields = supportedFields(known, parsedBody(bytes));
  const options = streamOptionsOf(fields);
  const hideUsageChunk = fields.stream === true && usageOption && options.include_usage !== true;
  const counted = hideUsageChunk ? { stream_options: { ...options, include_usage: true } } : {};
  const body = encoder.encode(JSON.stringify({ ...fields, ...counted }));
  return { facts: factsOf(fields, body.length), body, hideUsageChunk };
}

function parsedBody(bytes: Uint8Array): Fields {
  const value = parsed(decoded(bytes));
  if (!isFields(value)) throw refused(undefined, "The body must be a JSON object.");
  refuseUnsound(value, 0);
  return value;
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw refused(undefined, "The body must be UTF-8.");
  }
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function refuseUnsound(value: unknown, depth: number): void {
  if (typeof value === "number" && !Number.isFinite(value))
    throw refused(undefined, "A number in the body is too large.");
  if (typeof value !== "object" || value === null) return;
  if (depth >= DEPTH_MAX) throw refused(undefined, `The body nests deeper than ${DEPTH_MAX} levels.`);
  for (const inner of Object.values(value)) refuseUnsound(inner, depth + 1);
}
