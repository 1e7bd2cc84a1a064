import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventMeter } from "#core/domain/gateway/event-meter.ts";
import { readingOfJson } from "#core/domain/gateway/json-reading.ts";
import { SseEvents } from "#core/domain/gateway/sse-events.ts";
import { UsageScanner } from "#core/domain/gateway/usage-scanner.ts";
import { runs } from "#tests/support/tier.ts";
import { EventFlow } from "#worker/api/gateway/answer-flow.ts";
import { cutInPieces, cuts } from "./gateway-pieces.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const RUNS = { numRuns: runs(1_000) };

const data = (value: unknown, nl = "\n") => `data: ${JSON.stringify(value)}${nl}${nl}`;
const text = (content: string) => ({ choices: [{ index: 0, delta: { content } }], usage: null });
const DONE = "data: [DONE]\n\n";

function read(stream: string, { at = [] as readonly number[], hideCounts = false } = {}) {
  const flow = new EventFlow({ hideCounts });
  const shown = cutInPieces(encoder.encode(stream), at).map((piece) => flow.push(piece));
  return { shown: Buffer.concat([...shown, flow.rest()]).toString(), ...flow.reading() };
}

/** Values in which everything stands that could be taken for counts, an end, or the border of an event. */
const nasty = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    "[DONE]",
    "data: [DONE]\n\n",
    '"usage":{"prompt_tokens":1,"completion_tokens":1}',
    'data: {"usage":{"prompt_tokens":1}}\n\n',
    "response.completed",
    { type: "response.completed", usage: { prompt_tokens: 1, completion_tokens: 1 } },
    { error: "x" },
  ),
);
const end = fc.constantFrom("\n", "\r\n", "\r");

describe("the events of a stream", () => {
  it("are the same however it is cut, and every byte of it passes", () => {
    const line = fc.oneof(
      nasty.map((value) => `data: ${JSON.stringify(value)}`),
      fc.constantFrom("event: x", ": comment", "data", "data:a", "data: 日本🔑", "id: 7"),
    );
    const events = fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { maxLength: 6 });
    fc.assert(
      fc.property(events, end, cuts, (all, nl, at) => {
        const stream = all.map((lines) => lines.map((each) => each + nl).join("") + nl).join("");
        const parsed = (pieces: Uint8Array[]) => {
          const reader = new SseEvents();
          const found = pieces.flatMap((piece) => reader.push(piece));
          const last = reader.end();
          return last === null ? found : [...found, last];
        };
        const cut = parsed(cutInPieces(encoder.encode(stream), at));
        expect(cut).toEqual(parsed([encoder.encode(stream)]));
        expect(cut.map(({ raw }) => raw).join("")).toBe(stream);
        const dataOf = (lines: string[]) =>
          lines.filter((each) => each.startsWith("data")).map((each) => each.replace(/^data(: ?)?/, ""));
        expect(cut.map((event) => event.data)).toEqual(all.map((lines) => dataOf(lines).join("\n")));
      }),
      RUNS,
    );
  });

  it("pass as soon as they are complete, but the last one, which is kept until the end", () => {
    const flow = new EventFlow({ hideCounts: false });
    const push = (piece: string) => decoder.decode(flow.push(encoder.encode(piece)));
    const first = data(text("a"));
    expect([push(first), push(first.slice(0, 10)), push(first.slice(10))]).toEqual([first, "", first]);
    expect([push(DONE), flow.mayEnd, push(": alive\n\n"), flow.mayEnd]).toEqual(["", true, "", true]);
    expect([push(first), flow.mayEnd]).toEqual([`${DONE}: alive\n\n${first}`, false]);
  });

  it("are given up when one of them does not end", () => {
    const flow = new EventFlow({ hideCounts: false });
    const piece = encoder.encode("x".repeat(1024 * 1024));
    const endless = () => {
      for (let i = 0; i < 10; i += 1) flow.push(piece);
    };
    expect(endless).toThrow("too long");
  });
});

describe("what a stream is charged for", () => {
  it("is in its last counts, whatever its content says, and only the chunk of counts is hidden", () => {
    const chunk = fc.record({ value: nasty, counted: fc.boolean(), inChunk: fc.boolean() });
    const stream = fc.array(chunk, { maxLength: 8 });
    fc.assert(
      fc.property(stream, end, cuts, fc.boolean(), (chunks, nl, at, hideCounts) => {
        const written = chunks.map(({ value, counted, inChunk }, i) => {
          const usage = counted ? { prompt_tokens: i + 1, completion_tokens: i } : null;
          const choices = inChunk ? [{ delta: { content: "x", extra: value } }] : [];
          return { event: data({ choices, usage }, nl), usage, hidden: counted && !inChunk };
        });
        const whole = written.map(({ event }) => event).join("") + DONE;
        const { shown, usage, complete } = read(whole, { at, hideCounts });
        const last = written.findLast((event) => event.usage !== null)?.usage ?? null;
        expect(usage).toEqual(last && { input: last.prompt_tokens, output: last.completion_tokens });
        expect(complete).toBe(true);
        const wanted = written.filter(({ hidden }) => !(hideCounts && hidden)).map(({ event }) => event);
        expect(shown).toBe(wanted.join("") + DONE);
      }),
      RUNS,
    );
  });

  it.each([
    ["only an error", data({ error: { message: "x" } })],
    ["an event named error", 'event: error\ndata: {"message":"x"}\n\n'],
    [
      "a response that failed",
      data({ type: "response.created" }) + data({ type: "response.failed", response: {} }),
    ],
    ["a role and nothing said", data({ choices: [{ delta: { role: "assistant", content: "" } }] }) + DONE],
    ["what is no JSON", "data: Internal Server Error\n\n"],
    ["nothing", ""],
    ["comments", ": alive\n\n: alive\n\n"],
  ])("is nothing with %s", (_, stream) => {
    expect(read(stream).content).toBe(false);
  });

  it.each([
    ["a word", data(text("a"))],
    ["a word of a completion", data({ choices: [{ text: "a" }] })],
    [
      "the call of a tool",
      data({ choices: [{ delta: { tool_calls: [{ function: { arguments: "{" } }] } }] }),
    ],
    ["thoughts", data({ choices: [{ delta: { reasoning_content: "hm" } }] })],
    ["a word of responses", data({ type: "response.output_text.delta", delta: "a" })],
    ["a picture", data({ type: "image_generation.partial_image", b64_json: "eA==" })],
    ["a word before an error", data(text("a")) + data({ error: {} })],
  ])("is something with %s", (_, stream) => {
    expect(read(stream)).toMatchObject({ content: true, complete: false });
  });

  it("is at least a token for each event and for each four bytes that were seen", () => {
    expect(read(data(text("a")).repeat(9)).visibleTokens).toBe(9);
    expect(read(data(text("x".repeat(400))).repeat(2)).visibleTokens).toBe(200);
  });

  it("does not end with a word that looks like the end", () => {
    const { complete } = read(data(text("[DONE] response.completed")));
    expect(complete).toBe(false);
    expect(new EventMeter().see({ raw: "", name: "", data: '"[DONE]"' })).toBe("other");
  });
});

describe("what a JSON answer is charged for", () => {
  const count = fc.nat(1_000_000_000);
  const usage = fc.oneof(
    fc.record({ prompt_tokens: count, completion_tokens: count, total_tokens: count }),
    fc.record({ input_tokens: count, output_tokens: count }),
  );
  const expected = (of: Partial<Record<string, number>>) => ({
    input: of.prompt_tokens ?? of.input_tokens,
    output: of.completion_tokens ?? of.output_tokens,
  });
  const scanned = (answer: string, at: readonly number[] = []) => {
    const scanner = new UsageScanner();
    for (const piece of cutInPieces(encoder.encode(answer), at)) scanner.push(piece);
    return scanner.found;
  };
  const whole = (answer: string) => readingOfJson(encoder.encode(answer));

  it("is in its usage, read whole or as it passes, wherever it stands and however it is cut", () => {
    fc.assert(
      fc.property(nasty, usage, nasty, cuts, fc.boolean(), (before, counted, after, at, inner) => {
        const answer = JSON.stringify(
          inner
            ? { type: "x", response: { output: before, usage: counted } }
            : { before, usage: counted, after },
        );
        expect(scanned(answer, at)).toEqual(expected(counted));
        expect(whole(answer).usage).toEqual(expected(counted));
      }),
      RUNS,
    );
  });

  it("has no counts when its top has none, whatever stands deeper", () => {
    fc.assert(
      fc.property(nasty, nasty, cuts, (a, b, at) => {
        const answer = JSON.stringify({ choices: a, usage: null, output: [a, b], tools: { b } });
        expect([scanned(answer, at), whole(answer).usage]).toEqual([null, null]);
      }),
      RUNS,
    );
  });

  it.each([
    ["a list", '[{"usage":{"prompt_tokens":1,"completion_tokens":1}}]'],
    ["negative counts", '{"usage":{"prompt_tokens":-1,"completion_tokens":1}}'],
    ["counts with a fraction", '{"usage":{"prompt_tokens":1.5,"completion_tokens":1}}'],
    ["counts that no answer has", '{"usage":{"prompt_tokens":1e12,"completion_tokens":1}}'],
    ["counts that are texts", '{"usage":{"prompt_tokens":"1","completion_tokens":1}}'],
    ["a duration", '{"usage":{"type":"duration","seconds":3}}'],
  ])("has content but no counts with %s", (_, answer) => {
    expect([scanned(answer), whole(answer)]).toMatchObject([null, { usage: null, content: true }]);
  });

  it("has no output where only the input is counted, as for embeddings", () => {
    const answer = '{"data":[],"usage":{"prompt_tokens":8,"total_tokens":8}}';
    expect([scanned(answer), whole(answer).usage]).toEqual(Array(2).fill({ input: 8, output: 0 }));
  });

  it.each([
    "",
    " ",
    "<html></html>",
    '{"usage":{"prompt_tokens":1',
    "null",
    "7",
    '{"error":{"message":"x"}}',
  ])("is nothing with %j", (answer) => {
    expect(whole(answer).content).toBe(false);
  });
});
