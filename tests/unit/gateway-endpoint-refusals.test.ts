import { describe, expect, it } from "vitest";
import { ENDPOINTS, findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { parseJsonBody } from "#core/domain/gateway/endpoints/json-body.ts";
import { chat, message, refusalOf, SMALLEST, textRefusalOf } from "./gateway-endpoint-support.ts";

const CHAT = "/chat/completions";
const responses = { model: "m", input: "x" };

describe("an endpoint", () => {
  it.each([
    ["GET", "/chat/completions"],
    ["POST", "/chat/completions/"],
    ["POST", "/Chat/completions"],
    ["POST", "/chat/completions/chatcmpl_1"],
    ["POST", "/responses/resp_1/cancel"],
    ["DELETE", "/responses"],
    ["POST", "/realtime/sessions"],
    ["POST", "/engines/x/completions"],
    ["POST", "/__proto__"],
    ["POST", ""],
  ])("is not offered outside the allow list: %s %s", (method, path) => {
    expect(findEndpoint(method, path)).toBe(null);
  });

  it("is offered with a price, but for counting and moderation", () => {
    expect(ENDPOINTS.filter(({ free }) => free).map(({ path }) => path)).toEqual([
      "/messages/count_tokens",
      "/moderations",
    ]);
  });
});

describe("a body that is no JSON object", () => {
  const OBJECT = "The body must be a JSON object.";
  it.each([
    ["", OBJECT],
    [" ", OBJECT],
    ["{", OBJECT],
    ["null", OBJECT],
    ["7", OBJECT],
    ['"model"', OBJECT],
    ["[]", OBJECT],
    ['[{"model":"m"}]', OBJECT],
    ['{"model":"m"}}', OBJECT],
    ['{"model":"m",}', OBJECT],
    ["{'model':'m'}", OBJECT],
    ['{"model":"m"}//', OBJECT],
    ['\uFEFF\uFEFF{"model":"m"}', OBJECT],
    ['{"model":"m","temperature":1e400}', "A number in the body is too large."],
    ['{"model":"m","logit_bias":{"5":-1e999}}', "A number in the body is too large."],
    [`{"model":"m","seed":${"9".repeat(400)}}`, "A number in the body is too large."],
  ])("is refused: %j", (text, text2) => {
    expect(textRefusalOf(CHAT, text)).toEqual({ code: "invalid_request", field: undefined, message: text2 });
  });

  it("is refused when it is not UTF-8", () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('{"model":"'), 0xff, 0x22, 0x7d]);
    expect(() => parseJsonBody(bytes)).toThrow("The body must be UTF-8.");
    const utf16 = new Uint8Array(Buffer.from('{"model":"m"}', "utf16le"));
    expect(() => parseJsonBody(utf16)).toThrow("The body must be a JSON object.");
  });

  it("is refused when it nests too deep, at any depth, without exhausting the stack", () => {
    const nested = (depth: number, number: string) =>
      `{"model":"m","messages":[{}],"seed":${number},"stop":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect(textRefusalOf(CHAT, nested(99, "1"))).toBe(null);
    for (const depth of [100, 1000, 100_000])
      expect(textRefusalOf(CHAT, nested(depth, "1"))?.message).toBe("The body nests deeper than 100 levels.");
    for (const depth of [100, 1000, 100_000])
      expect(textRefusalOf(CHAT, nested(depth, "12345678901234567890"))?.code).toBe("invalid_request");
  });
});

describe("a field that cannot be right", () => {
  it.each([
    [CHAT, { messages: chat.messages }, "model", "Name a model in the field model."],
    [CHAT, { ...chat, model: null }, "model", "Name a model in the field model."],
    [CHAT, { ...chat, model: "" }, "model", "The field model must be a string of 1 to 200 characters."],
    [CHAT, { ...chat, model: ["m"] }, "model", "The field model must be a string of 1 to 200 characters."],
    [
      CHAT,
      { ...chat, model: "m".repeat(201) },
      "model",
      "The field model must be a string of 1 to 200 characters.",
    ],
    [CHAT, { model: "m" }, "messages", "The field messages must be a list with at least one item."],
    [
      CHAT,
      { ...chat, messages: [] },
      "messages",
      "The field messages must be a list with at least one item.",
    ],
    [CHAT, { ...chat, messages: "x" }, "messages", "The field messages must be a list."],
    [CHAT, { ...chat, messages: { 0: {} } }, "messages", "The field messages must be a list."],
    [CHAT, { ...chat, stream: "true" }, "stream", "The field stream must be true or false."],
    [CHAT, { ...chat, stream: 1 }, "stream", "The field stream must be true or false."],
    [CHAT, { ...chat, temperature: "1" }, "temperature", "The field temperature must be a number."],
    [CHAT, { ...chat, user: 5 }, "user", "The field user must be a string."],
    [
      CHAT,
      { ...chat, max_tokens: -1 },
      "max_tokens",
      "The field max_tokens must be a whole number from 0 to 1000000000.",
    ],
    [
      CHAT,
      { ...chat, max_tokens: 1.5 },
      "max_tokens",
      "The field max_tokens must be a whole number from 0 to 1000000000.",
    ],
    [
      CHAT,
      { ...chat, max_tokens: "7" },
      "max_tokens",
      "The field max_tokens must be a whole number from 0 to 1000000000.",
    ],
    [
      CHAT,
      { ...chat, max_tokens: 2e9 },
      "max_tokens",
      "The field max_tokens must be a whole number from 0 to 1000000000.",
    ],
    [
      CHAT,
      { ...chat, max_completion_tokens: {} },
      "max_completion_tokens",
      "The field max_completion_tokens must be a whole number from 0 to 1000000000.",
    ],
    [CHAT, { ...chat, n: 0 }, "n", "The field n must be a whole number from 1 to 128."],
    [CHAT, { ...chat, n: 129 }, "n", "The field n must be a whole number from 1 to 128."],
    [CHAT, { ...chat, n: true }, "n", "The field n must be a whole number from 1 to 128."],
    [CHAT, { ...chat, tools: { type: "function" } }, "tools", "The field tools must be a list."],
    [CHAT, { ...chat, tools: ["x"] }, "tools", "Each tool must be an object."],
    [CHAT, { ...chat, functions: "x" }, "functions", "The field functions must be a list."],
    [CHAT, { ...chat, stream_options: "x" }, "stream_options", "The field stream_options must be an object."],
    [CHAT, { ...chat, stream_options: [1] }, "stream_options", "The field stream_options must be an object."],
    [
      CHAT,
      { ...chat, stream_options: { include_usage: 1 } },
      "stream_options.include_usage",
      "The field stream_options.include_usage must be true or false.",
    ],
    [CHAT, { ...chat, modalities: "audio" }, "modalities", "The field modalities must be a list."],
    [CHAT, { ...chat, service_tier: 1 }, "service_tier", "The field service_tier must be a string."],
    [
      "/completions",
      { model: "m" },
      "prompt",
      "The field prompt must be a string, a list of strings, or one or several lists of token numbers.",
    ],
    ["/completions", { model: "m", prompt: [] }, "prompt", undefined],
    ["/completions", { model: "m", prompt: [1, "x"] }, "prompt", undefined],
    ["/completions", { model: "m", prompt: [[1], []] }, "prompt", undefined],
    ["/completions", { model: "m", prompt: [1.5] }, "prompt", undefined],
    ["/completions", { model: "m", prompt: [-1] }, "prompt", undefined],
    ["/completions", { model: "m", prompt: { id: "pmpt_1" } }, "prompt", undefined],
    [
      "/completions",
      { model: "m", prompt: "x", best_of: 1e9 },
      "best_of",
      "The field best_of must be a whole number from 1 to 128.",
    ],
    [
      "/embeddings",
      { model: "m", input: Array(2049).fill("x") },
      "input",
      "The field input may list at most 2048 texts.",
    ],
    ["/embeddings", { model: "m", input: [{ text: "x" }] }, "input", undefined],
    ["/embeddings", { model: "m", input: null }, "input", undefined],
    ["/moderations", { model: "m", input: 5 }, "input", "The field input must be a string or a list."],
    [
      "/moderations",
      { model: "m", input: Array(2049).fill("x") },
      "input",
      "The field input may list at most 2048 items.",
    ],
    ["/responses", { model: "m" }, "input", "The field input must be a string or a list."],
    [
      "/responses",
      { model: "m", input: { role: "user" } },
      "input",
      "The field input must be a string or a list.",
    ],
    [
      "/responses",
      { ...responses, reasoning: "high" },
      "reasoning",
      "The field reasoning must be an object.",
    ],
    ["/responses", { ...responses, include: "x" }, "include", "The field include must be a list."],
    [
      "/messages",
      { model: "m", messages: message.messages },
      "max_tokens",
      "The field max_tokens is required.",
    ],
    ["/messages", { ...message, max_tokens: null }, "max_tokens", "The field max_tokens is required."],
    [
      "/messages",
      { ...message, system: { text: "x" } },
      "system",
      "The field system must be a string or a list.",
    ],
    ["/messages", { ...message, thinking: "x" }, "thinking", "The field thinking must be an object."],
    ["/messages", { ...message, thinking: { budget_tokens: "x" } }, "budget_tokens", undefined],
    ["/messages", { ...message, context_management: "x" }, "context_management", undefined],
    ["/messages", { ...message, context_management: { edits: "x" } }, "context_management", undefined],
    [
      "/messages/count_tokens",
      { model: "m" },
      "messages",
      "The field messages must be a list with at least one item.",
    ],
  ])("is refused with its name and the rule: %s %j", (path, body, field, rule) => {
    const refusal = refusalOf(path, body);
    expect(refusal).toMatchObject({ code: "invalid_request", field });
    if (rule !== undefined) expect(refusal?.message).toBe(rule);
  });

  it("is the version of Anthropic's API, unless it is a date", () => {
    expect(refusalOf("/messages", message, { headers: { "anthropic-version": "latest" } })).toMatchObject({
      code: "invalid_request",
      field: "anthropic-version",
    });
  });
});

describe("a model", () => {
  it.each(Object.entries(SMALLEST))("without a price is refused: %s", (path, body) => {
    expect(refusalOf(path, { ...body, model: "gone" })).toMatchObject({
      code: "model_not_found",
      field: "model",
    });
  });
});
