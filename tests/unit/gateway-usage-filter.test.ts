import { serialize } from "node:v8";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseUsageFilter } from "#core/domain/gateway/sse-usage-filter.ts";
import { runs } from "#tests/support/tier.ts";
import { cutInPieces, cuts } from "./gateway-pieces.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const KB = 1024;

function filtered(text: string, at: readonly number[] = []) {
  const filter = new SseUsageFilter();
  const shown = cutInPieces(encoder.encode(text), at).map((piece) => filter.push(piece));
  return Buffer.concat([...shown, filter.flush()]).toString();
}

const COUNTS = { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 };
const data = (value: unknown, nl = "\n") => `data: ${JSON.stringify(value)}${nl}${nl}`;
const text = (content: string) => ({ choices: [{ index: 0, delta: { content } }], usage: null });
const usageChunk = { id: "1", object: "chat.completion.chunk", choices: [], usage: COUNTS };

/** Chunks that only look like the one of the counts. */
const kept = fc.oneof(
  fc.string({ unit: "grapheme" }).map(text),
  fc.constantFrom<unknown>(
    text('"choices":[],"usage":{"prompt_tokens":1}'),
    { choices: [], usage: null },
    { choices: [], prompt_filter_results: [] },
    { choices: [{ delta: {}, finish_reason: "stop" }], usage: COUNTS },
    { choices: [{ delta: { extra: { choices: [] } } }], usage: COUNTS },
    { type: "response.completed", response: { choices: [], usage: COUNTS } },
    { error: { message: "x" }, choices: [] },
  ),
);

describe("a stream whose client did not ask for counts", () => {
  it("loses the chunk that holds only them, and no other byte, however it is cut", () => {
    const chunk = fc.record({ value: kept, isUsage: fc.boolean(), comment: fc.boolean() });
    const stream = fc.array(chunk, { maxLength: 10 });
    fc.assert(
      fc.property(stream, fc.constantFrom("\n", "\r\n"), cuts, (chunks, nl, at) => {
        const written = chunks.map(({ value, isUsage, comment }) => {
          const before = comment ? `: keep-alive${nl}${nl}` : "";
          return { before, event: data(isUsage ? usageChunk : value, nl), isUsage };
        });
        const done = `data: [DONE]${nl}${nl}`;
        const all = written.map(({ before, event }) => before + event).join("") + done;
        const wanted = written.map(({ before, event, isUsage }) => before + (isUsage ? "" : event)).join("");
        expect(filtered(all, at)).toBe(wanted + done);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it.each([
    ["is written with spaces", 'data: { "choices" : [ ], "usage" : {"prompt_tokens": 1} }\n\n'],
    ["has a name and an id", `event: chunk\nid: 7\n${data(usageChunk)}`],
    ["ends the stream without an empty line", `data: ${JSON.stringify(usageChunk)}\n`],
  ])("loses it also when it %s", (_, event) => {
    expect(filtered(data(text("a")) + event)).toBe(data(text("a")));
  });

  it("gets an event as soon as it is complete", () => {
    const filter = new SseUsageFilter();
    const first = data(text("a"));
    const push = (piece: string) => decoder.decode(filter.push(encoder.encode(piece)));
    expect([push(first), push(first.slice(0, 10)), push(first.slice(10))]).toEqual([first, "", first]);
  });

  it("gets a whole event without a copy of it", () => {
    const chunk = encoder.encode(data(text("a")));
    expect(new SseUsageFilter().push(chunk)).toBe(chunk);
  });

  it("gets what was sent, though the buffer of a piece is used again", () => {
    const filter = new SseUsageFilter();
    const event = data(text("a"));
    const piece = encoder.encode(event.slice(0, 10));
    filter.push(piece);
    piece.fill(0);
    expect(decoder.decode(filter.push(encoder.encode(event.slice(10))))).toBe(event);
  });

  it("gets everything, at once, where lines end in a way that is not looked at", () => {
    const filter = new SseUsageFilter();
    const stream = data(text("a"), "\r");
    expect(decoder.decode(filter.push(encoder.encode(stream + stream)))).toBe(stream + stream);
  });

  it("gets the beginning of a long event before its end, and what is kept of it stays small", () => {
    const filter = new SseUsageFilter();
    const event = encoder.encode(data(text("x".repeat(64 * KB))));
    let shown = 0;
    for (let at = 0; at < event.length; at += 100) {
      shown += filter.push(event.slice(at, at + 100)).length;
      expect(at + 100 - shown).toBeLessThanOrEqual(16 * KB);
      expect(serialize(filter).byteLength).toBeLessThan(32 * KB);
    }
    expect(shown).toBe(event.length);
    expect(filter.push(encoder.encode(data(usageChunk))).length).toBe(0);
  });

  it("keeps a chunk that is too long to be one of counts, however it is cut", () => {
    const long = data({ ...usageChunk, id: "x".repeat(17 * KB) });
    expect([filtered(long), filtered(long, [5, 9_000, 17_000])]).toEqual([long, long]);
  });
});
