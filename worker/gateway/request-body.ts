import { DomainError } from "#core/domain/errors.ts";
import type { Endpoint, Fields } from "#core/domain/gateway/endpoint.ts";
import { parseJsonBody } from "#core/domain/gateway/endpoints/json-body.ts";
import { type BodyPlace, readWhole } from "./body-bytes.ts";
import { readForm } from "./form-body.ts";
import type { GatewayCall } from "./gateway-call.ts";
import { type OutgoingBody, type ReceivedBody, receivedWhole } from "./received-body.ts";

const JSON_TYPE = /^application\/json\s*(;\s*(charset="?utf-?8"?\s*;?\s*)?)?$/i;
const encoder = new TextEncoder();

/**
 * Reads a request's body: JSON whole, a long form up to its file.
 * @throws DomainError `unsupported_media_type`, `payload_too_large`, `unsupported_parameter`, `invalid_request` when it
 * does not arrive in time, `service_unavailable` when the isolate has no room for it.
 */
export async function readBody(
  call: GatewayCall,
  { form }: Endpoint,
  place: BodyPlace,
): Promise<ReceivedBody> {
  if (form !== null) return readForm(call, form, place);
  const type = call.sent.get("content-type");
  if (type !== null && type !== "application/json" && !JSON_TYPE.test(type))
    throw new DomainError("unsupported_media_type", "The content type must be application/json, in UTF-8.");
  return { fields: parseJsonBody(await readWhole(call, place)), files: [], outgoing: outgoingJson(place) };
}

const outgoingJson =
  ({ lease }: BodyPlace) =>
  (fields: Fields): OutgoingBody => {
    const body = encoder.encode(JSON.stringify(fields));
    return { contentType: "application/json", textBytes: body.byteLength, ...receivedWhole(body, lease) };
  };
