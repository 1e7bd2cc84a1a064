import type { Fields, UploadedFile } from "#core/domain/gateway/endpoint.ts";
import type { BodyLease } from "./body-room.ts";
import type { Exchange } from "./exchange.ts";

/** Read as far as the request's price depends on it. */
export interface ReceivedBody {
  fields: Fields;
  files: readonly UploadedFile[];
  /** The body to forward, with these fields in place of the client's. */
  outgoing: (fields: Fields) => OutgoingBody;
}

export interface OutgoingBody {
  contentType: string;
  /** Bytes of its text, without files. */
  textBytes: number;
  /** Begins to send it; what has not been received yet is read from the client meanwhile. */
  send: (exchange: Exchange) => Sending;
  /** Receives what has not been received yet, for a request that is not forwarded. */
  drain: (exchange: Exchange) => Promise<void>;
}

export interface Sending {
  body: BodyInit;
  /** It has not been received whole. */
  arriving: boolean;
  /** The response to the body, unless the client does not send all of it. @throws ClientLeft, DomainError `invalid_request` */
  respondedBy: (responding: Promise<Response>) => Promise<Response>;
}

/** Up to this, the runtime passes a body on at once. */
const PASSED_AT_ONCE = 256 * 1024;

/** Of a body that has been received whole. The room that it took is free again once the provider has it. */
export const receivedWhole = (
  body: Uint8Array<ArrayBuffer> | Blob,
  lease: BodyLease,
): Pick<OutgoingBody, "send" | "drain"> => ({
  send: (exchange) => ({
    body: passedOn(body, exchange, lease),
    arriving: false,
    respondedBy: (responding) => responding,
  }),
  drain: async () => {},
});

function passedOn(body: Uint8Array<ArrayBuffer> | Blob, { call }: Exchange, lease: BodyLease): BodyInit {
  const size = body instanceof Blob ? body.size : body.byteLength;
  if (size <= PASSED_AT_ONCE) {
    lease.release();
    return body;
  }
  const { readable, writable } = new FixedLengthStream(size);
  const sent = body instanceof Blob ? body.stream().pipeTo(writable) : write(writable, body);
  // Whether the provider took it all, its response says.
  call.waitUntil(sent.catch(() => {}).finally(() => lease.release()));
  return readable;
}

async function write(writable: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  await writer.write(bytes);
  await writer.close();
}
