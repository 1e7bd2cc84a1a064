import { describe, expect, it } from "vitest";
import { message, read } from "./gateway-endpoint-support.ts";

const sent = (...content: unknown[]) => ({ ...message, messages: [{ role: "user", content }] });
const items = (...input: unknown[]) => ({ model: "m", input });
const said = (...content: unknown[]) => items({ role: "user", content });
const ephemeral = (ttl?: string) => ({ type: "ephemeral", ...(ttl === undefined ? {} : { ttl }) });
const text = { type: "text", text: "x" };
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "eA==" } };

describe("the facts of a completion or of embeddings", () => {
  it.each([
    ["one prompt", "/completions", { model: "m", prompt: "x" }, { prompts: 1, choices: 1 }],
    ["several prompts", "/completions", { model: "m", prompt: ["x", "y"], n: 3 }, { prompts: 2, choices: 3 }],
    ["the best of several", "/completions", { model: "m", prompt: "x", n: 2, best_of: 5 }, { choices: 5 }],
    ["one list of tokens", "/completions", { model: "m", prompt: [1, 2, 3] }, { prompts: 1 }],
    ["several lists of tokens", "/completions", { model: "m", prompt: [[1, 2], [3]] }, { prompts: 2 }],
    ["a limit", "/completions", { model: "m", prompt: "x", max_tokens: 16 }, { maxOutputTokens: 16 }],
    ["one text", "/embeddings", { model: "m", input: "x" }, { prompts: 1, maxOutputTokens: 0 }],
    ["several texts", "/embeddings", { model: "m", input: ["x", "y", "z"] }, { prompts: 3 }],
    ["2048 texts", "/embeddings", { model: "m", input: Array(2048).fill("x") }, { prompts: 2048 }],
    ["tokens", "/embeddings", { model: "m", input: [1, 2] }, { prompts: 1 }],
    ["lists of tokens", "/embeddings", { model: "m", input: [[1, 2], [3]] }, { prompts: 2 }],
    ["moderated texts", "/moderations", { model: "m", input: ["x", "y"] }, { prompts: 2 }],
    [
      "a moderated image",
      "/moderations",
      { input: [{ type: "image_url", image_url: { url: "u" } }] },
      { prompts: 1, images: 1 },
    ],
  ])("are read of %s", (_, path, body, facts) => {
    expect(read(path, body).facts).toMatchObject(facts);
  });
});

describe("the facts of a response", () => {
  it.each([
    [
      "a text",
      { model: "m", input: "x" },
      { stream: false, maxOutputTokens: null, wholeContext: false, cacheWrites: ["5m"] },
    ],
    [
      "a stream",
      { model: "m", input: "x", stream: true, stream_options: { include_obfuscation: false } },
      { stream: true },
    ],
    ["a limit", { model: "m", input: "x", max_output_tokens: 9 }, { maxOutputTokens: 9 }],
    [
      "messages",
      items(
        { role: "user", content: "x" },
        { role: "assistant", content: [{ type: "output_text", text: "y", annotations: [] }] },
      ),
      { prompts: 1, wholeContext: false },
    ],
    [
      "an image",
      said({ type: "input_image", image_url: "data:x", detail: "auto" }),
      { images: 1, wholeContext: false },
    ],
    [
      "the result of a tool that is an image",
      items({
        type: "function_call_output",
        call_id: "c",
        output: [{ type: "input_image", image_url: "u" }],
      }),
      { images: 1, wholeContext: false },
    ],
    ["a file", said({ type: "input_file", file_url: "u" }), { wholeContext: true }],
    [
      "encrypted reasoning",
      items({ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "x" }),
      { wholeContext: false },
    ],
    [
      "reasoning with its content",
      items({ type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "x" }] }),
      { wholeContext: false },
    ],
    [
      "a compacted conversation",
      items({ type: "compaction", encrypted_content: "x" }),
      { wholeContext: true },
    ],
    [
      "calls of tools",
      items({
        type: "function_call",
        call_id: "c",
        name: "f",
        arguments: "{}",
        id: "fc_1",
        status: "completed",
      }),
      { wholeContext: false },
    ],
    ["an unknown field", items({ role: "user", content: "x", hologram: 1 }), { wholeContext: true }],
    [
      "an unknown field of reasoning",
      { model: "m", input: "x", reasoning: { effort: "low", budget: 9 } },
      { wholeContext: true },
    ],
    [
      "tools",
      { model: "m", input: "x", tools: [{ type: "function", name: "f", parameters: {}, strict: true }] },
      { tools: 1, wholeContext: false },
    ],
    [
      "the ultrafast tier, unless it has a price",
      { model: "m", input: "x", service_tier: "priority" },
      { tier: "priority" },
    ],
  ])("are read of %s", (_, body, facts) => {
    expect(read("/responses", body).facts).toMatchObject(facts);
  });
});

describe("the facts of a message to Anthropic's API", () => {
  it.each([
    [
      "a text",
      message,
      { stream: false, maxOutputTokens: 100, wholeContext: false, cacheWrites: [], tier: null },
    ],
    ["a stream", { ...message, stream: true }, { stream: true }],
    [
      "thinking within the limit",
      { ...message, thinking: { type: "enabled", budget_tokens: 100 } },
      { maxOutputTokens: 100 },
    ],
    [
      "thinking beyond the limit",
      { ...message, thinking: { type: "enabled", budget_tokens: 101 } },
      { maxOutputTokens: null },
    ],
    ["adaptive thinking", { ...message, thinking: { type: "adaptive" } }, { maxOutputTokens: 100 }],
    [
      "a system prompt",
      { ...message, system: [{ type: "text", text: "x", cache_control: ephemeral() }] },
      { cacheWrites: ["5m"], wholeContext: false },
    ],
    [
      "a cache mark of an hour",
      sent({ ...text, cache_control: ephemeral("1h") }),
      { cacheWrites: ["5m", "1h"] },
    ],
    [
      "both lifetimes",
      { ...sent({ ...text, cache_control: ephemeral("1h") }), cache_control: ephemeral("5m") },
      { cacheWrites: ["5m", "1h"] },
    ],
    ["a cache mark at the top", { ...message, cache_control: ephemeral() }, { cacheWrites: ["5m"] }],
    [
      "a cache mark on a tool",
      { ...message, tools: [{ name: "t", input_schema: {}, cache_control: ephemeral() }] },
      { cacheWrites: ["5m"], tools: 1 },
    ],
    ["an unknown lifetime", sent({ ...text, cache_control: ephemeral("1d") }), { cacheWrites: ["5m", "1h"] }],
    ["an image", sent(image), { images: 1, wholeContext: false }],
    [
      "an image elsewhere",
      sent({ type: "image", source: { type: "url", url: "u" } }),
      { images: 1, wholeContext: false },
    ],
    [
      "images in a tool's result",
      sent({ type: "tool_result", tool_use_id: "t", content: [text, image, image] }),
      { images: 2, wholeContext: false },
    ],
    [
      "a PDF",
      sent({ type: "document", source: { type: "base64", media_type: "application/pdf", data: "x" } }),
      { wholeContext: true },
    ],
    [
      "a PDF elsewhere",
      sent({ type: "document", source: { type: "url", url: "u" } }),
      { wholeContext: true },
    ],
    [
      "a document of text",
      sent({ type: "document", title: "t", source: { type: "text", media_type: "text/plain", data: "x" } }),
      { wholeContext: false },
    ],
    [
      "a document of blocks",
      sent({ type: "document", source: { type: "content", content: [text, image] } }),
      { images: 1, wholeContext: false },
    ],
    [
      "a document of blocks with more than that",
      sent({ type: "document", source: { type: "content", content: [image], more: 1 } }),
      { images: 1, wholeContext: true },
    ],
    ["both a speed and a tier", { ...message, speed: "fast", service_tier: "auto" }, { tier: "fast" }],
    [
      "thinking with its signature",
      sent({ type: "thinking", thinking: "hm", signature: "s" }, { type: "redacted_thinking", data: "d" }),
      { wholeContext: false },
    ],
    [
      "a call of a tool",
      sent({ type: "tool_use", id: "t", name: "n", input: { image_url: { deep: [1] } } }),
      { wholeContext: false },
    ],
    ["the fast mode", { ...message, speed: "fast" }, { tier: "fast" }],
    ["the usual speed", { ...message, speed: "standard", service_tier: "standard_only" }, { tier: null }],
    [
      "the tools of Anthropic",
      {
        ...message,
        tools: [
          { type: "bash_20250124", name: "bash" },
          { type: "custom", name: "t", input_schema: {} },
        ],
      },
      { tools: 2, wholeContext: false },
    ],
    [
      "edits that shorten the input",
      { ...message, context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] } },
      { wholeContext: false },
    ],
  ])("are read of %s", (_, body, facts) => {
    expect(read("/messages", body, { price: { tiers: { fast: 6000 } } }).facts).toMatchObject(facts);
  });
});
