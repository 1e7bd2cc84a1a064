import { DomainError } from "#core/domain/errors.ts";
import type { Endpoint } from "#core/domain/gateway/endpoints.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-answers.ts";
import type { RequestFacts } from "#core/domain/gateway/fact-fields.ts";
import { refused } from "#core/domain/gateway/refused.ts";
import { readRequest } from "#core/domain/gateway/request-facts.ts";
import type { BodyLease } from "./body-room.ts";
import { concatBytes } from "./concat-bytes.ts";
import { readForm } from "./form-body.ts";
import { timedRead } from "./timed-read.ts";

/** Bodies are read whole, so that no field goes unseen. */
const BODY_MAX = 8 * 1024 * 1024;
/** Longest time for a body to arrive. */
const BODY_WITHIN_MS = 60_000;
const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;
const FORM_TYPE = /^multipart\/form-data\s*;\s*boundary=("?)[\w'()+,./:=? -]{1,70}\1\s*$/i;

/** A request's body as it is forwarded. */
export interface GatewayBody {
  /** Null for a path that the operator has opened, which uses no model. */
  facts: RequestFacts | null;
  body: BodyInit | null;
  /** Null for a form: `fetch` generates its boundary. */
  contentType: string | null;
  /** Hides the usage chunk from the client, which did not request it. */
  hideUsageChunk: boolean;
}

export const NO_BODY: GatewayBody = { facts: null, body: null, contentType: null, hideUsageChunk: false };

/** The body for a path that the operator has opened, forwarded unread. */
export const unreadBody = ({ method, body, headers }: Request): GatewayBody => ({
  ...NO_BODY,
  body: method === "GET" || method === "HEAD" ? null : body,
  contentType: headers.get("content-type"),
});

/**
 * Reads the facts that admission needs, and the body to forward.
 * @throws DomainError `invalid_request`, `unsupported_parameter` naming the field; `unsupported_media_type`,
 * `payload_too_large`, `service_unavailable`.
 */
export async function readBody(request: Request, endpoint: Endpoint, lease: BodyLease): Promise<GatewayBody> {
  const type = request.headers.get("content-type");
  if (endpoint.body === "form") {
    if (type === null || !FORM_TYPE.test(type)) throw wrongType("multipart/form-data with a boundary");
    const read = await readForm(endpoint, type, await wholeBody(request, lease));
    return { ...NO_BODY, ...read };
  }
  if (type !== null && !JSON_TYPE.test(type)) throw wrongType("application/json, in UTF-8");
  const read = readRequest(endpoint, await wholeBody(request, lease));
  return { ...read, contentType: "application/json" };
}

async function wholeBody({ headers, body }: Request, lease: BodyLease): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get("content-length") ?? 0) > BODY_MAX) throw tooLarge();
  const parts: Uint8Array[] = [];
  const patience = { idleMs: BODY_WITHIN_MS, deadline: Date.now() + BODY_WITHIN_MS };
  const reader = body?.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = (await nextPart(reader, patience)) ?? { done: true };
    if (done || value === undefined) return concatBytes(parts);
    size += value.byteLength;
    const refusal = size > BODY_MAX ? tooLarge() : lease.take(value.byteLength) ? null : noRoom();
    if (refusal !== null) {
      reader?.cancel().catch(() => {});
      throw refusal;
    }
    parts.push(value);
  }
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;
const nextPart = (reader: BodyReader | undefined, patience: Parameters<typeof timedRead>[1]) =>
  reader === undefined
    ? null
    : timedRead(reader, patience).catch(() => {
        throw refused(undefined, `The body must arrive within ${BODY_WITHIN_MS / 1000} seconds.`);
      });

const wrongType = (type: string) =>
  new DomainError("unsupported_media_type", `The content type must be ${type}.`);
const tooLarge = () =>
  new DomainError("payload_too_large", `The body must have at most ${BODY_MAX / 1024 / 1024} MB.`);
const noRoom = () =>
  new DomainError("service_unavailable", GATEWAY_ERRORS.service_unavailable.message, { retryAfter: 1 });
