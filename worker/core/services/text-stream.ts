/**
 * Text as a stream of bytes that takes each piece when it is asked for. A failure in the middle fails the stream, so
 * that what has been received of it cannot pass for all of it.
 */
export function textStream(pieces: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return();
    },
  });
}
