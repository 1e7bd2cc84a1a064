import type { Fields, UploadedFile } from "#core/domain/gateway/endpoint.ts";
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

/** Of a body that has been received whole. */
export const receivedWhole = (body: BodyInit): Pick<OutgoingBody, "send" | "drain"> => ({
  send: () => ({ body, arriving: false, respondedBy: (responding) => responding }),
  drain: async () => {},
});
