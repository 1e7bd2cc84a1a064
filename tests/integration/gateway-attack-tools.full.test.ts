import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { charge, refusal } from "./attacks/attempt.ts";
import {
  ANTHROPIC,
  CHAT,
  CHEAP,
  COUNT_TOKENS,
  DEAR,
  PRICES,
  post,
  RESPONSES,
  responseWith,
  TARGETS,
  type Target,
  usageOf,
} from "./attacks/targets.ts";
import { type Edge, startEdge } from "./gateway-http/edge.ts";
import { json } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
/** Drops unknown fields instead of refusing them. */
let lenient: Edge;
beforeAll(async () => {
  [edge, lenient] = await Promise.all([
    startEdge({ prices: PRICES }),
    startEdge({ prices: PRICES, unknownFields: "drop" }),
  ]);
});
afterAll(() => Promise.all([edge.stop(), lenient.stop()]));

const refuse = ({ path, body }: Target, changes: object) =>
  refusal(edge, { path, init: post({ ...body, ...changes }) });
const unsupported = (field: string) => [400, "unsupported_parameter", field];

/** Refused even where the operator drops unknown fields, since they would choose models, prices or tools. */
const REFUSED: [string, unknown][] = [
  ["models", [DEAR]],
  ["models", DEAR],
  ["fallbacks", [{ model: DEAR }]],
  ["route", "fallback"],
  ["provider", { order: ["dear"] }],
  ["providers", ["dear"]],
  ["plugins", [{ id: "web" }]],
  ["web_search", true],
  ["web_search_options", {}],
  ["web_search_options", { search_context_size: "high" }],
  ["search_parameters", { mode: "on" }],
  ["mcp_servers", [{ type: "url", url: "https://x.test" }]],
  ["container", { id: "container_1" }],
  ["extra_body", { n: 128 }],
  ["extra_headers", { "x-api-key": "1" }],
  ["api_key", "sk-1"],
  ["api_base", "https://x.test"],
  ["base_url", "https://x.test"],
];

/** Fields of other servers and proxies that this API does not know. */
const UNKNOWN: [string, unknown][] = [
  ["fallback_models", [DEAR]],
  ["context_window_fallbacks", [{ [CHEAP]: [DEAR] }]],
  ["provider_options", { gateway: {} }],
  ["transforms", ["middle-out"]],
  ["preset", "dear"],
  ["search_options", {}],
  ["enable_search", true],
  ["return_images", true],
  ["extra_query", { n: 128 }],
  ["headers", { authorization: "1" }],
  ["api_version", "1"],
  ["organization", "org-1"],
  ["project", "proj_1"],
  ["deployment_id", DEAR],
  ["engine", DEAR],
  ["model_list", [{ model: DEAR }]],
  ["custom_llm_provider", "dear"],
  ["litellm_params", { model: DEAR }],
  ["mock_response", "Hi"],
  ["num_retries", 100],
  ["guardrails", ["x"]],
  ["lora_path", "/etc"],
  ["chat_template", "{{ 1 }}"],
  ["documents", [{ text: "x" }]],
  ["prompt_embeds", "AAAA"],
  ["priority", -1],
  ["kv_transfer_params", { do_remote_decode: true }],
  ["bootstrap_host", "10.0.0.1"],
  ["logits_processors", ["os.system"]],
  ["data_sources", [{ type: "azure_search" }]],
  ["num_predict", -1],
  ["callback_url", "https://x.test"],
];

describe.each(TARGETS)("G4, G6, G9: $path", ({ path, body, cost, hold }) => {
  test.each([...REFUSED, ...UNKNOWN])("refuses the field %s: %j", async (field, value) => {
    const init = post({ ...body, [field]: value });
    expect(await refusal(edge, { path, init })).toEqual(unsupported(field));
  });

  test.each([null, false, []])("forwards nothing of such fields that are %j", async (absent) => {
    const unset = Object.fromEntries([...REFUSED, ...UNKNOWN].map(([field]) => [field, absent]));
    const result = await charge(edge, { path, init: post({ ...body, ...unset }) });
    const names = Object.keys(result.sent as object).filter((name) => name in unset);
    expect(names).toEqual([]);
    expect([result.cost, result.hold]).toEqual([cost, hold(result.bytes)]);
  });

  test("refuses those that choose models and tools even where unknown fields are dropped", async () => {
    for (const [field, value] of REFUSED) {
      const init = post({ ...body, [field]: value });
      expect(await refusal(lenient, { path, init })).toEqual(unsupported(field));
    }
    const result = await charge(lenient, { path, init: post({ ...body, ...Object.fromEntries(UNKNOWN) }) });
    expect(Object.keys(result.sent as object).sort()).toEqual(
      Object.keys({ ...body, ...added(path) }).sort(),
    );
    expect([result.cost, result.hold]).toEqual([cost, hold(result.bytes)]);
  });
});

/** What the gateway itself adds. */
const added = (path: string) => (path === RESPONSES.path ? { store: false } : {});

const FUNCTION = { type: "function", function: { name: "f", parameters: {} } };
const CUSTOM = { name: "f", input_schema: { type: "object" } };
const OWN = {
  [CHAT.path]: FUNCTION,
  [RESPONSES.path]: { type: "function", name: "f" },
  [ANTHROPIC.path]: CUSTOM,
  [COUNT_TOKENS.path]: CUSTOM,
};

const HOSTED = [
  "web_search",
  "web_search_preview",
  "web_search_2025_08_26",
  "file_search",
  "code_interpreter",
  "mcp",
  "image_generation",
  "tool_search",
  "retrieval",
  "browser_search",
  "googleSearch",
  "x_search",
  "openrouter:web_search",
  "web_search_20250305",
  "web_search_20260209",
  "web_fetch_20250910",
  "code_execution_20250825",
  "mcp_toolset",
  "advisor_20260301",
  "tool_search_tool_regex_20251119",
  "computer_20990101",
  "Function",
  "FUNCTION",
  "function ",
  " function",
  "function\0",
  "Custom",
  "",
  "constructor",
  "__proto__",
];

describe.each([CHAT, RESPONSES, ANTHROPIC, COUNT_TOKENS])("G4, G9: a tool of $path", (target) => {
  const { path, body, hold } = target;
  const own = OWN[path] ?? {};
  const contextHold = hold(1_000);

  test.each(HOSTED)("of the type %j is refused", async (type) => {
    const tools = [own, { ...own, type }];
    expect(await refuse(target, { tools })).toEqual(unsupported("tools"));
  });

  test.each([1, true, {}, ["function"], { type: "function" }])("of the type %j is refused", async (type) => {
    expect(await refuse(target, { tools: [{ ...own, type }] })).toEqual(unsupported("tools"));
  });

  test.each(["Type", "TYPE", "tYpe"])("with its type under the name %s is refused", async (name) => {
    expect(await refuse(target, { tools: [{ ...own, [name]: "web_search" }] })).toEqual(unsupported(name));
  });

  test.each([null, 1, "web_search", [own], true])("that is %j is refused", async (tool) => {
    expect(await refuse(target, { tools: [own, tool] })).toEqual([400, "invalid_request", "tools"]);
  });

  test.each(["web_search", { type: "web_search" }, { 0: own, length: 1 }, true, 1])(
    "is refused where the list is %j",
    async (tools) => {
      expect(await refuse(target, { tools })).toEqual([400, "invalid_request", "tools"]);
    },
  );

  test.each(["web_search", "web_search_preview", "mcp", "file_search", "image_generation", "Function", ""])(
    "cannot be chosen by the type %j",
    async (type) => {
      const changes = { tools: [own], tool_choice: { type } };
      expect(await refuse(target, changes)).toEqual(unsupported("tool_choice"));
    },
  );

  test.each([
    { server_url: "https://x.test" },
    { tools: [{ type: "web_search" }] },
    { web_search: {} },
    { max_uses: 100 },
    { container: "c_1" },
  ])("with the unknown field %j holds the whole context", async (more) => {
    const init = post({ ...body, tools: [{ ...own, ...more }] });
    const script = json(responseWith(usageOf(1_000, 10)));
    const result = await charge(edge, { path, init, script });
    expect(result.hold).toBe(contextHold);
    expect(result.cost).toBe(contextHold);
  });

  test("that is the client's own is charged by its tokens", async () => {
    const result = await charge(edge, {
      path,
      init: post({ ...body, tools: [own, own], tool_choice: "auto" }),
    });
    expect([result.cost, result.hold]).toEqual([target.cost, hold(result.bytes)]);
  });
});

const legacy = { name: "f", parameters: {} };
test("G9: legacy functions are charged by their tokens, and may not be something else", async () => {
  const init = post({ ...CHAT.body, functions: [legacy], function_call: "auto" });
  const result = await charge(edge, { path: CHAT.path, init });
  expect([result.cost, result.hold]).toEqual([CHAT.cost, CHAT.hold(result.bytes)]);
  expect(await refuse(CHAT, { functions: legacy })).toEqual([400, "invalid_request", "functions"]);
  expect(await refuse(RESPONSES, { functions: [legacy] })).toEqual(unsupported("functions"));
  expect(await refuse(ANTHROPIC, { functions: [legacy] })).toEqual(unsupported("functions"));
});

const said = (part: object) => [{ role: "user", content: [part] }];

/** Tools that hide in messages, and items of hosted tools. */
const HIDDEN: [Target, object, string][] = [
  [CHAT, { messages: [{ role: "user", content: "x", tools: [{ type: "web_search" }] }] }, "tools"],
  [CHAT, { messages: [{ role: "user", content: "x", Tools: [{ type: "web_search" }] }] }, "Tools"],
  [CHAT, { messages: said({ type: "text", text: "x", tools: [{ type: "mcp" }] }) }, "tools"],
  [ANTHROPIC, { messages: said({ type: "tool_addition", tool: {} }) }, "messages"],
  [ANTHROPIC, { messages: said({ type: "tool_removal", tool: {} }) }, "messages"],
  [ANTHROPIC, { messages: said({ type: "mcp_tool_listing" }) }, "messages"],
  [ANTHROPIC, { messages: said({ type: "text", text: "x", tools: [{}] }) }, "tools"],
  [ANTHROPIC, { system: [{ type: "tool_addition", tool: {} }] }, "system"],
  [COUNT_TOKENS, { messages: said({ type: "tool_addition", tool: {} }) }, "messages"],
  ...[
    "additional_tools",
    "web_search_call",
    "file_search_call",
    "code_interpreter_call",
    "mcp_call",
    "mcp_list_tools",
    "mcp_approval_request",
    "mcp_approval_response",
    "image_generation_call",
    "tool_search_call",
    "tool_search_output",
    "program",
    "custom_tool",
    "Message",
    "",
  ].map((type): [Target, object, string] => [
    RESPONSES,
    { input: [{ type, id: "x", role: "user" }] },
    "input",
  ]),
];

test.each(HIDDEN)("G4: %s refuses a tool in %j", async (target, changes, field) => {
  expect(await refuse(target, changes)).toEqual(unsupported(field));
});

const CONTEXT = "context_management";
test.each<[Target, object, string]>([
  [ANTHROPIC, { [CONTEXT]: { edits: [{ type: "compact_20260112" }] } }, CONTEXT],
  [
    ANTHROPIC,
    { [CONTEXT]: { edits: [{ type: "clear_tool_uses_20250919" }, { type: "summarize" }] } },
    CONTEXT,
  ],
  [ANTHROPIC, { [CONTEXT]: { edits: [null] } }, CONTEXT],
  [ANTHROPIC, { [CONTEXT]: { compaction: {} } }, CONTEXT],
  [COUNT_TOKENS, { [CONTEXT]: { edits: [{ type: "compact_20260112" }] } }, CONTEXT],
  [ANTHROPIC, { compaction: {} }, "compaction"],
  [ANTHROPIC, { inference_geo: "us" }, "inference_geo"],
  [ANTHROPIC, { fallback_credit_token: "x" }, "fallback_credit_token"],
  [ANTHROPIC, { workspace_id: "wrkspc_1" }, "workspace_id"],
  [ANTHROPIC, { betas: ["context-1m-2025-08-07"] }, "betas"],
  [RESPONSES, { [CONTEXT]: [{ type: "compaction" }] }, CONTEXT],
  [RESPONSES, { moderation: { model: DEAR } }, "moderation"],
  [CHAT, { moderation: { model: DEAR } }, "moderation"],
])("G9: %s refuses work that no count shows: %j", async (target, changes, field) => {
  expect(await refuse(target, changes)).toEqual(unsupported(field));
});
