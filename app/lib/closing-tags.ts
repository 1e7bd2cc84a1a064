const CLOSING_TAGS = "</body></html>";

/**
 * Moves the document's closing tags to its end. React writes them before the scripts that it streams afterwards, which
 * isn't valid HTML, though browsers read it the same way.
 */
export function closingTagsLast(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let held = "";
  let closed = "";
  return new TransformStream({
    transform(chunk, controller) {
      held += decoder.decode(chunk, { stream: true });
      const at = held.indexOf(CLOSING_TAGS);
      if (at >= 0) {
        closed = CLOSING_TAGS;
        held = held.slice(0, at) + held.slice(at + CLOSING_TAGS.length);
      }
      const end = held.length - begunLength(held);
      if (end > 0) controller.enqueue(encoder.encode(held.slice(0, end)));
      held = held.slice(end);
    },
    flush(controller) {
      controller.enqueue(encoder.encode(held + decoder.decode() + closed));
    },
  });
}

/** How much of the closing tags the text ends with: the next chunk may hold the rest. */
function begunLength(text: string): number {
  let length = Math.min(text.length, CLOSING_TAGS.length - 1);
  while (!CLOSING_TAGS.startsWith(text.slice(text.length - length))) length -= 1;
  return length;
}
