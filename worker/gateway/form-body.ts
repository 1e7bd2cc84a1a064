import { DomainError } from "#core/domain/errors.ts";
import { concatBytes } from "#core/domain/gateway/concat-bytes.ts";
import type { Fields, UploadedFile } from "#core/domain/gateway/endpoint.ts";
import {
  formChunks,
  formFields,
  formStartBytes,
  formTexts,
  formType,
} from "#core/domain/gateway/multipart/build-form.ts";
import { fileNotLast, LastPart } from "#core/domain/gateway/multipart/last-part.ts";
import { type FormRules, parseForm, parseFormStart } from "#core/domain/gateway/multipart/parse-form.ts";
import { refused } from "#core/domain/gateway/refused.ts";
import { Arrival } from "./arrival.ts";
import { type BodyPlace, readWhole, take, WHOLE_BODY_MAX } from "./body-bytes.ts";
import { BodyChunks } from "./body-chunks.ts";
import { encodingOf } from "./encoded-body.ts";
import { endedEarly, FormUpload } from "./form-upload.ts";
import type { GatewayCall } from "./gateway-call.ts";
import { type OutgoingBody, type ReceivedBody, receivedWhole } from "./received-body.ts";

const MB = 1024 * 1024;
/** A file of 25 MB with its fields. */
const FORM_MAX = 26 * MB;
const FORM_TYPE = /^multipart\/form-data\s*(;|$)/i;
/** The fields of a long form must end within the last of these; it is parsed again each time that so much has come. */
const START_BYTES = [64 * 1024, 128 * 1024, 256 * 1024];
/** What is read of a file before its request is priced. */
const FILE_HEAD_BYTES = 8192;
const encoder = new TextEncoder();

/**
 * Reads a form of up to 8 MB whole. Of a longer one the fields are read, and its file follows when it is forwarded.
 * @throws DomainError `unsupported_media_type`, `payload_too_large`, `unsupported_parameter`, `invalid_request`,
 * `service_unavailable`.
 */
export async function readForm(call: GatewayCall, rules: FormRules, place: BodyPlace): Promise<ReceivedBody> {
  const type = call.header("content-type") ?? "";
  if (!FORM_TYPE.test(type))
    throw new DomainError("unsupported_media_type", "The content type must be multipart/form-data.");
  const { announced } = place;
  const length = encodingOf(announced.encoding) === null ? announced.length : null;
  if (length === null || length <= place.mostBytes || place.mostBytes < WHOLE_BODY_MAX)
    return wholeForm(await readWhole(call, place), { type, rules, place });
  if (length > FORM_MAX)
    throw new DomainError("payload_too_large", `A form must have at most ${FORM_MAX / MB} MB.`);
  return longForm(call, rules, { type, length, place });
}

function wholeForm(
  bytes: Uint8Array<ArrayBuffer>,
  { type, rules, place }: { type: string; rules: FormRules; place: BodyPlace },
): ReceivedBody {
  const form = parseForm(bytes, type, rules);
  const files = form.files.map(({ from, to, ...file }) => ({
    ...file,
    size: to - from,
    head: bytes.subarray(from, Math.min(to, from + FILE_HEAD_BYTES)),
  }));
  const outgoing = (fields: Fields): OutgoingBody => {
    const texts = formTexts(fields);
    const chunks = formChunks({ ...form, texts }, bytes);
    return { ...aboutForm(form.boundary, texts), ...receivedWhole(new Blob(chunks), place.lease) };
  };
  return { fields: formFields(form.texts, rules), files, outgoing };
}

const aboutForm = (boundary: string, texts: readonly (readonly [string, string])[]) => ({
  contentType: formType({ boundary }),
  textBytes: texts.reduce((sum, [, value]) => sum + encoder.encode(value).length, 0),
});

interface LongForm {
  type: string;
  /** Of the body. */
  length: number;
  place: BodyPlace;
}

async function longForm(
  call: GatewayCall,
  rules: FormRules,
  { type, length, place }: LongForm,
): Promise<ReceivedBody> {
  const { body } = call.request;
  if (body === null) throw refused(undefined, "The request has no body.");
  const source = new BodyChunks(body, length);
  try {
    const { start, bytes } = await readStart(call, source, { place, type, rules });
    const { boundary, file, from, announced } = start;
    if (start.texts.length === 0) throw fileNotLast(file.name);
    const rest = new LastPart({ boundary, name: file.name, length: length - from, announced });
    const size = rest.mostBytes;
    const head = bytes.subarray(from);
    rest.push(head);
    const uploaded: UploadedFile = { ...file, size, head };
    const outgoing = (fields: Fields): OutgoingBody => {
      const texts = formTexts(fields);
      const first = concatBytes([formStartBytes({ boundary, file, texts }), head]);
      const total = first.length + length - bytes.length;
      const upload = new FormUpload({ first, rest, source, total });
      return {
        ...aboutForm(boundary, texts),
        send: (exchange) => upload.send(exchange),
        drain: (exchange) => upload.drain(exchange),
      };
    };
    return { fields: formFields(start.texts, rules), files: [uploaded], outgoing };
  } catch (error) {
    source.cancel();
    throw error;
  }
}

/** The form up to its file, and the file's first bytes. */
async function readStart(
  call: GatewayCall,
  source: BodyChunks,
  { place, type, rules }: Pick<LongForm, "place" | "type"> & { rules: FormRules },
) {
  const { bodyMs } = call.gateway.settings;
  const arrival = new Arrival(call);
  let bytes: Uint8Array = new Uint8Array();
  for (const size of START_BYTES) {
    bytes = await readUntil(size, bytes, async () => {
      const chunk = await arrival.next(source.next(), bodyMs);
      if (chunk === null) throw endedEarly();
      take(chunk.byteLength, 0, place);
      arrival.received(chunk.byteLength);
      return chunk;
    });
    const start = parseFormStart(bytes, type, rules);
    if (start !== null && bytes.length - start.from >= FILE_HEAD_BYTES) return { start, bytes };
  }
  throw refused(
    undefined,
    `In a form of more than ${WHOLE_BODY_MAX / MB} MB, the file must be the last part, within ${(START_BYTES.at(-1) ?? 0) / 1024} KB.`,
  );
}

async function readUntil(size: number, before: Uint8Array, next: () => Promise<Uint8Array>) {
  const chunks = [before];
  for (let length = before.length; length < size; ) {
    const chunk = await next();
    chunks.push(chunk);
    length += chunk.length;
  }
  return concatBytes(chunks);
}
