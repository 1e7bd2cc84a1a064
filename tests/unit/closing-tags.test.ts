import fc from "fast-check";
import { expect, test } from "vitest";
import { closingTagsLast } from "#app/lib/closing-tags.ts";

const CLOSING_TAGS = "</body></html>";

/** The page, read after it was sent in chunks that end at these bytes. */
async function read(page: string, cuts: readonly number[]): Promise<string> {
  const bytes = new TextEncoder().encode(page);
  const ends = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length];
  const chunks = ends.slice(1).map((end, i) => bytes.slice(ends[i], end));
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  return new Response(source.pipeThrough(closingTagsLast())).text();
}

const text = fc
  .array(
    fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("</body>", "</", "<", "</body></htm", "é😀")),
  )
  .map((parts) => parts.join(""))
  .filter((joined) => !joined.includes(CLOSING_TAGS));
const cuts = fc.array(fc.nat(80), { maxLength: 12 });

test("the closing tags come last, and every other character stays where it was", async () => {
  await fc.assert(
    fc.asyncProperty(text, text, cuts, async (before, after, at) => {
      fc.pre(
        !(before + after).includes(CLOSING_TAGS) &&
          (before + CLOSING_TAGS + after).indexOf(CLOSING_TAGS) === before.length,
      );
      expect(await read(before + CLOSING_TAGS + after, at)).toBe(before + after + CLOSING_TAGS);
    }),
  );
});

test("what has no closing tags stays as it is", async () => {
  await fc.assert(
    fc.asyncProperty(text, cuts, async (page, at) => {
      expect(await read(page, at)).toBe(page);
    }),
  );
});
