import { DomainError } from "#core/domain/errors.ts";
import type { RequestFacts } from "#core/domain/gateway/fact-fields.ts";
import { readRequest, scanForModel } from "#core/domain/gateway/request-facts.ts";
import { readHead, type StreamHead } from "./stream-head.ts";

/** A JSON body up to this is read whole and, where needed, amended. */
const WHOLE_MAX = 4 * 1024 * 1024;
/** In a larger body, or one that is not JSON, the model has to stand within this. */
const SCANNED = 64 * 1024;
/** More is refused; as much as the platform takes. */
const BODY_MAX = 100 * 1024 * 1024;
const WITHOUT_BODY = new Set(["GET", "HEAD"]);

export interface GatewayBody {
  /** Null for a request without a body, which uses no model. */
  facts: RequestFacts | null;
  /** For the AI service. */
  body: Uint8Array | ReadableStream<Uint8Array> | null;
  /** Whether the client's stream has to do without the usage that we asked for. */
  hideUsageChunk: boolean;
}

export const NO_BODY: GatewayBody = { facts: null, body: null, hideUsageChunk: false };

/** What the beginning of a body need not say. */
const UNKNOWN = { stream: false, maxOutputTokens: null, choices: 1, inputBytes: Number.POSITIVE_INFINITY };

/**
 * What admission must know of a request, read once.
 * @throws DomainError `invalid_request` naming the field; `payload_too_large`.
 */
export async function readBody(request: Request): Promise<GatewayBody> {
  if (WITHOUT_BODY.has(request.method) || request.body === null) return NO_BODY;
  const length = declaredLength(request.headers);
  const json = isJson(request.headers) && (length ?? 0) <= WHOLE_MAX;
  const read = await readHead(request.body, json ? WHOLE_MAX : SCANNED);
  if (read.rest === null && read.head.byteLength === 0) return NO_BODY;
  return json && read.rest === null ? readRequest(read.head) : streamed(read, length);
}

function streamed(read: StreamHead, length: number | null): GatewayBody {
  const { model, ...found } = scanForModel(read.head.subarray(0, SCANNED));
  if (model === undefined) throw noModel();
  return {
    facts: { ...UNKNOWN, ...found, model },
    body: read.rest === null ? read.head : joinedStream(read.head, read.rest, length),
    hideUsageChunk: false,
  };
}

/** With its length if that is known, so that the AI service is told it too. */
function joinedStream(
  head: Uint8Array,
  rest: ReadableStreamDefaultReader<Uint8Array>,
  length: number | null,
): ReadableStream<Uint8Array> {
  const { readable, writable } =
    length === null ? new IdentityTransformStream() : new FixedLengthStream(length);
  copy(head, rest, writable.getWriter()).catch(() => {});
  return readable;
}

async function copy(
  head: Uint8Array,
  rest: ReadableStreamDefaultReader<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  try {
    let size = head.byteLength;
    await writer.write(head);
    for (let read = await rest.read(); !read.done; read = await rest.read()) {
      size += read.value.byteLength;
      if (size > BODY_MAX) throw tooLarge();
      await writer.write(read.value);
    }
    await writer.close();
  } catch (error) {
    await Promise.allSettled([writer.abort(error), rest.cancel(error)]);
  }
}

const isJson = (headers: Headers) =>
  /^application\/(\w+\+)?json\b/i.test(headers.get("content-type") ?? "application/json");

function declaredLength(headers: Headers): number | null {
  const text = headers.get("content-length");
  if (text === null) return null;
  const length = Number(text);
  if (!Number.isSafeInteger(length) || length < 0 || length > BODY_MAX) throw tooLarge();
  return length;
}

const tooLarge = () =>
  new DomainError("payload_too_large", `The body must have at most ${BODY_MAX} bytes.`);

const noModel = () =>
  new DomainError("invalid_request", `Name the “model” within the first ${SCANNED} bytes of the body.`, {
    field: "model",
  });
