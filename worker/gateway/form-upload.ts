import type { LastPart } from "#core/domain/gateway/multipart/last-part.ts";
import { refused } from "#core/domain/gateway/refused.ts";
import { Arrival } from "./arrival.ts";
import { ClientLeft } from "./ask-provider.ts";
import { type Exchange, patienceMs } from "./exchange.ts";
import type { Sending } from "./received-body.ts";
import { TimedOut } from "./watchdog.ts";

/** The client disconnected before its body was complete, so that the provider had nothing to respond to. */
export class UploadCut extends ClientLeft {}

/** The provider does not read any further. */
class NotTaken extends Error {}

type Writer = WritableStreamDefaultWriter<Uint8Array>;

interface FormSource {
  /** The rebuilt form, as far as it was received. */
  first: Uint8Array;
  /** Watches what follows. */
  rest: LastPart;
  reader: ReadableStreamDefaultReader<Uint8Array>;
  /** Bytes of the form as it is forwarded. */
  total: number;
}

/**
 * A long form on its way from the client to the provider. At any moment one chunk of it is in memory. The provider gets
 * the form's end only when all of it was checked, and a cut connection otherwise.
 */
export class FormUpload {
  private readonly source: FormSource;

  constructor(source: FormSource) {
    this.source = source;
  }

  send(exchange: Exchange): Sending {
    const { rest, total } = this.source;
    const { readable, writable } = new FixedLengthStream(total);
    const writer = writable.getWriter();
    const sent = this.pump(exchange, (chunk) => passOn(exchange, writer, chunk)).then(() => writer.close());
    exchange.call.waitUntil(sent.catch(() => {}));
    const failure = new Promise<never>((_, reject) => {
      sent.catch((error: unknown) => {
        writer.abort(error).catch(() => {});
        // The provider's response, or its failure, says why it stopped reading.
        if (!(error instanceof NotTaken)) reject(error);
      });
    });
    failure.catch(() => {});
    const respondedBy = async (responding: Promise<Response>) => {
      try {
        return await Promise.race([failure, responding]);
      } catch (error) {
        responding.catch(() => {});
        throw error instanceof ClientLeft && !rest.isComplete ? uploadCut(error) : error;
      }
    };
    return { body: readable, arriving: true, respondedBy };
  }

  drain(exchange: Exchange): Promise<void> {
    return this.pump(exchange, async () => {});
  }

  private async pump(exchange: Exchange, write: (chunk: Uint8Array) => Promise<void>): Promise<void> {
    const { first, rest, reader } = this.source;
    const arrival = new Arrival(exchange.call);
    try {
      await write(first);
      while (!rest.isComplete) {
        const { done, value } = await this.next(exchange, arrival);
        if (done) throw refused(undefined, "The body ended before its announced length.");
        arrival.received(value.byteLength);
        rest.push(value);
        await write(value);
      }
    } catch (error) {
      reader.cancel(error).catch(() => {});
      throw error;
    }
  }

  private async next(exchange: Exchange, arrival: Arrival): Promise<ReadableStreamReadResult<Uint8Array>> {
    const { call } = exchange;
    const { bodyMs } = call.gateway.settings;
    const ofPace = arrival.leftMs;
    try {
      const limitMs = patienceMs(exchange, Math.min(bodyMs, ofPace));
      return await call.watchdog.within(limitMs, this.source.reader.read());
    } catch (error) {
      if (error instanceof TimedOut && call.goneAt === null)
        throw ofPace < bodyMs
          ? arrival.tooSlow
          : refused(undefined, `The body must not pause for more than ${bodyMs / 1000} seconds.`);
      throw uploadCut(error);
    }
  }
}

async function passOn(exchange: Exchange, writer: Writer, chunk: Uint8Array): Promise<void> {
  const { watchdog, gateway } = exchange.call;
  try {
    await watchdog.within(patienceMs(exchange, gateway.upstream.idleMs), writer.write(chunk));
  } catch (error) {
    throw new NotTaken("The provider stopped reading.", { cause: error });
  }
}

const uploadCut = (cause: unknown) =>
  new UploadCut("The client disconnected before its body was complete.", { cause });
