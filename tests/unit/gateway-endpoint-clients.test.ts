import { describe, expect, it } from "vitest";
import { chat, droppedOf, message, read, readText, refusalOf, SMALLEST } from "./gateway-endpoint-support.ts";

const responses = { model: "m", input: "x" };
const own = (...tools: object[]) => ({ ...responses, tools });
const weather = { type: "function", name: "weather", strict: false, parameters: { type: "object" } };
const team = {
  type: "namespace",
  name: "team",
  description: "Agents.",
  tools: [weather, { type: "custom", name: "note" }],
};
const local = { type: "local" };
const search = {
  type: "tool_search",
  execution: "client",
  description: "d",
  parameters: { type: "object" },
};
const searched = { type: "tool_search_output", call_id: "c", execution: "client", status: "completed" };
/** A parameter may have the name of what providers store. */
const reader = {
  ...weather,
  defer_loading: true,
  parameters: { properties: { file_id: { type: "string" } } },
};

describe("tools that the client runs", () => {
  it.each([
    ["a namespace, with its members", team, { tools: 3, wholeContext: false }],
    ["a local shell of the first kind", { type: "local_shell" }, { tools: 1, wholeContext: false }],
    ["a local shell", { type: "shell", environment: local }, { tools: 1, wholeContext: false }],
    [
      "a local shell with skills",
      {
        type: "shell",
        environment: { ...local, skills: [{ name: "s", description: "d", path: "/s" }] },
        allowed_callers: ["direct"],
      },
      { tools: 1, wholeContext: false },
    ],
    ["patches", { type: "apply_patch" }, { tools: 1, wholeContext: false }],
    ["a computer", { type: "computer" }, { tools: 1, wholeContext: false }],
    [
      "a computer of the first kind",
      { type: "computer_use_preview", display_width: 800, display_height: 600, environment: "browser" },
      { tools: 1, wholeContext: false },
    ],
    ["a search of tools", search, { tools: 1, wholeContext: false }],
    ["a search with more than that", { ...search, hologram: 1 }, { tools: 1, wholeContext: true }],
    ["a namespace with more than that", { ...team, hologram: 1 }, { tools: 3, wholeContext: true }],
    [
      "a member with more than that",
      { ...team, tools: [{ ...weather, hologram: 1 }] },
      { tools: 2, wholeContext: true },
    ],
    [
      "a skill with more than that",
      { type: "shell", environment: { ...local, skills: [{ name: "s", hologram: 1 }] } },
      { tools: 1, wholeContext: true },
    ],
    ["patches with more than that", { type: "apply_patch", hologram: 1 }, { tools: 1, wholeContext: true }],
  ])("are forwarded as they are: %s", (_, tool, facts) => {
    const request = read("/responses", own(tool));
    expect(request.facts).toMatchObject(facts);
    expect(request.fields.tools).toEqual([tool]);
  });

  it("include a shell whose place is left open, which becomes the client's", () => {
    for (const environment of [undefined, null])
      expect(read("/responses", own({ type: "shell", environment })).fields.tools).toEqual([
        { type: "shell", environment: local },
      ]);
  });

  it.each(["apply_patch", "shell", "local_shell", "computer", "computer_use_preview"])(
    "can be chosen: %s",
    (type) => {
      expect(refusalOf("/responses", { ...own({ type }), tool_choice: { type } })).toBe(null);
    },
  );

  it.each([
    [{ ...team, tools: [{ type: "web_search" }] }],
    [{ ...team, tools: [team] }],
    [{ ...team, tools: [{ type: "apply_patch" }] }],
    [{ type: "shell", environment: { type: "container_auto" } }],
    [{ type: "shell", environment: { type: "container_reference", container_id: "c" } }],
    [{ type: "shell", environment: "local" }],
    [{ type: "web_search", external_web_access: true }],
    [{ type: "web_search" }],
    [{ type: "mcp", external_web_access: false }],
    [{ type: "tool_search" }],
    [{ ...search, execution: "server" }],
  ])("do not include what the provider runs: %j", (tool) => {
    expect(refusalOf("/responses", own(weather, tool))).toMatchObject({
      code: "unsupported_parameter",
      field: "tools",
    });
  });

  it("come without a web search that is switched off", () => {
    for (const type of ["web_search", "web_search_2025_08_26", "web_search_preview"]) {
      const body = own(weather, { type, external_web_access: false });
      expect(read("/responses", body).fields.tools).toEqual([weather]);
      expect(droppedOf("/responses", body)).toEqual(["tools.web_search"]);
    }
    expect(droppedOf("/responses", own(weather))).toEqual([]);
  });

  const screenshot = {
    type: "computer_call_output",
    call_id: "c",
    output: { type: "computer_screenshot", image_url: "data:image/png;base64,x" },
  };
  it.each([
    [
      {
        type: "local_shell_call",
        id: "l",
        call_id: "c",
        status: "completed",
        action: {
          type: "exec",
          command: ["ls"],
          env: { A: "image" },
          working_directory: "/",
          timeout_ms: 5,
          user: "u",
        },
      },
      { images: 0, wholeContext: false },
    ],
    [
      { type: "local_shell_call_output", id: "l", output: "{}", status: "completed" },
      { images: 0, wholeContext: false },
    ],
    [
      {
        type: "shell_call",
        call_id: "c",
        action: { commands: ["ls"], timeout_ms: 5, max_output_length: 9 },
        environment: local,
      },
      { images: 0, wholeContext: false },
    ],
    [
      {
        type: "shell_call_output",
        call_id: "c",
        max_output_length: 9,
        output: [{ stdout: "x", stderr: "", outcome: { type: "exit", exit_code: 0 } }],
      },
      { images: 0, wholeContext: false },
    ],
    [
      {
        type: "apply_patch_call",
        call_id: "c",
        status: "completed",
        operation: { type: "update_file", path: "a", diff: "+x" },
      },
      { images: 0, wholeContext: false },
    ],
    [
      { type: "apply_patch_call_output", call_id: "c", status: "completed", output: "Done" },
      { images: 0, wholeContext: false },
    ],
    [
      {
        type: "computer_call",
        id: "cu_1",
        call_id: "c",
        status: "completed",
        pending_safety_checks: [{ id: "s", code: "x", message: "y" }],
        actions: [
          { type: "click", button: "left", x: 1, y: 2 },
          { type: "drag", path: [{ x: 1, y: 2 }] },
          { type: "scroll", scroll_x: 0, scroll_y: 5, x: 1, y: 1 },
          { type: "type", text: "x" },
          { type: "keypress", keys: ["A"] },
        ],
      },
      { images: 0, wholeContext: false },
    ],
    [screenshot, { images: 1, wholeContext: false }],
    [
      {
        type: "tool_search_call",
        call_id: "c",
        execution: "client",
        arguments: { query: "x" },
        status: "completed",
      },
      { tools: 0, wholeContext: false },
    ],
    [
      { ...searched, tools: [reader, team] },
      { tools: 4, wholeContext: false },
    ],
    [
      { ...searched, tools: [{ ...reader, hologram: 1 }] },
      { tools: 1, wholeContext: true },
    ],
  ])("are called, and return results, in further requests: %j", (item, facts) => {
    const request = read("/responses", { ...responses, input: [{ role: "user", content: "x" }, item] });
    expect(request.facts).toMatchObject(facts);
    expect(request.fields.input).toContainEqual(item);
  });

  it.each([
    [{ ...screenshot, output: { type: "computer_screenshot", file_id: "f" } }, "file_id"],
    [
      {
        type: "shell_call",
        call_id: "c",
        action: { commands: [] },
        environment: { type: "container_reference", container_id: "c" },
      },
      "container_id",
    ],
    [{ ...searched, execution: "server", tools: [reader] }, "input"],
    [{ ...searched, Execution: "server", tools: [reader] }, "Execution"],
    [{ role: "user", content: [{ ...searched, execution: "server", tools: [reader] }] }, "input"],
    [{ type: "tool_search_call", call_id: "c", arguments: {} }, "input"],
    [{ ...searched, tools: [{ type: "web_search" }] }, "tools"],
    [{ type: "local_shell_call", id: "l" }, "input"],
    [{ type: "apply_patch_call", id: "a", status: "completed" }, "input"],
  ])("are not called on what the provider stores or runs: %j", (item, field) => {
    expect(refusalOf("/responses", { ...responses, input: [item] })).toMatchObject({
      code: "unsupported_parameter",
      field,
    });
  });
});

describe("a body with a byte order mark", () => {
  it("is read without it", () => {
    const text = JSON.stringify(chat);
    expect(readText("/chat/completions", `\uFEFF${text}`)).toEqual(readText("/chat/completions", text));
  });
});

describe("a beta that is not on the list", () => {
  const named = (beta: string) => ({ headers: { "anthropic-beta": beta } });

  it.each([
    ["files-api-2025-04-14"],
    ["mcp-client-2025-11-20"],
    ["code-execution-2025-08-25,skills-2025-10-02"],
    ["tool-search-tool-2025-10-19"],
    ["afk-mode-2026-01-31"],
    // Of a coding agent.
    ["per-turn-control-2026-07-01,mid-conversation-tool-changes-2026-07-01"],
    // The model's price has no such limit.
    ["context-1m-2025-08-07"],
    ["toString,Effort-2025-11-24"],
  ])("is dropped and named: %s", (betas) => {
    const changes = named(`${betas}, effort-2025-11-24`);
    for (const [path, body] of [
      ["/messages", message],
      ["/messages/count_tokens", { model: "m", messages: message.messages }],
    ] as const) {
      expect(read(path, body, changes).headers["anthropic-beta"]).toBe("effort-2025-11-24");
      expect(droppedOf(path, body, changes)).toEqual(
        betas.split(",").map((beta) => `anthropic-beta=${beta}`),
      );
    }
  });

  it.each([
    ["mcp-client-2025-11-20", { mcp_servers: [{ type: "url", url: "https://x.example" }] }, "mcp_servers"],
    ["code-execution-2025-08-25", { tools: [{ type: "code_execution_20250825" }] }, "tools"],
    ["skills-2025-10-02", { container: { skills: [] } }, "container"],
    [
      "files-api-2025-04-14",
      { messages: [{ role: "user", content: [{ type: "document", source: { file_id: "f" } }] }] },
      "file_id",
    ],
  ])("does not let its fields through: %s", (beta, changes, field) => {
    expect(refusalOf("/messages", { ...message, ...changes }, named(beta))).toMatchObject({
      code: "unsupported_parameter",
      field,
    });
  });
});

describe("a setting of another server", () => {
  it.each([
    ["random_seed", 5],
    ["safe_prompt", true],
    ["add_generation_prompt", true],
    ["length_penalty", 1.2],
    ["include_stop_str_in_output", true],
    ["cache_prompt", true],
    ["options", { num_ctx: 8192, temperature: 0.1 }],
    ["keep_alive", "5m"],
    ["mirostat_tau", 5],
  ])("is dropped and named where it bounds nothing: %s", (name, value) => {
    for (const path of ["/chat/completions", "/completions", "/responses", "/embeddings"]) {
      const body = { ...SMALLEST[path], [name]: value };
      expect(read(path, body)).toEqual(read(path, { ...SMALLEST[path] }));
      expect(droppedOf(path, body)).toEqual([name]);
    }
    expect(refusalOf("/messages", { ...message, [name]: value })).toMatchObject({ field: name });
  });

  it.each([
    [
      { num_predict: 5 },
      "num_predict in options is not supported. Send max_tokens at the top level instead.",
    ],
    [{ stop: ["x"] }, "stop in options is not supported. Send stop at the top level instead."],
    [{ temperature: 1, max_tokens: 5 }, "The option max_tokens in options is not supported."],
  ])("is refused where it may bound the response: %j", (options, reason) => {
    const refusal = refusalOf("/chat/completions", { ...chat, options });
    expect(refusal).toMatchObject({ code: "unsupported_parameter", field: "options" });
    expect(refusal?.message).toContain(reason);
  });

  it("is refused where it is none", () => {
    for (const options of [5, "x", [{ num_predict: 5 }]])
      expect(refusalOf("/chat/completions", { ...chat, options })).toMatchObject({ field: "options" });
  });

  it.each(["num_predict", "use_beam_search", "priority", "guardrails"])(
    "is refused where it could change the price: %s",
    (name) => {
      expect(refusalOf("/chat/completions", { ...chat, [name]: 5 })).toMatchObject({ field: name });
    },
  );

  it("of Jina AI is forwarded", () => {
    const body = {
      ...SMALLEST["/embeddings"],
      task: "retrieval.query",
      late_chunking: true,
      normalized: true,
      embedding_type: "float",
    };
    expect(read("/embeddings", body).fields).toEqual(body);
  });
});

describe("a client that wants the token counts", () => {
  const stream = { stream: true };

  it.each(["/chat/completions", "/completions"])("may say so as OpenRouter's do: %s", (path) => {
    const body = { ...SMALLEST[path], usage: { include: true } };
    expect(read(path, { ...body, ...stream })).toEqual(
      read(path, { ...SMALLEST[path], ...stream, stream_options: { include_usage: true } }),
    );
    expect(read(path, body).fields).toEqual(SMALLEST[path]);
    expect(droppedOf(path, { ...body, ...stream })).toEqual([]);
    const options = { stream_options: { include_obfuscation: false } };
    expect(read(path, { ...body, ...stream, ...options }).fields.stream_options).toEqual({
      include_obfuscation: false,
      include_usage: true,
    });
  });

  it("may say that it does not", () => {
    for (const usage of [{ include: false }, null, {}]) {
      const request = read("/chat/completions", { ...chat, ...stream, usage });
      expect(request).toEqual(read("/chat/completions", { ...chat, ...stream }));
    }
  });

  it("may not say more", () => {
    for (const [usage, field] of [
      [{ include: true, cost: 0 }, "usage"],
      ["include", "usage"],
      [{ include: 1 }, "usage.include"],
    ] as const)
      expect(refusalOf("/chat/completions", { ...chat, usage })).toMatchObject({ field });
  });

  it("gets them in any case from the Responses API", () => {
    const body = { ...responses, ...stream, stream_options: { include_usage: true } };
    expect(read("/responses", body)).toEqual(read("/responses", { ...responses, ...stream }));
    expect(droppedOf("/responses", body)).toEqual(["stream_options.include_usage"]);
    const more = { ...body, stream_options: { include_usage: false, include_obfuscation: true } };
    expect(read("/responses", more).fields.stream_options).toEqual({ include_obfuscation: true });
  });
});

describe("the reason for a refusal", () => {
  it.each([
    ["/chat/completions", { model: "m", input: "x" }, "/v1/responses"],
    ["/chat/completions", { model: "m", instructions: "x", input: [] }, "/v1/responses"],
    ["/chat/completions", { model: "m", prompt: "x" }, "/v1/completions"],
    ["/chat/completions", { ...message, system: "x" }, "/v1/messages"],
    ["/completions", chat, "/v1/chat/completions"],
    ["/responses", chat, "/v1/chat/completions"],
    ["/responses", { ...responses, max_tokens: 5 }, "/v1/chat/completions"],
    ["/messages", { ...message, max_completion_tokens: 5 }, "/v1/chat/completions"],
    ["/messages/count_tokens", message, "/v1/messages"],
    ["/embeddings", chat, "/v1/chat/completions"],
  ])("is the endpoint that the request is for: %s %j", (path, body, place) => {
    const refusal = refusalOf(path, body);
    expect(refusal?.code).toBe("unsupported_parameter");
    expect(refusal?.message).toContain(`It belongs to ${place}: send the request there.`);
  });

  it.each([
    ["/chat/completions", { ...chat, tools: [{ type: "web_search" }] }],
    ["/responses", own({ type: "code_interpreter", container: "c" })],
    ["/responses", own({ type: "mcp" })],
    ["/messages", { ...message, tools: [{ type: "web_fetch_20250910", name: "web_fetch" }] }],
    ["/chat/completions", { ...chat, plugins: [{ id: "web" }] }],
    ["/chat/completions", { ...chat, web_search_options: {} }],
    ["/chat/completions", { ...chat, tool_choice: { type: "web_search_preview" } }],
    ["/responses", { ...responses, input: [{ type: "web_search_call", id: "w", action: {} }] }],
    ["/responses", own({ type: "shell", environment: { type: "container_auto" } })],
  ])("is that the provider would run a tool: %s %j", (path, body) => {
    const text = refusalOf(path, body)?.message;
    expect(text).toMatch(/the provider runs/i);
    expect(text).toMatch(/no price here/);
  });

  it.each([
    [{ type: "hologram" }, "A tool of type hologram is not known here."],
    [{ name: "f" }, "A tool without a type is not supported."],
  ])("is that a tool is not known, and which are: %j", (tool, reason) => {
    const text = refusalOf("/chat/completions", { ...chat, tools: [tool] })?.message;
    expect(text).toBe(
      `${reason} Leave it out, or offer a tool that your program runs, of type function, custom.`,
    );
  });
});
