import { DomainError } from "#core/domain/errors.ts";
import type { RequestFacts } from "#core/domain/gateway/fact-fields.ts";
import { readRequest, scanForModel } from "#core/domain/gateway/request-facts.ts";
import { declaredLength, guardedUpload } from "./guarded-upload.ts";
import { isForm, isJson } from "./media-type.ts";
import { readHead, readOn, type StreamHead } from "./stream-head.ts";

/** A JSON body up to this is read whole and, where needed, amended. */
const WHOLE_MAX = 4 * 1024 * 1024;
/** In a larger body, or one that is not JSON, the model has to stand within this; in a form, within `WHOLE_MAX`. */
const SCANNED = 64 * 1024;
const WITHOUT_BODY = new Set(["GET", "HEAD"]);

export interface GatewayBody {
  /** Null for a request without a body, which uses no model. */
  facts: RequestFacts | null;
  /** For the AI service. */
  body: Uint8Array | ReadableStream<Uint8Array> | null;
  /** Whether the client's stream has to do without the usage that we asked for. */
  hideUsageChunk: boolean;
  /** Why it was broken off on its way; null while it was not. */
  refusal(): DomainError | null;
  /** When its last piece came from the client, epoch ms; 0 when all of it is there. */
  movedAt(): number;
}

const whole = { refusal: () => null, movedAt: () => 0 };
export const NO_BODY: GatewayBody = { ...whole, facts: null, body: null, hideUsageChunk: false };

/** Of a path that needs no model: passed on unread. */
export const unreadBody = (request: Request): GatewayBody => ({
  ...NO_BODY,
  body: WITHOUT_BODY.has(request.method) ? null : request.body,
});

const saysJson = (headers: Headers) => !headers.has("content-type") || isJson(headers);

/** What the beginning of a body need not say. */
const UNKNOWN = { stream: false, maxOutputTokens: null, choices: 1, inputBytes: Number.POSITIVE_INFINITY };

/**
 * What admission must know of a request, read once.
 * @throws DomainError `invalid_request` naming the field; `payload_too_large`.
 */
export async function readBody(request: Request): Promise<GatewayBody> {
  if (WITHOUT_BODY.has(request.method) || request.body === null) return NO_BODY;
  const length = declaredLength(request.headers);
  const json = saysJson(request.headers) && (length ?? 0) <= WHOLE_MAX;
  if (json && length !== null && length > 0)
    return { ...readRequest(new Uint8Array(await request.arrayBuffer())), ...whole };
  const read = await readHead(request.body, json ? WHOLE_MAX : SCANNED);
  if (read.rest === null && read.head.byteLength === 0) return NO_BODY;
  if (json && read.rest === null) return { ...readRequest(read.head), ...whole };
  return streamed(await untilModel(read, isForm(request.headers)), length);
}

interface Scanned {
  read: StreamHead;
  found: Partial<RequestFacts>;
}

/** OpenAI's clients write a form's fields in their caller's order: often the file before the model. */
async function untilModel(read: StreamHead, form: boolean): Promise<Scanned> {
  const found = scanForModel(read.head.subarray(0, SCANNED));
  if (found.model !== undefined || !form || read.rest === null) return { read, found };
  const longer = await readOn(read, WHOLE_MAX);
  return { read: longer, found: scanForModel(longer.head) };
}

function streamed({ read, found: { model, ...found } }: Scanned, length: number | null): GatewayBody {
  if (model === undefined) throw noModel();
  const facts = { ...UNKNOWN, ...found, model };
  const { stream, ...upload } = guardedUpload(read, length);
  return { ...upload, facts, body: stream, hideUsageChunk: false };
}

const noModel = () =>
  new DomainError(
    "invalid_request",
    `Name the “model” within the first ${SCANNED} bytes of the body; in a form, before a file of more than ${WHOLE_MAX}.`,
    { field: "model" },
  );
