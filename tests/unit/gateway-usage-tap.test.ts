import { serialize } from "node:v8";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { usageOfJson } from "#core/domain/gateway/usage-of-json.ts";
import { UsageTap } from "#core/domain/gateway/usage-tap.ts";
import { runs } from "#tests/support/tier.ts";
import { cutInPieces, cuts } from "./gateway-pieces.ts";

const encoder = new TextEncoder();
const RUNS = { numRuns: runs(500) };
const KB = 1024;

function usageOf(text: string, at: readonly number[] = []) {
  const tap = new UsageTap();
  for (const piece of cutInPieces(encoder.encode(text), at)) tap.push(piece);
  return tap.usage();
}

/** Of an answer that is there as a whole. */
const usageAtOnce = (text: string) => usageOfJson(encoder.encode(text));

const count = fc.integer({ min: 0, max: 1_000_000_000 });
const usageObject = fc.oneof(
  fc.record({ prompt_tokens: count, completion_tokens: count, total_tokens: count }),
  fc.record({
    input_tokens: count,
    output_tokens: count,
    input_tokens_details: fc.record({ cached_tokens: count }),
  }),
);
type Usage = Partial<Record<string, number | object>>;
const expected = (usage: Usage) => ({
  input: usage.prompt_tokens ?? usage.input_tokens,
  output: usage.completion_tokens ?? usage.output_tokens,
});
/** Values in which everything stands that could be taken for counts, brackets and ends of lines included. */
const nasty = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    '"usage":{"prompt_tokens":1,"completion_tokens":1}',
    'data: {"usage":{"prompt_tokens":1}}\n\n',
    '\\"}{][,:\\',
    { usage: { prompt_tokens: 1, completion_tokens: 1 } },
    [{ response: { usage: { prompt_tokens: 1 } } }],
    { response: [{ usage: { prompt_tokens: 1 } }] },
  ),
);
const indent = fc.constantFrom(0, 1, 2);

describe("the counts of a JSON answer", () => {
  it("are those of its usage, wherever it stands and however the answer is cut", () => {
    const answer = fc.tuple(nasty, usageObject, nasty, indent, cuts);
    fc.assert(
      fc.property(answer, ([before, usage, after, spaces, at]) => {
        const text = JSON.stringify({ id: "1", choices: before, usage, metadata: after }, null, spaces);
        expect(usageOf(text, at)).toEqual(expected(usage));
        expect(usageAtOnce(text)).toEqual(expected(usage));
      }),
      RUNS,
    );
  });

  it("are those of its response, as the Responses API has them", () => {
    fc.assert(
      fc.property(nasty, usageObject, cuts, (output, usage, at) => {
        const text = JSON.stringify({ type: "x", response: { output, usage } });
        expect(usageOf(text, at)).toEqual(expected(usage));
        expect(usageAtOnce(text)).toEqual(expected(usage));
      }),
      RUNS,
    );
  });

  it("are null when its top has none, whatever stands deeper", () => {
    fc.assert(
      fc.property(nasty, nasty, cuts, (a, b, at) => {
        const text = JSON.stringify({ choices: a, usage: null, output: [a, b], tools: { b } });
        expect(usageOf(text, at)).toBe(null);
        expect(usageAtOnce(text)).toBe(null);
      }),
      RUNS,
    );
  });

  it.each([
    ["a list", '[{"usage":{"prompt_tokens":1,"completion_tokens":1}}]'],
    ["a plain text", "usage: 1"],
    ["nothing", ""],
    ["a usage that is cut", '{"usage":{"prompt_tokens":1,"completion_tokens":1'],
    ["negative counts", '{"usage":{"prompt_tokens":-1,"completion_tokens":1}}'],
    ["counts with a fraction", '{"usage":{"prompt_tokens":1.5,"completion_tokens":1}}'],
    ["counts that no answer has", '{"usage":{"prompt_tokens":1e12,"completion_tokens":1}}'],
    ["counts that are texts", '{"usage":{"prompt_tokens":"1","completion_tokens":1}}'],
    ["a duration", '{"usage":{"type":"duration","seconds":3}}'],
    ["broken JSON", '{"usage":{"prompt_tokens":1,,}}'],
    ["a usage in a deeper name", '{"x":{"usage":{"prompt_tokens":1,"completion_tokens":1}}}'],
    ["a stale name before a list", '{"a":{"usage":1},"response":[{"prompt_tokens":1}]}'],
  ])("are null for %s", (_, text) => {
    expect(usageOf(text)).toBe(null);
    expect(usageAtOnce(text)).toBe(null);
  });

  it("have no output where only the input is counted, as for embeddings", () => {
    expect(usageOf('{"data":[],"usage":{"prompt_tokens":8,"total_tokens":8}}')).toEqual({
      input: 8,
      output: 0,
    });
  });
});

describe("the counts of a stream", () => {
  const end = fc.constantFrom("\n", "\r\n", "\r");
  const event = fc.record({
    content: nasty,
    usage: fc.oneof(fc.constant(null), usageObject),
    inResponse: fc.boolean(),
    extra: fc.constantFrom(
      "",
      ': keep-alive {"usage"',
      "event: response.completed",
      "id: 1",
      "data",
      "dat: {",
    ),
    space: fc.constantFrom("", " "),
    lines: indent,
  });

  it("are the last ones, however the stream is written and cut", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 8 }), end, cuts, fc.boolean(), (events, nl, at, done) => {
        const written = events.map(({ content, usage, inResponse, extra, space, lines }) => {
          const counted = inResponse ? { type: "x", response: { usage, output: content } } : { usage };
          const json = JSON.stringify({ choices: content, ...counted }, null, lines);
          const data = json.split("\n").map((line) => `data:${space}${line}${nl}`);
          return `${extra === "" ? "" : extra + nl}${data.join("")}${nl}`;
        });
        const last = events.findLast(({ usage }) => usage !== null)?.usage ?? null;
        const text = written.join("") + (done ? `data: [DONE]${nl}${nl}` : "");
        expect(usageOf(text, at)).toEqual(last === null ? null : expected(last));
      }),
      RUNS,
    );
  });

  it("stay those of the last whole event when the stream is cut", () => {
    const whole = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n';
    const cut = 'data: {"choices":[],"usage":{"prompt_tokens":9,"completion_to';
    expect(usageOf(whole + cut)).toEqual({ input: 3, output: 4 });
  });

  it("are found after a byte order mark and after an event that is no JSON", () => {
    const text =
      '\uFEFFdata: {"usage":{"x":"\n\ndata: {"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n';
    expect(usageOf(text)).toEqual({ input: 3, output: 4 });
  });
});

describe("the memory of the tap", () => {
  const endless = {
    "a text": ['{"usage":{"a":"', "x".repeat(KB)],
    "a usage of many fields": ['{"usage":{', '"abcdefghijkl":{"a":1},'.repeat(40)],
    nesting: ["{", '"usage":[{'.repeat(100)],
    names: ["{", `"${"usage".repeat(100)}":1,`],
    events: ["", `data: {"usage":{"a":"${"x".repeat(KB)}`],
    "a line": ["event", "data: {".repeat(100)],
  };

  it.each(Object.entries(endless))("does not grow with %s", (_, [start = "", more = ""]) => {
    const tap = new UsageTap();
    tap.push(encoder.encode(start));
    const piece = encoder.encode(more);
    for (let i = 0; i < KB; i++) tap.push(piece);
    expect(serialize(tap).byteLength).toBeLessThan(10 * KB);
  });

  it("does not let a usage that is too long hide the next one", () => {
    const long = `data: {"usage":{"prompt_tokens":1,"completion_tokens":1,"x":"${"y".repeat(9 * KB)}"}}\n\n`;
    const next = 'data: {"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n';
    expect([usageOf(long), usageOf(long + next)]).toEqual([null, { input: 3, output: 4 }]);
  });
});
