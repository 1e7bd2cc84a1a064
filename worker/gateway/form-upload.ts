import type { LastPart } from "#core/domain/gateway/multipart/last-part.ts";
import { refused } from "#core/domain/gateway/refused.ts";
import { Arrival } from "./arrival.ts";
import { ClientLeft } from "./ask-provider.ts";
import type { BodyChunks } from "./body-chunks.ts";
import { type Exchange, patienceMs } from "./exchange.ts";
import type { Sending } from "./received-body.ts";
import { TimedOut } from "./watchdog.ts";

/** The client disconnected before its body was complete, so that the provider had nothing to respond to. */
export class UploadCut extends ClientLeft {}

/** The provider does not read any further. */
class ProviderStoppedReading extends Error {}

type Writer = WritableStreamDefaultWriter<Uint8Array>;

interface FormParts {
  /** The rebuilt form, as far as it was received. */
  first: Uint8Array;
  /** Watches what follows. */
  rest: LastPart;
  source: BodyChunks;
  /** Bytes of the form as it is forwarded. */
  total: number;
}

/**
 * A long form on its way from the client to the provider. At any moment one chunk of it is in memory. The provider gets
 * the form's end only when all of it was checked, and a cut connection otherwise.
 */
export class FormUpload {
  private readonly parts: FormParts;

  constructor(parts: FormParts) {
    this.parts = parts;
  }

  send(exchange: Exchange): Sending {
    const { rest, total } = this.parts;
    const { readable, writable } = new FixedLengthStream(total);
    const writer = writable.getWriter();
    const sent = this.pump(exchange, (chunk) => passOn(exchange, writer, chunk)).then(() => writer.close());
    exchange.call.waitUntil(sent.catch(() => {}));
    const failure = new Promise<never>((_, reject) => {
      sent.catch((error: unknown) => {
        writer.abort(error).catch(() => {});
        // The provider's response, or its failure, says why it stopped reading.
        if (!(error instanceof ProviderStoppedReading)) reject(error);
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
    const { first, rest, source } = this.parts;
    const arrival = new Arrival(exchange.call);
    try {
      await write(first);
      while (!rest.isComplete) {
        const chunk = await this.next(exchange, arrival);
        if (chunk === null) throw endedEarly();
        arrival.received(chunk.byteLength);
        rest.push(chunk);
        await write(chunk);
      }
    } catch (error) {
      source.cancel(error);
      throw error;
    }
  }

  private async next(exchange: Exchange, arrival: Arrival): Promise<Uint8Array | null> {
    const { call } = exchange;
    const { bodyMs } = call.gateway.settings;
    const ofPace = arrival.leftMs;
    try {
      const limitMs = patienceMs(exchange, Math.min(bodyMs, ofPace));
      return await call.watchdog.within(limitMs, this.parts.source.next());
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
    throw new ProviderStoppedReading("The provider stopped reading.", { cause: error });
  }
}

export const endedEarly = () => refused(undefined, "The body ended before its announced length.");

const uploadCut = (cause: unknown) =>
  new UploadCut("The client disconnected before its body was complete.", { cause });
