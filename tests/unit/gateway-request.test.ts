import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRequest } from "#core/domain/gateway/request-facts.ts";
import { runs } from "#tests/support/tier.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const RUNS = { numRuns: runs(2_000) };

const read = (body: unknown) => readRequest(encoder.encode(JSON.stringify(body)));
const readText = (body: string) => readRequest(encoder.encode(body));
const chat = { model: "demo-small", messages: [{ role: "user", content: "Hi" }] };

describe("the facts of a request", () => {
  it.each([
    ["a plain chat", chat, { stream: false, maxOutputTokens: null, choices: 1 }],
    [
      "fields that are null",
      { ...chat, stream: null, n: null, max_tokens: null },
      { stream: false, choices: 1 },
    ],
    ["a stream", { ...chat, stream: true }, { stream: true }],
    ["the old limit", { ...chat, max_tokens: 7 }, { maxOutputTokens: 7 }],
    ["the new limit", { ...chat, max_completion_tokens: 8 }, { maxOutputTokens: 8 }],
    ["the limit of responses", { model: "m", input: "x", max_output_tokens: 9 }, { maxOutputTokens: 9 }],
    [
      "the largest of two limits",
      { ...chat, max_tokens: 9, max_completion_tokens: 8 },
      { maxOutputTokens: 9 },
    ],
    ["several answers", { ...chat, n: 3 }, { choices: 3 }],
    ["the best of several", { model: "m", prompt: "x", n: 2, best_of: 5 }, { choices: 5 }],
    ["several prompts", { model: "m", prompt: ["x", "y"], n: 3 }, { choices: 6 }],
    ["texts to embed", { model: "m", input: ["x", "y", "z"] }, { choices: 3 }],
    ["lists of tokens", { model: "m", input: [[1, 2], [3]] }, { choices: 2 }],
    ["one list of tokens", { model: "m", input: [1, 2, 3] }, { choices: 1 }],
    ["messages of responses", { model: "m", input: [{ role: "user" }, { role: "user" }] }, { choices: 1 }],
  ])("are read of %s", (_, body, facts) => {
    const { facts: found } = read(body);
    expect(found).toMatchObject({ model: body.model, ...facts });
  });

  it("count the bytes of the body, not its characters", () => {
    const body = JSON.stringify({ ...chat, user: "日本" });
    expect(readText(body).facts.inputBytes).toBe(Buffer.byteLength(body));
    expect(Buffer.byteLength(body)).toBeGreaterThan(body.length);
  });

  it.each([
    ["a picture", { ...chat, messages: [{ content: [{ type: "image_url", image_url: { url: "x" } }] }] }],
    ["a document", { ...chat, messages: [{ content: [{ type: "file", file: { file_data: "x" } }] }] }],
    ["a file of responses", { model: "m", input: [{ content: [{ type: "input_file", file_id: "f" }] }] }],
    ["an earlier response", { model: "m", input: "x", previous_response_id: "r" }],
    ["a conversation", { model: "m", input: "x", conversation: "c" }],
    ["a stored prompt", { model: "m", prompt: { id: "p" } }],
    ["a tool of the service", { model: "m", input: "x", tools: [{ type: "web_search" }] }],
    ["a search", { ...chat, web_search_options: {} }],
  ])("do not bound the input by the body's size with %s", (_, body) => {
    expect(read(body).facts.inputBytes).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    ["fields that are null", { model: "m", input: "x", previous_response_id: null, conversation: null }],
    ["tools of the client", { ...chat, tools: [{ type: "function", function: { name: "f" } }] }],
    ["words in a text", { ...chat, messages: [{ content: '{"image_url":"x"}' }] }],
  ])("bound the input by the body's size with %s", (_, body) => {
    expect(read(body).facts.inputBytes).toBe(JSON.stringify(body).length);
  });
});

describe("the body that goes on", () => {
  it.each([
    ["no stream", chat],
    ["a stream of false", { ...chat, stream: false, stream_options: null }],
    ["a client that asked itself", { ...chat, stream: true, stream_options: { include_usage: true } }],
    ["responses, which know no such option", { model: "m", input: "x", stream: true }],
  ])("is the one that came, for %s", (_, request) => {
    const body = encoder.encode(JSON.stringify(request));
    const answer = readRequest(body);
    expect([answer.body, answer.hideUsageChunk]).toEqual([body, false]);
    expect(answer.body).toBe(body);
  });

  it.each([
    [
      "a chat",
      '{"model":"m","stream":true,"messages":[]}',
      '"stream_options":{"include_usage":true},"model":"m"',
    ],
    [
      "a completion",
      '{ "model":"m","stream":true,"prompt":""}',
      '"stream_options":{"include_usage":true}, "model"',
    ],
    [
      "null options",
      '{"model":"m","stream":true,"messages":[],"stream_options": null }',
      '"stream_options": {"include_usage":true} }',
    ],
    [
      "other options",
      '{"model":"m","stream_options":{"include_obfuscation":false},"stream":true,"messages":[]}',
      '"stream_options":{"include_obfuscation":false,"include_usage":true},"stream":true',
    ],
    [
      "options that decline",
      '{"model":"m","stream_options":{"include_usage":false},"stream":true,"messages":[]}',
      '"stream_options":{"include_usage":true},"stream":true',
    ],
    [
      "an escaped name",
      '{"model":"m","stream\\u005foptions":{},"stream":true,"messages":[]}',
      '"stream\\u005foptions":{"include_usage":true},"stream":true',
    ],
  ])("asks for the counts of a stream, with %s", (_, body, part) => {
    const answer = readText(body);
    expect(decoder.decode(answer.body)).toContain(part);
    expect(answer.hideUsageChunk).toBe(true);
  });

  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      '"stream_options":null,}{',
      "\\",
      '\\"',
      { stream_options: { a: 1 } },
      1e300,
      "\u2028",
    ),
  );
  const options = fc.oneof(
    fc.constantFrom<unknown>(undefined, null, {}, { include_usage: false }, { include_usage: true }),
    fc.record({ include_obfuscation: fc.boolean(), other: value }),
  );
  const request = fc.record({
    before: fc.dictionary(
      fc.string().map((name) => `x${name}`),
      value,
      { maxKeys: 4 },
    ),
    after: fc.dictionary(
      fc.string().map((name) => `y${name}`),
      value,
      { maxKeys: 4 },
    ),
    options,
    stream: fc.boolean(),
    spaces: fc.constantFrom(0, 1, 4),
  });

  it("differs from the one that came in nothing but stream_options", () => {
    fc.assert(
      fc.property(request, ({ before, after, options: asked, stream, spaces }) => {
        const own = asked === undefined ? {} : { stream_options: asked };
        const sent = { ...before, model: "m", stream, ...own, messages: [before], ...after };
        const { body, facts } = readRequest(encoder.encode(JSON.stringify(sent, null, spaces)));
        const { stream_options: got, ...rest } = JSON.parse(decoder.decode(body));
        const { stream_options: _, ...expected } = JSON.parse(JSON.stringify(sent));
        expect([rest, facts.stream]).toEqual([expected, stream]);
        const wanted = { ...(typeof asked === "object" ? asked : {}), include_usage: true };
        expect(JSON.stringify(got)).toBe(JSON.stringify(stream ? wanted : asked));
      }),
      RUNS,
    );
  });

  it("keeps numbers, spaces and escapes of the rest as they were written", () => {
    const rest =
      '"seed":12345678901234567890, "top_p":1.0,"stop":"\\u0041\\ud800","stream":true,"messages":[ ]}';
    const answer = decoder.decode(readText(`{"model":"m", ${rest}`).body);
    expect(answer).toBe(`{"stream_options":{"include_usage":true},"model":"m", ${rest}`);
  });
});
