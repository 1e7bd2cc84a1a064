import { describe, expect, it } from "vitest";
import { ANTHROPIC_BETAS } from "#core/domain/gateway/endpoints/anthropic-headers.ts";
import { chat, message, read, readText, SMALLEST } from "./gateway-endpoint-support.ts";

const forwarded = (...request: Parameters<typeof read>) => read(...request).fields;
const reasoning = { price: { reasoning: true } };

describe("the body that is forwarded", () => {
  it.each([
    ["/chat/completions", chat],
    ["/chat/completions", { ...chat, stream: true, stream_options: { include_usage: true } }],
    ["/chat/completions", { ...chat, stream: false, stream_options: null }],
    ["/chat/completions", { ...chat, store: false, tools: [], user: "u", safety_identifier: "s" }],
    ["/completions", { model: "m", prompt: [[1, 2]], echo: true, logprobs: 5 }],
    ["/embeddings", { model: "m", input: ["x"], dimensions: 8, encoding_format: "base64" }],
    ["/moderations", { model: "m", input: "x" }],
    [
      "/messages",
      { ...message, stop_sequences: ["x"], metadata: { user_id: "u" }, top_k: 5, temperature: 1 },
    ],
    ["/messages", { ...message, stream: true, diagnostics: { previous_message_id: null } }],
    ["/messages/count_tokens", { model: "m", messages: message.messages, system: "x" }],
    ["/responses", { model: "m", input: "x", store: false, metadata: { a: "b" }, include: [], stream: true }],
  ])("is what the client sent where nothing must change: %s %j", (path, body) => {
    const { fields, hideUsage } = read(path, body);
    expect([fields, hideUsage]).toEqual([body, false]);
  });

  it.each([
    ["/chat/completions", { ...chat, stream: true }],
    ["/chat/completions", { ...chat, stream: true, stream_options: null }],
    ["/chat/completions", { ...chat, stream: true, stream_options: { include_usage: false } }],
    ["/chat/completions", { ...chat, stream: true, stream_options: { include_obfuscation: false } }],
    ["/completions", { model: "m", prompt: "x", stream: true }],
  ])("requests the counts of a stream, and hides them: %s %j", (path, body) => {
    const { fields, hideUsage } = read(path, body);
    const options = "stream_options" in body ? body.stream_options : {};
    expect(fields).toEqual({ ...body, stream_options: { ...options, include_usage: true } });
    expect(hideUsage).toBe(true);
  });

  it.each([
    [{}, { store: false }],
    [{ store: true }, { store: false }],
    [{ store: null }, { store: false }],
  ])("stores no response: %j", (sent, expected) => {
    expect(forwarded("/responses", { model: "m", input: "x", ...sent })).toEqual({
      model: "m",
      input: "x",
      ...expected,
    });
  });

  it("requests encrypted reasoning from models that reason, because nothing is stored", () => {
    const include = (sent: object) =>
      forwarded("/responses", { model: "m", input: "x", ...sent }, reasoning).include;
    expect(include({})).toEqual(["reasoning.encrypted_content"]);
    expect(include({ include: null })).toEqual(["reasoning.encrypted_content"]);
    expect(include({ include: ["reasoning.encrypted_content"] })).toEqual(["reasoning.encrypted_content"]);
    expect(include({ include: ["message.output_text.logprobs"] })).toEqual([
      "message.output_text.logprobs",
      "reasoning.encrypted_content",
    ]);
  });

  it("stores no chat, and has no metadata, which OpenAI refuses without that", () => {
    expect(forwarded("/chat/completions", { ...chat, metadata: { a: "b" } })).toEqual(chat);
    expect(forwarded("/chat/completions", { ...chat, store: true })).toEqual({ ...chat, store: false });
  });

  it.each(["/chat/completions", "/responses"])("has a cache key of the account's own: %s", (path) => {
    const key = (prompt_cache_key: unknown) =>
      forwarded(path, { ...SMALLEST[path], prompt_cache_key }).prompt_cache_key;
    expect(key("session")).toBe("acc1:session");
    expect(key(null)).toBe(null);
    expect(key(`${"x".repeat(80)}end`)).toBe(`acc1:${"x".repeat(56)}end`);
    expect(key("acc2:x")).toBe("acc1:acc2:x");
  });

  it.each([
    ["/chat/completions", {}, { safety_identifier: "p1" }],
    ["/chat/completions", { user: "u", safety_identifier: "s" }, { user: "p1", safety_identifier: "p1" }],
    ["/responses", { user: "u" }, { user: "p1", safety_identifier: "p1", store: false }],
    ["/completions", {}, { user: "p1" }],
    ["/embeddings", { user: "u" }, { user: "p1" }],
    ["/messages", {}, { metadata: { user_id: "p1" } }],
    ["/messages", { metadata: { user_id: "u", x: 1 } }, { metadata: { user_id: "p1", x: 1 } }],
    ["/messages", { metadata: null }, { metadata: { user_id: "p1" } }],
    ["/moderations", {}, {}],
    ["/messages/count_tokens", {}, {}],
  ])("has the account's pseudonym in place of the client's: %s %j", (path, sent, expected) => {
    const body = { ...SMALLEST[path], ...sent };
    expect(forwarded(path, body, { pseudonym: "p1" })).toEqual({ ...SMALLEST[path], ...expected });
    expect(forwarded(path, body)).toMatchObject(sent);
  });

  it("names the model of a moderation that names none", () => {
    expect(forwarded("/moderations", { input: "x" })).toEqual({
      input: "x",
      model: "omni-moderation-latest",
    });
  });

  it("loses fields that are not known and not set", () => {
    const body = {
      ...chat,
      plugins: [],
      background: false,
      models: null,
      hologram: null,
      web_search_options: false,
    };
    expect(forwarded("/chat/completions", body)).toEqual(chat);
  });

  it.each(Object.entries(SMALLEST))(
    "loses unknown fields where the operator drops them: %s",
    (path, body) => {
      const sent = {
        hologram: 1,
        Model: "other",
        MODEL: "x",
        Stream: true,
        "model ": "y",
        constructor: 1,
        ...body,
      };
      expect(Object.keys(forwarded(path, sent, { unknownFields: "drop" })).sort()).toEqual(
        Object.keys(forwarded(path, body)).sort(),
      );
    },
  );

  it("has the last value of a name that stands in it several times", () => {
    const { model, facts, fields } = readText(
      "/chat/completions",
      '{"model":"a","n":1,"messages":[],"model":"b","\\u006d\\u006f\\u0064\\u0065\\u006c":"c","n":5,"messages":[{"role":"user"}]}',
    );
    expect([model.model, facts.choices]).toEqual(["c", 5]);
    expect(JSON.stringify(fields)).toBe('{"model":"c","n":5,"messages":[{"role":"user"}]}');
  });

  it("keeps whole numbers beyond 2^53, lone surrogates, the order of names and prototypes as they are", () => {
    const text =
      '{"model":"m","messages":[{"role":"user","content":"\\ud800"}],"seed":12345678901234567890,"response_format":{"z":1,"a":{"__proto__":{"x":1},"constructor":{"prototype":1}}}}';
    expect(JSON.stringify(readText("/chat/completions", text).fields)).toBe(text);
    expect(Reflect.get({}, "x")).toBe(undefined);
  });
});

describe("the headers that are forwarded", () => {
  const headers = (sent: Record<string, string>, changes = {}) =>
    read("/messages", message, { headers: sent, ...changes }).headers;

  it("name the version of Anthropic's API", () => {
    expect(headers({})).toEqual({ "anthropic-version": "2023-06-01" });
    expect(headers({ "anthropic-version": "2024-10-22" })).toEqual({ "anthropic-version": "2024-10-22" });
    expect(read("/messages/count_tokens", { model: "m", messages: message.messages }).headers).toEqual({
      "anthropic-version": "2023-06-01",
    });
  });

  it("name betas of the allow list", () => {
    const sent = { "anthropic-beta": "interleaved-thinking-2025-05-14, context-management-2025-06-27,," };
    expect(headers(sent)["anthropic-beta"]).toBe(
      "interleaved-thinking-2025-05-14,context-management-2025-06-27",
    );
    const unknown = { "anthropic-beta": "files-api-2025-04-14,effort-2025-11-24" };
    expect(headers(unknown)["anthropic-beta"]).toBe("effort-2025-11-24");
  });

  it("name each beta of the allow list, and none that pays with another account or model", () => {
    for (const beta of ANTHROPIC_BETAS)
      expect(headers({ "anthropic-beta": beta })["anthropic-beta"]).toBe(beta);
    expect(
      [...ANTHROPIC_BETAS].filter((beta) =>
        /^(mcp|files|skills|code-exec|fallback|server-side|user-profile|compact|message-|advisor|oauth)/.test(
          beta,
        ),
      ),
    ).toEqual([]);
  });

  it("raise a limit only for models whose price has it", () => {
    const sent = { "anthropic-beta": "context-1m-2025-08-07,output-128k-2025-02-19" };
    const price = { contextTokens: 1_000_000, maxOutputTokens: 128_000 };
    expect(headers(sent, { price })["anthropic-beta"]).toBe(sent["anthropic-beta"]);
    expect(headers(sent)).toEqual({ "anthropic-version": "2023-06-01" });
  });

  it("are none for the other endpoints", () => {
    expect(read("/chat/completions", chat, { headers: { "anthropic-beta": "x" } }).headers).toEqual({});
  });
});
