import type { ExchangeEnd } from "#core/domain/gateway/charging.ts";
import type { Reading } from "#core/domain/gateway/reading.ts";
import { ClientStream } from "./client-stream.ts";
import { type Exchange, endingOf, readChunk, settleExchange, stopReason } from "./exchange.ts";
import { NO_COST, passedOnHeaders } from "./response-headers.ts";

interface ByteSource {
  provider: Response;
  /** The bytes read so far, and a reader of the others. */
  head: Uint8Array;
  rest: ReadableStreamDefaultReader<Uint8Array>;
  see: (chunk: Uint8Array) => void;
  /** What its client may see of a chunk; all of it if this is left out. */
  shown?: (chunk: Uint8Array) => Uint8Array;
  reading: (end: ExchangeEnd) => Reading;
}

const LENGTH = /^\d{1,15}$/;

/** Streams a response that is not kept: it is settled at its end, so no header has its cost. */
export function relayBytes(exchange: Exchange, source: ByteSource): Response {
  const { readable, writable } = streamFor(source);
  const client = new ClientStream(writable, exchange);
  const { call } = exchange;
  call.write(relay(exchange, client, source));
  call.setHeaders(NO_COST);
  const { status, headers } = source.provider;
  return call.respond(readable, status, passedOnHeaders(headers));
}

/** Of the provider's length if it says one, so that every client notices a response that was cut. */
function streamFor({ provider: { headers }, shown }: ByteSource) {
  const length = headers.get("content-length");
  const isPlain =
    length !== null && LENGTH.test(length) && !headers.has("content-encoding") && shown === undefined;
  return isPlain ? new FixedLengthStream(Number(length)) : new IdentityTransformStream();
}

async function relay(exchange: Exchange, client: ClientStream, source: ByteSource): Promise<void> {
  let last: Uint8Array = new Uint8Array();
  const pass = async (chunk: Uint8Array) => {
    source.see(chunk);
    const shown = source.shown?.(chunk) ?? chunk;
    if (shown.byteLength === 0) return;
    await client.write(last);
    // The last chunk is held back until the request is settled.
    last = shown;
  };
  const end = await copy(exchange, source, pass).catch((): ExchangeEnd => stopReason(exchange));
  const { status } = source.provider;
  const reading = source.reading(end);
  await settleExchange(exchange, endingOf(exchange, end, { status, reading }));
  if (!reading.ended) return client.abort(new Error("The provider's response was cut."));
  await client.write(last);
  await client.close();
}

async function copy(
  exchange: Exchange,
  { head, rest }: ByteSource,
  pass: (chunk: Uint8Array) => Promise<void>,
): Promise<ExchangeEnd> {
  await pass(head);
  for (;;) {
    const { done, value } = await readChunk(exchange, rest);
    if (done) return "ended";
    await pass(value);
  }
}
