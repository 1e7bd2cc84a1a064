import { describe, expect, it } from "vitest";
import { refusalOf } from "./gateway-endpoint-support.ts";

const IMAGE = "data:image/png;base64,iVBORw0KGgo=";
const PDF = "data:application/pdf;base64,JVBERi0=";
const MP3 = Buffer.from([0xff, 0xfb, 0x90, 0x64, ...new Array<number>(400).fill(0)]).toString("base64");
const SCHEMA = {
  type: "object",
  properties: { name: { type: "string" }, due: { type: "string" } },
  required: ["name"],
  additionalProperties: false,
};
const user = (content: unknown) => ({ role: "user", content });
const ask = user("Which lock fits a barn door?");

/** What each example of a provider's documentation sends, by what it shows; the texts are ours. */
type Examples = Record<string, object>;

const FUNCTION = {
  type: "function",
  function: { name: "find", description: "d", parameters: SCHEMA, strict: true },
};
const CALL = { id: "call_1", type: "function", function: { name: "find", arguments: '{"name":"x"}' } };
const inChat = (...content: object[]) => ({ messages: [user(content)] });

/** https://platform.openai.com/docs/api-reference/chat and its guides; DeepSeek, Groq, Mistral, OpenRouter, Qwen, vLLM, xAI. */
const CHAT: Examples = {
  "a first request": { messages: [{ role: "developer", content: "Be brief." }, ask] },
  streaming: { messages: [ask], stream: true },
  "streaming with usage": { messages: [ask], stream: true, stream_options: { include_usage: true } },
  "an image by its address": inChat(
    { type: "text", text: "What is this?" },
    { type: "image_url", image_url: { url: "https://example.com/a.png", detail: "high" } },
  ),
  "an image as data": inChat({ type: "image_url", image_url: { url: IMAGE } }),
  "a file as data": inChat({ type: "file", file: { filename: "a.pdf", file_data: PDF } }),
  "audio in": inChat({ type: "input_audio", input_audio: { data: MP3, format: "mp3" } }),
  "audio out": { messages: [ask], modalities: ["text", "audio"], audio: { voice: "alloy", format: "wav" } },
  functions: { messages: [ask], tools: [FUNCTION], tool_choice: "auto", parallel_tool_calls: false },
  "the result of a function": {
    messages: [
      ask,
      { role: "assistant", content: null, tool_calls: [CALL] },
      { role: "tool", tool_call_id: "call_1", content: "x" },
    ],
    tools: [FUNCTION],
  },
  "a chosen function": {
    messages: [ask],
    tools: [FUNCTION],
    tool_choice: { type: "function", function: { name: "find" } },
  },
  "allowed tools": {
    messages: [ask],
    tools: [FUNCTION],
    tool_choice: {
      type: "allowed_tools",
      allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "find" } }] },
    },
  },
  "a custom tool with a grammar": {
    messages: [ask],
    tools: [
      {
        type: "custom",
        custom: {
          name: "sql",
          format: { type: "grammar", grammar: { syntax: "lark", definition: "start: x" } },
        },
      },
    ],
  },
  "legacy functions": {
    messages: [ask],
    functions: [{ name: "find", parameters: SCHEMA }],
    function_call: "auto",
  },
  "structured output": {
    messages: [ask],
    response_format: { type: "json_schema", json_schema: { name: "task", strict: true, schema: SCHEMA } },
  },
  "JSON mode": { messages: [ask], response_format: { type: "json_object" } },
  logprobs: { messages: [ask], logprobs: true, top_logprobs: 2 },
  "a predicted output": { messages: [ask], prediction: { type: "content", content: "const a = 1;" } },
  reasoning: { messages: [ask], reasoning_effort: "low", max_completion_tokens: 500, verbosity: "low" },
  sampling: {
    messages: [ask],
    temperature: 0.2,
    top_p: 0.9,
    seed: 7,
    n: 2,
    stop: ["\n"],
    presence_penalty: 0.1,
    frequency_penalty: 0.1,
    logit_bias: { "50256": -100 },
  },
  "a cheaper tier": { messages: [ask], service_tier: "flex" },
  "a stored completion": { messages: [ask], store: true, metadata: { topic: "doors" } },
  "a cache key": {
    messages: [ask],
    prompt_cache_key: "doors",
    prompt_cache_retention: "24h",
    safety_identifier: "u1",
  },
  "a web search": { messages: [ask], web_search_options: { search_context_size: "low" } },
  "DeepSeek's thinking": { messages: [ask], thinking: { type: "enabled" } },
  "Mistral's prefix": {
    messages: [ask, { role: "assistant", content: "The ", prefix: true }],
    safe_prompt: true,
    random_seed: 3,
  },
  "OpenRouter's reasoning": {
    messages: [ask],
    reasoning: { effort: "high", exclude: false },
    usage: { include: true },
  },
  "OpenRouter's routing": { messages: [ask], provider: { order: ["a"] } },
  "OpenRouter's other models": { messages: [ask], models: ["a", "b"] },
  "OpenRouter's plugins": { messages: [ask], plugins: [{ id: "web" }] },
  "Qwen's thinking": { messages: [ask], enable_thinking: true, thinking_budget: 100, stream: true },
  "Groq's reasoning": { messages: [ask], reasoning_format: "parsed", max_completion_tokens: 100 },
  "vLLM's grammar": {
    messages: [ask],
    structured_outputs: { json: SCHEMA },
    top_k: 20,
    min_p: 0.1,
    repetition_penalty: 1.1,
  },
  "vLLM's older grammar": {
    messages: [ask],
    guided_json: SCHEMA,
    chat_template_kwargs: { enable_thinking: false },
  },
  "Ollama's settings": { messages: [ask], keep_alive: "5m" },
  "Ollama's options": { messages: [ask], options: { num_predict: 5 } },
  "xAI's live search": { messages: [ask], search_parameters: { mode: "auto" } },
  "Anthropic's cache marks through a proxy": inChat({
    type: "text",
    text: "x",
    cache_control: { type: "ephemeral" },
  }),
};

const inInput = (...content: object[]) => ({ input: [user(content)] });
const TOOL = { type: "function", name: "find", description: "d", parameters: SCHEMA, strict: true };

/** https://platform.openai.com/docs/api-reference/responses and its guides. */
const RESPONSES: Examples = {
  "a first request": { input: "Which lock fits a barn door?" },
  instructions: { instructions: "Be brief.", input: [{ role: "developer", content: "x" }, ask] },
  streaming: { input: "x", stream: true, stream_options: { include_obfuscation: false } },
  "an image by its address": inInput(
    { type: "input_text", text: "x" },
    { type: "input_image", image_url: "https://example.com/a.png", detail: "low" },
  ),
  "an image as data": inInput({ type: "input_image", image_url: IMAGE }),
  "a file by its address": inInput({ type: "input_file", file_url: "https://example.com/a.pdf" }),
  "a file as data": inInput({ type: "input_file", filename: "a.pdf", file_data: PDF }),
  "a stored file": inInput({ type: "input_file", file_id: "file-1" }),
  functions: {
    input: "x",
    tools: [TOOL],
    tool_choice: { type: "function", name: "find" },
    parallel_tool_calls: true,
  },
  "the result of a function": {
    input: [
      ask,
      { type: "function_call", call_id: "c", name: "find", arguments: "{}" },
      { type: "function_call_output", call_id: "c", output: "x" },
    ],
    tools: [TOOL],
  },
  "allowed tools": {
    input: "x",
    tools: [TOOL],
    tool_choice: { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "find" }] },
  },
  "a custom tool": {
    input: "x",
    tools: [{ type: "custom", name: "sql", format: { type: "grammar", syntax: "regex", definition: "a+" } }],
  },
  "tools in namespaces": {
    input: "x",
    tools: [{ type: "namespace", name: "crm", description: "d", tools: [{ ...TOOL, defer_loading: true }] }],
  },
  "a search of the client's": {
    input: "x",
    tools: [{ type: "tool_search", execution: "client", description: "d", parameters: SCHEMA }],
  },
  "a search of the provider's": {
    input: "x",
    tools: [{ type: "tool_search" }, { ...TOOL, defer_loading: true }],
  },
  "a local shell": { input: "x", tools: [{ type: "local_shell" }] },
  "a shell in the client": { input: "x", tools: [{ type: "shell", environment: { type: "local" } }] },
  "a shell in a container": {
    input: "x",
    tools: [{ type: "shell", environment: { type: "container_auto" } }],
  },
  patches: { input: "x", tools: [{ type: "apply_patch" }] },
  "a computer": { input: "x", tools: [{ type: "computer" }], truncation: "auto" },
  "structured output": {
    input: "x",
    text: { format: { type: "json_schema", name: "task", strict: true, schema: SCHEMA } },
  },
  reasoning: { input: "x", reasoning: { effort: "high", summary: "auto" }, text: { verbosity: "low" } },
  "reasoning that the client keeps": { input: "x", store: false, include: ["reasoning.encrypted_content"] },
  "a web search": { input: "x", tools: [{ type: "web_search" }] },
  "a search of files": { input: "x", tools: [{ type: "file_search", vector_store_ids: ["vs_1"] }] },
  "a remote MCP server": {
    input: "x",
    tools: [{ type: "mcp", server_label: "a", server_url: "https://example.com" }],
  },
  "an interpreter": { input: "x", tools: [{ type: "code_interpreter", container: { type: "auto" } }] },
  "an image that is made": { input: "x", tools: [{ type: "image_generation" }] },
  "an earlier response": { input: "x", previous_response_id: "resp_1" },
  "a conversation": { input: "x", conversation: "conv_1" },
  "the background": { input: "x", background: true },
  "a stored prompt": { input: "x", prompt: { id: "pmpt_1" } },
  limits: { input: "x", max_output_tokens: 100, max_tool_calls: 3, temperature: 0.1, metadata: { a: "b" } },
};

const message = { max_tokens: 1024, messages: [ask] };
const inMessage = (...content: object[]) => ({ ...message, messages: [user(content)] });
const OWN = { name: "find", description: "d", input_schema: SCHEMA };
const USE = { type: "tool_use", id: "toolu_1", name: "find", input: { name: "x" } };
const source = (media_type: string, data: string) => ({
  type: "base64",
  media_type,
  data: data.replace(/^.*,/, ""),
});

/** https://platform.claude.com/docs/en/api/messages and its guides. */
const MESSAGES: Examples = {
  "a first request": message,
  "a system prompt": { ...message, system: "Be brief." },
  "several turns": { ...message, messages: [ask, { role: "assistant", content: "A hasp." }, ask] },
  "the response's beginning": { ...message, messages: [ask, { role: "assistant", content: "The " }] },
  streaming: { ...message, stream: true },
  sampling: {
    ...message,
    temperature: 0.2,
    top_k: 5,
    top_p: 0.9,
    stop_sequences: ["END"],
    metadata: { user_id: "u" },
  },
  "an image as data": inMessage(
    { type: "image", source: source("image/png", IMAGE) },
    { type: "text", text: "x" },
  ),
  "an image by its address": inMessage({
    type: "image",
    source: { type: "url", url: "https://example.com/a.png" },
  }),
  "a PDF as data": inMessage({ type: "document", source: source("application/pdf", PDF) }),
  "a PDF by its address": inMessage({
    type: "document",
    source: { type: "url", url: "https://example.com/a.pdf" },
  }),
  "a stored file": inMessage({ type: "document", source: { type: "file", file_id: "file_1" } }),
  citations: inMessage({
    type: "document",
    source: { type: "text", media_type: "text/plain", data: "x" },
    title: "t",
    context: "c",
    citations: { enabled: true },
  }),
  "search results": inMessage({
    type: "search_result",
    source: "https://example.com",
    title: "t",
    content: [{ type: "text", text: "x" }],
    citations: { enabled: true },
  }),
  tools: { ...message, tools: [OWN], tool_choice: { type: "auto", disable_parallel_tool_use: true } },
  "the result of a tool": {
    ...message,
    tools: [OWN],
    messages: [
      ask,
      { role: "assistant", content: [USE] },
      user([
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          content: [{ type: "text", text: "x" }],
          is_error: false,
        },
      ]),
    ],
  },
  "a tool with strict input": {
    ...message,
    tools: [{ ...OWN, strict: true, input_examples: [{ name: "x" }], eager_input_streaming: true }],
  },
  "a shell": { ...message, tools: [{ type: "bash_20250124", name: "bash" }] },
  "an editor": {
    ...message,
    tools: [{ type: "text_editor_20250728", name: "str_replace_based_edit_tool", max_characters: 10_000 }],
  },
  "a computer": {
    ...message,
    tools: [
      {
        type: "computer_20251124",
        name: "computer",
        display_width_px: 1024,
        display_height_px: 768,
        enable_zoom: true,
      },
    ],
  },
  memory: { ...message, tools: [{ type: "memory_20250818", name: "memory" }] },
  "a web search": { ...message, tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 5 }] },
  "a web fetch": { ...message, tools: [{ type: "web_fetch_20250910", name: "web_fetch" }] },
  "code that the provider runs": {
    ...message,
    tools: [{ type: "code_execution_20250825", name: "code_execution" }],
  },
  "MCP servers": { ...message, mcp_servers: [{ type: "url", url: "https://example.com", name: "a" }] },
  "extended thinking": { ...message, max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 2048 } },
  "adaptive thinking": { ...message, thinking: { type: "adaptive" }, output_config: { effort: "medium" } },
  "thinking that is sent back": {
    ...message,
    thinking: { type: "enabled", budget_tokens: 1000 },
    messages: [
      ask,
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "c2ln" },
          { type: "redacted_thinking", data: "eA==" },
          USE,
        ],
      },
      user([{ type: "tool_result", tool_use_id: "toolu_1", content: "x" }]),
    ],
    tools: [OWN],
  },
  "a cached prompt": {
    ...message,
    system: [{ type: "text", text: "x", cache_control: { type: "ephemeral" } }],
  },
  "a prompt cached for an hour": {
    ...message,
    system: [{ type: "text", text: "x", cache_control: { type: "ephemeral", ttl: "1h" } }],
  },
  "automatic caching": { ...message, cache_control: { type: "ephemeral" } },
  "structured output": { ...message, output_config: { format: { type: "json_schema", schema: SCHEMA } } },
  "old results cleared": {
    ...message,
    context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
  },
  "compaction at the provider": { ...message, context_management: { edits: [{ type: "compact_20260112" }] } },
  "the standard tier": { ...message, service_tier: "standard_only" },
  "another region": { ...message, inference_geo: "us" },
};

const DOCUMENTS = ["A hasp", "A padlock"];
/** OpenAI's references; https://docs.cohere.com/reference/rerank, https://docs.voyageai.com and https://jina.ai for the rest. */
const OTHERS: Record<string, Examples> = {
  "/completions": {
    "a prompt": { prompt: "Say x", max_tokens: 7, temperature: 0 },
    "several prompts": { prompt: ["a", "b"], stream: true, echo: true, logprobs: 1, suffix: "z" },
    tokens: { prompt: [1, 2, 3] },
  },
  "/embeddings": {
    "a text": { input: "x", encoding_format: "float" },
    texts: { input: ["x", "y"], dimensions: 256, encoding_format: "base64", user: "u" },
    tokens: { input: [[1, 2], [3]] },
    "Voyage AI's kinds": {
      input: ["x"],
      input_type: "query",
      output_dimension: 512,
      output_dtype: "int8",
      truncation: true,
    },
    "Jina AI's tasks": {
      input: ["x"],
      task: "retrieval.query",
      late_chunking: true,
      normalized: true,
      embedding_type: "float",
    },
  },
  "/rerank": {
    "Cohere's": { query: "x", documents: DOCUMENTS, top_n: 1, max_tokens_per_doc: 500 },
    "Voyage AI's": { query: "x", documents: DOCUMENTS, top_k: 1, truncation: true, return_documents: true },
    "Jina AI's": {
      query: "x",
      documents: DOCUMENTS.map((text) => ({ text })),
      top_n: 2,
      return_documents: false,
    },
  },
  "/moderations": {
    "a text": { input: "x" },
    "a text and an image": {
      model: "omni-moderation-latest",
      input: [
        { type: "text", text: "x" },
        { type: "image_url", image_url: { url: IMAGE } },
      ],
    },
  },
  "/messages/count_tokens": {
    "a message": { messages: [ask], system: "x" },
    "tools and an image": {
      messages: [user([{ type: "image", source: source("image/png", IMAGE) }])],
      tools: [OWN],
    },
    thinking: { messages: [ask], thinking: { type: "enabled", budget_tokens: 1024 } },
  },
};

/** Each has a price that the gateway doesn't know, would share what the provider stores, or is the operator's choice. */
const REFUSED: Record<string, readonly string[]> = {
  "/chat/completions": [
    "OpenRouter's other models",
    "OpenRouter's plugins",
    "OpenRouter's routing",
    "Ollama's options",
    "a web search",
    "xAI's live search",
  ],
  "/responses": [
    "a conversation",
    "a remote MCP server",
    "a search of files",
    "a search of the provider's",
    "a shell in a container",
    "a stored file",
    "a stored prompt",
    "a web search",
    "an earlier response",
    "an image that is made",
    "an interpreter",
    "the background",
  ],
  "/messages": [
    "MCP servers",
    "a stored file",
    "a web fetch",
    "a web search",
    "another region",
    "code that the provider runs",
    "compaction at the provider",
  ],
};

const ALL: Record<string, Examples> = {
  "/chat/completions": CHAT,
  "/responses": RESPONSES,
  "/messages": MESSAGES,
  ...OTHERS,
};

describe("the examples of the providers' documentation", () => {
  const price = { rates: { input: 1_000_000, output: 1_000_000, audio_output: 1_000_000 } };
  it.each(Object.entries(ALL))(
    "of %s are accepted, but for those that cost what no list says",
    (path, examples) => {
      const refusals = Object.entries(examples).map(([name, body]) => ({
        name,
        refusal: refusalOf(path, { model: "m", ...body }, { price }),
      }));
      const refused = refusals.filter(({ refusal }) => refusal !== null);
      expect(refused.map(({ name }) => name).toSorted()).toEqual((REFUSED[path] ?? []).toSorted());
      for (const { refusal } of refused)
        expect(refusal).toMatchObject({
          code: "unsupported_parameter",
          message: expect.stringMatching(/[.:] .+\.$/),
        });
    },
  );

  it("are many", () => {
    expect(Object.values(ALL).flatMap((examples) => Object.keys(examples)).length).toBeGreaterThan(120);
  });
});
