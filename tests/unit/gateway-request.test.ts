import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEndpoint } from "#core/domain/gateway/endpoints.ts";
import { readRequest } from "#core/domain/gateway/request-facts.ts";
import { runs } from "#tests/support/tier.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function endpoint(path: string) {
  const found = findEndpoint("POST", path);
  if (found === null) throw new Error(`${path} is not offered.`);
  return found;
}
const CHAT = endpoint("/chat/completions");
/** By what the body asks with. */
const endpointOf = (body: object) =>
  "messages" in body ? CHAT : endpoint("prompt" in body ? "/completions" : "/responses");

const read = (body: object) => readRequest(endpointOf(body), encoder.encode(JSON.stringify(body)));
const readText = (body: string) => readRequest(CHAT, encoder.encode(body));
const chat = { model: "demo-small", messages: [{ role: "user", content: "Hi" }] };
const saying = (...content: unknown[]) => ({ model: "m", messages: [{ role: "user", content }] });

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
    ["thinking beside a limit", { ...chat, max_tokens: 9, thinking: {} }, { maxOutputTokens: null }],
    ["several answers", { ...chat, n: 3 }, { choices: 3 }],
    ["the best of several", { model: "m", prompt: "x", n: undefined, best_of: 5 }, { choices: 5 }],
    ["several prompts", { model: "m", prompt: ["x", "y"], n: 3 }, { choices: 6 }],
    ["texts to embed", { model: "m", input: ["x", "y", "z"] }, { choices: 3 }],
    ["lists of tokens", { model: "m", input: [[1, 2], [3]] }, { choices: 2 }],
    ["one list of tokens", { model: "m", input: [1, 2, 3] }, { choices: 1 }],
    ["messages of responses", { model: "m", input: [{ role: "user" }, { role: "user" }] }, { choices: 1 }],
  ])("are read of %s", (_, body, facts) => {
    expect(read(body).facts).toMatchObject({ model: body.model, ...facts });
  });

  it("count the bytes of what is forwarded, not its characters nor its padding", () => {
    const { facts, body } = readText(`{"model":"m",${" ".repeat(5_000)}"messages":[],"user":"日本"}`);
    expect(decoder.decode(body)).toBe('{"model":"m","messages":[],"user":"日本"}');
    expect(facts.inputBytes).toBe(body.length);
  });

  it.each([
    ["a picture", saying({ type: "image_url", image_url: { url: "x" } })],
    ["a sound", saying({ type: "audio_url", audio_url: { url: "x" } })],
    ["a film", saying({ type: "video_url", video_url: { url: "x" } })],
    ["a document", saying({ type: "file", file: { file_data: "x" } })],
    ["a source elsewhere", saying({ type: "document", source: { type: "url", url: "x" } })],
    ["a part of a type that is not known", saying({ type: "hologram", text: "x" })],
    ["a field of a part that is not known", saying({ type: "text", text: "x", cache_control: { ttl: 1 } })],
    ["a type in another letter case", saying({ type: "Text", text: "x" })],
    [
      "a file of responses",
      { model: "m", input: [{ role: "user", content: [{ type: "input_file", file_url: "f" }] }] },
    ],
    [
      "the result of a tool that is a picture",
      { model: "m", input: [{ type: "function_call_output", output: [{ type: "input_image" }] }] },
    ],
    ["thinking", { ...chat, thinking: { type: "enabled", budget_tokens: 9_000 } }],
  ])("hold the whole context with %s", (_, body) => {
    expect(read(body).facts.wholeContext).toBe(true);
  });

  it.each([
    ["plain messages", chat],
    ["parts of text", saying({ type: "text", text: "x" }, { type: "input_text", text: "y" })],
    ["what clients write for no value", saying({ type: "text", text: "x", annotations: [], logprobs: null })],
    [
      "tools of the client",
      { ...chat, tools: [{ type: "function", function: { name: "f", parameters: { a: 1 } } }] },
    ],
    [
      "calls of such tools",
      {
        model: "m",
        messages: [
          {
            role: "assistant",
            tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
          },
          { role: "tool", tool_call_id: "c", content: "1" },
        ],
      },
    ],
    ["words in a text", { ...chat, messages: [{ content: '{"image_url":"x"}' }] }],
  ])("are bounded by the size of what is forwarded with %s", (_, body) => {
    expect(read(body).facts.wholeContext).toBe(false);
  });
});

describe("the body that goes on", () => {
  it.each([
    ["no stream", chat],
    ["a stream of false", { ...chat, stream: false, stream_options: null }],
    ["a client that asked itself", { ...chat, stream: true, stream_options: { include_usage: true } }],
    ["responses, which know no such option", { model: "m", input: "x", stream: true }],
  ])("is what came, for %s", (_, request) => {
    const { body, hideUsageChunk } = read(request);
    expect([JSON.parse(decoder.decode(body)), hideUsageChunk]).toEqual([request, false]);
  });

  it.each([
    ["a chat", { ...chat, stream: true }],
    ["a completion", { model: "m", prompt: "x", stream: true }],
    ["null options", { ...chat, stream: true, stream_options: null }],
    ["options that decline", { ...chat, stream: true, stream_options: { include_usage: false } }],
  ])("requests the counts of a stream, with %s", (_, request) => {
    const { body, hideUsageChunk } = read(request);
    const stream_options = { include_usage: true };
    expect([JSON.parse(decoder.decode(body)), hideUsageChunk]).toEqual([
      { ...request, stream_options },
      true,
    ]);
  });

  it("keeps the other options of a stream", () => {
    const { body } = read({ ...chat, stream: true, stream_options: { include_obfuscation: false } });
    const { stream_options } = JSON.parse(decoder.decode(body));
    expect(stream_options).toEqual({ include_obfuscation: false, include_usage: true });
  });

  it("is read in one way by every parser: each name stands once, and what counted here is what goes on", () => {
    const name = fc.constantFrom("model", "n", "max_tokens", "stream", "user", "messages");
    const value = fc.constantFrom('"m"', "1", "128", "true", "null", "[]", '"\\u006d"');
    const member = fc.tuple(name, value).map(([key, text]) => `"${key}":${text}`);
    const space = fc.constantFrom("", " ", "\n", "\t".repeat(9));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 12 }), space, (members, padding) => {
        const text = `{${padding}${['"model":"m"', '"messages":[]', ...members].join(`,${padding}`)}}`;
        let sent: ReturnType<typeof readText>;
        try {
          sent = readText(text);
        } catch {
          return;
        }
        const forwarded = decoder.decode(sent.body);
        for (const key of Object.keys(JSON.parse(text)))
          expect(forwarded.split(`"${key}":`).length).toBeLessThanOrEqual(2);
        expect(readText(forwarded).facts).toEqual(sent.facts);
      }),
      { numRuns: runs(3_000) },
    );
  });

  it("keeps any JSON of the fields it knows, also whole numbers beyond 2^53", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (schema) => {
        const { body } = readText(JSON.stringify({ ...chat, response_format: { schema } }));
        expect(JSON.parse(decoder.decode(body)).response_format).toEqual(
          JSON.parse(JSON.stringify({ schema })),
        );
      }),
      { numRuns: runs(2_000) },
    );
    const { body } = readText('{"model":"m","messages":[],"seed":12345678901234567890,"stop":"\\ud800"}');
    expect(decoder.decode(body)).toBe(
      '{"model":"m","messages":[],"seed":12345678901234567890,"stop":"\\ud800"}',
    );
  });

  it("loses what is not offered and not set", () => {
    const { body } = read({ ...chat, plugins: [], background: false, models: null, tools: [] });
    expect(JSON.parse(decoder.decode(body))).toEqual({ ...chat, tools: [] });
  });
});
