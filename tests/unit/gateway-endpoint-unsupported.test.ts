import { describe, expect, it } from "vitest";
import { chat, message, refusalOf, SMALLEST, textRefusalOf } from "./gateway-endpoint-support.ts";

const CHAT = "/chat/completions";
const responses = { model: "m", input: "x" };
const tools = (path: string, ...types: string[]) =>
  types.map((type) => [path, { ...SMALLEST[path], tools: [{ type }] }, "tools"] as const);

const unsupported = [
  ...[
    "models",
    "fallbacks",
    "plugins",
    "search_parameters",
    "route",
    "provider",
    "extra_body",
    "mcp_servers",
    "container",
  ].flatMap((field) =>
    Object.entries(SMALLEST).map(([path, body]) => [path, { ...body, [field]: ["x"] }, field] as const),
  ),
  ...["hologram", "Model", "MAX_TOKENS", "constructor", "toString", "model ", "modèle"].flatMap((field) =>
    Object.entries(SMALLEST).map(([path, body]) => [path, { ...body, [field]: 1 }, field] as const),
  ),
  [CHAT, { ...chat, web_search_options: {} }, "web_search_options"],
  [CHAT, { ...chat, moderation: { model: "x" } }, "moderation"],
  [CHAT, { ...chat, previous_response_id: "x" }, "previous_response_id"],
  [CHAT, { ...chat, service_tier: "scale" }, "service_tier"],
  [CHAT, { ...chat, service_tier: "Default" }, "service_tier"],
  [CHAT, { ...chat, service_tier: "toString" }, "service_tier"],
  [CHAT, { ...chat, modalities: ["text", "audio"] }, "modalities"],
  [CHAT, { ...chat, modalities: ["image"] }, "modalities"],
  [CHAT, { ...chat, audio: { voice: "ash", format: "mp3" } }, "modalities"],
  [CHAT, { ...chat, audio: { voice: { id: "v" } } }, "audio.voice"],
  [CHAT, { ...chat, stream_options: { hologram: 1 } }, "stream_options.hologram"],
  [CHAT, { ...chat, messages: [{ role: "assistant", audio: { id: "audio_1" } }] }, "audio.id"],
  [CHAT, { ...chat, messages: [{ role: "system", tools: [{ type: "web_search" }] }] }, "tools"],
  [
    CHAT,
    { ...chat, messages: [{ role: "user", content: [{ type: "file", file: { file_id: "f" } }] }] },
    "file_id",
  ],
  [
    CHAT,
    { ...chat, messages: [{ role: "user", content: [{ type: "image_url", image_url: { file_id: "f" } }] }] },
    "file_id",
  ],
  [CHAT, { ...chat, messages: [{ role: "user", content: [{ type: "x", y: { file_id: "f" } }] }] }, "file_id"],
  [CHAT, { ...chat, tool_choice: { type: "web_search_preview" } }, "tool_choice"],
  ...tools(
    CHAT,
    "web_search",
    "file_search",
    "code_interpreter",
    "mcp",
    "image_generation",
    "Function",
    "function ",
  ),
  ["/responses", { ...responses, background: true }, "background"],
  ["/responses", { ...responses, conversation: { id: "conv_1" } }, "conversation"],
  ["/responses", { ...responses, previous_response_id: "resp_1" }, "previous_response_id"],
  ["/responses", { ...responses, prompt: { id: "pmpt_1" } }, "prompt"],
  ["/responses", { ...responses, access_programs: { cyber: "daybreak_red" } }, "access_programs"],
  ["/responses", { ...responses, context_management: [{ type: "compaction" }] }, "context_management"],
  ["/responses", { ...responses, reasoning: { mode: "pro" } }, "reasoning.mode"],
  ["/responses", { ...responses, include: ["hologram"] }, "include"],
  ["/responses", { ...responses, include: [5] }, "include"],
  ["/responses", { ...responses, service_tier: "ultrafast" }, "service_tier"],
  ["/responses", { ...responses, stream_options: { hologram: true } }, "stream_options.hologram"],
  [
    "/responses",
    { ...responses, prompt_cache_options: { comparison_response_id: "r" } },
    "prompt_cache_options.comparison_response_id",
  ],
  ["/responses", { ...responses, input: [{ type: "item_reference", id: "msg_1" }] }, "input"],
  ["/responses", { ...responses, input: [{ id: "msg_1" }] }, "input"],
  ["/responses", { ...responses, input: [{ id: "msg_1", type: null }] }, "input"],
  [
    "/responses",
    { ...responses, input: [{ id: "msg_1", type: "message", role: "assistant", status: "completed" }] },
    "input",
  ],
  ["/responses", { ...responses, input: [{ type: "reasoning", id: "rs_1", summary: [] }] }, "input"],
  [
    "/responses",
    {
      ...responses,
      input: [{ type: "reasoning", id: "rs_1", content: [{ type: "reasoning_text", text: "x" }] }],
    },
    "input",
  ],
  ["/responses", { ...responses, input: [{ type: "mcp_approval_response", approve: true }] }, "input"],
  [
    "/responses",
    { ...responses, input: [{ type: "additional_tools", tools: [{ type: "web_search" }] }] },
    "input",
  ],
  ["/responses", { ...responses, input: [{ type: "image_generation_call", id: "ig_1" }] }, "input"],
  ["/responses", { ...responses, input: [{ type: "hologram" }] }, "input"],
  ["/responses", { ...responses, input: [{ type: 5, role: "user" }] }, "input"],
  [
    "/responses",
    { ...responses, input: [{ role: "user", content: [{ type: "input_file", file_id: "f" }] }] },
    "file_id",
  ],
  [
    "/responses",
    { ...responses, input: [{ role: "user", content: [{ type: "input_image", file_id: "f" }] }] },
    "file_id",
  ],
  ...tools("/responses", "web_search", "web_search_preview", "tool_search", "programmatic_tool_calling"),
  ["/responses", { ...responses, tools: [{ name: "f" }] }, "tools"],
  ["/messages", { ...message, inference_geo: "us" }, "inference_geo"],
  ["/messages", { ...message, thread: { type: "create" } }, "thread"],
  ["/messages", { ...message, compaction: { type: "summarize" } }, "compaction"],
  ["/messages", { ...message, billing_policy: { bill_to: "user_profile" } }, "billing_policy"],
  ["/messages", { ...message, fallback_credit_token: "x" }, "fallback_credit_token"],
  ["/messages", { ...message, betas: ["x"] }, "betas"],
  ["/messages", { ...message, speed: "fast" }, "speed"],
  ["/messages", { ...message, speed: "standard", service_tier: "scale" }, "service_tier"],
  [
    "/messages",
    { ...message, context_management: { edits: [{ type: "compact_20260112" }] } },
    "context_management",
  ],
  ["/messages", { ...message, context_management: { edits: [null] } }, "context_management"],
  ["/messages", { ...message, context_management: { hologram: 1 } }, "context_management"],
  [
    "/messages",
    {
      ...message,
      messages: [{ role: "user", content: [{ type: "image", source: { type: "file", file_id: "f" } }] }],
    },
    "file_id",
  ],
  [
    "/messages",
    {
      ...message,
      messages: [{ role: "user", content: [{ type: "document", source: { type: "file", file_id: "f" } }] }],
    },
    "file_id",
  ],
  [
    "/messages",
    { ...message, messages: [{ role: "user", content: [{ type: "container_upload", file_id: "f" }] }] },
    "messages",
  ],
  [
    "/messages",
    { ...message, messages: [{ role: "system", content: [{ type: "tool_addition", tool: {} }] }] },
    "messages",
  ],
  ...tools(
    "/messages",
    "web_search_20250305",
    "code_execution_20250825",
    "mcp_toolset",
    "advisor_20260301",
    "function",
  ),
] as const;

describe("a file that is stored at the provider", () => {
  const deep = { file_id: "f" };
  it.each([
    [CHAT, [{ type: "image_url", image_url: { more: [deep] } }]],
    [CHAT, [{ type: "input_audio", input_audio: { data: deep } }]],
    [CHAT, [{ type: "file", file: { file_data: { more: deep } } }]],
    ["/messages", [{ type: "image", source: { type: "base64", data: "x", more: deep } }]],
    [
      "/messages",
      [{ type: "document", source: { type: "content", content: [{ type: "image", source: deep }] } }],
    ],
    ["/messages", [{ type: "hologram", x: { y: [deep] } }]],
  ])("is refused wherever it is named: %s %j", (path, content) => {
    const body = { ...SMALLEST[path], messages: [{ role: "user", content }] };
    expect(refusalOf(path, body)).toMatchObject({ code: "unsupported_parameter", field: "file_id" });
  });
});

describe("what is not offered", () => {
  const all = unsupported.map((each) => [...each] as [string, object, string]);

  it("is refused by name", () => {
    for (const [path, body, field] of all)
      expect(refusalOf(path, body), `${path} ${field}`).toMatchObject({
        code: "unsupported_parameter",
        field,
      });
  });

  it("is refused also where unknown fields are dropped", () => {
    const known = all.filter(
      ([, , field]) => !/hologram|Model|MAX_|constructor|toString|model |modèle/.test(field),
    );
    for (const [path, body, field] of known)
      expect(refusalOf(path, body, { unknownFields: "drop" }), `${path} ${field}`).toMatchObject({
        code: "unsupported_parameter",
        field,
      });
  });

  it("is refused as __proto__, however deep names are", () => {
    expect(textRefusalOf(CHAT, '{"model":"m","messages":[{}],"__proto__":{"model":"x"}}')).toMatchObject({
      field: "__proto__",
    });
  });

  it("names the setting that makes the client send whole inputs", () => {
    for (const field of ["previous_response_id", "conversation", "background", "prompt"])
      expect(refusalOf("/responses", { ...responses, [field]: "x" })?.message).toContain(
        "set store to false",
      );
    expect(
      refusalOf("/responses", { ...responses, input: [{ type: "item_reference", id: "x" }] })?.message,
    ).toContain("set store to false");
  });

  it("names the field that another letter case stands for", () => {
    expect(refusalOf(CHAT, { ...chat, MAX_TOKENS: 5 })?.message).toBe(
      "Field names are lowercase: use max_tokens.",
    );
  });

  it("is not repeated by its refusal beyond the name of a field", () => {
    const long = "secret".repeat(1000);
    expect(JSON.stringify(refusalOf(CHAT, { ...chat, [long]: 1 })).length).toBeLessThan(300);
    expect(JSON.stringify(refusalOf(CHAT, { ...chat, tools: [{ type: long }] })).length).toBeLessThan(300);
    expect(
      JSON.stringify(refusalOf("/responses", { ...responses, input: [{ type: long }] })).length,
    ).toBeLessThan(400);
    expect(refusalOf(CHAT, { ...chat, model: ["s3cret"] })?.message).not.toContain("s3cret");
  });
});
