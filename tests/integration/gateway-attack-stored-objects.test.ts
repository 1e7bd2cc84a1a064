import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { charge, refusal } from "./attacks/attempt.ts";
import {
  ANTHROPIC,
  CHAT,
  COMPLETIONS,
  COUNT_TOKENS,
  EMBEDDINGS,
  MODERATIONS,
  PRICES,
  post,
  RESPONSES,
  TARGETS,
  type Target,
} from "./attacks/targets.ts";
import { type Customer, type Edge, startEdge } from "./gateway-http/edge.ts";

let edge: Edge;
/** Drops unknown fields instead of refusing them, and shows the provider which account a request is of. */
let lenient: Edge;
beforeAll(async () => {
  [edge, lenient] = await Promise.all([
    startEdge({ prices: PRICES }),
    startEdge({ prices: PRICES, unknownFields: "drop", attribution: true }),
  ]);
});
afterAll(() => Promise.all([edge.stop(), lenient.stop()]));

const refusedBy = (at: Edge, { path, body }: Target, changes: object) =>
  refusal(at, { path, init: post({ ...body, ...changes }) });
const unsupported = (field: string) => [400, "unsupported_parameter", field];
const said = (...parts: unknown[]) => [{ role: "user", content: parts }];

const file = { type: "file", file: { file_id: "file-1" } };
const REFERENCES: [Target, object, string][] = [
  ...[CHAT, RESPONSES].flatMap((target): [Target, object, string][] => [
    [target, { previous_response_id: "resp_1" }, "previous_response_id"],
    [target, { conversation: "conv_1" }, "conversation"],
    [target, { conversation: { id: "conv_1" } }, "conversation"],
    [target, { background: true }, "background"],
    [
      target,
      { prompt_cache_options: { comparison_response_id: "resp_1" } },
      "prompt_cache_options.comparison_response_id",
    ],
  ]),
  [RESPONSES, { prompt: { id: "pmpt_1" } }, "prompt"],
  [RESPONSES, { prompt: "pmpt_1" }, "prompt"],
  [ANTHROPIC, { thread: { type: "continue", previous_message_id: "msg_1" } }, "thread"],
  [ANTHROPIC, { thread: { type: "create" } }, "thread"],
  [ANTHROPIC, { container: "container_1" }, "container"],
  [COUNT_TOKENS, { thread: { type: "create" } }, "thread"],
  [CHAT, { messages: said(file) }, "file_id"],
  [CHAT, { messages: said({ type: "file", file: [{ file_id: "file-1" }] }) }, "file_id"],
  [CHAT, { messages: said({ type: "file", file: { inner: { file_id: "file-1" } } }) }, "file_id"],
  [CHAT, { messages: said({ type: "file", file: { File_Id: "file-1" } }) }, "File_Id"],
  [CHAT, { messages: said({ type: "file", file_id: "file-1" }) }, "file_id"],
  [CHAT, { messages: said({ type: "text", text: "x", FILE_ID: "file-1" }) }, "FILE_ID"],
  [CHAT, { messages: said({ type: "image_url", image_url: { file_id: "file-1" } }) }, "file_id"],
  [CHAT, { messages: said({ type: "input_image", file_id: "file-1" }) }, "file_id"],
  [CHAT, { messages: said({ type: "input_audio", input_audio: { file_id: "file-1" } }) }, "file_id"],
  [CHAT, { messages: [{ role: "user", content: "x", file_ids: ["file-1"] }] }, "file_ids"],
  [CHAT, { messages: [{ role: "user", content: "x", vector_store_ids: ["vs_1"] }] }, "vector_store_ids"],
  [CHAT, { messages: [{ role: "assistant", audio: { id: "audio_1" } }] }, "audio.id"],
  [RESPONSES, { input: [{ type: "item_reference", id: "msg_1" }] }, "input"],
  [RESPONSES, { input: [{ id: "msg_1" }] }, "input"],
  [RESPONSES, { input: [{ type: null, id: "msg_1" }] }, "input"],
  [RESPONSES, { input: [{ type: "message", id: "msg_1" }] }, "input"],
  [RESPONSES, { input: [{ type: "message", id: "msg_1", role: "assistant", content: [] }] }, "input"],
  [RESPONSES, { input: [{ type: "message", id: "msg_1", role: "assistant", status: "completed" }] }, "input"],
  [RESPONSES, { input: [{ role: "assistant", id: "msg_1", content: null }] }, "input"],
  [RESPONSES, { input: [{ type: "function_call", id: "fc_1" }] }, "input"],
  [RESPONSES, { input: [{ type: "reasoning", id: "rs_1", summary: [] }] }, "input"],
  [RESPONSES, { input: [{ type: "reasoning", id: "rs_1", encrypted_content: "" }] }, "input"],
  [RESPONSES, { input: [{ type: "reasoning", id: "rs_1", encrypted_content: {} }] }, "input"],
  [
    RESPONSES,
    { input: [{ type: "reasoning", id: "rs_1", content: [{ type: "reasoning_text", text: "x" }] }] },
    "input",
  ],
  [RESPONSES, { input: [{ type: "compaction", id: "cmp_1" }] }, "input"],
  [RESPONSES, { input: [{ type: "compaction", id: "cmp_1", encrypted_content: "" }] }, "input"],
  [RESPONSES, { input: [{ type: "Item_Reference", id: "msg_1" }] }, "input"],
  [RESPONSES, { input: said({ type: "input_file", file_id: "file-1" }) }, "file_id"],
  [RESPONSES, { input: said({ type: "input_image", file_id: "file-1" }) }, "file_id"],
  [RESPONSES, { input: said({ type: "input_image", image_url: { file_id: "file-1" } }) }, "file_id"],
  [
    RESPONSES,
    {
      input: [{ type: "function_call_output", call_id: "c", output: [{ type: "input_file", file_id: "f" }] }],
    },
    "file_id",
  ],
  [
    ANTHROPIC,
    { messages: said({ type: "document", source: { type: "file", file_id: "file_1" } }) },
    "file_id",
  ],
  [ANTHROPIC, { messages: said({ type: "image", source: { type: "file", file_id: "file_1" } }) }, "file_id"],
  [ANTHROPIC, { messages: said({ type: "image", source: { type: "file", File_ID: "file_1" } }) }, "File_ID"],
  [
    ANTHROPIC,
    { messages: said({ type: "image", source: { type: "content", content: [{ file_id: "f" }] } }) },
    "file_id",
  ],
  [
    ANTHROPIC,
    { messages: said({ type: "document", source: { type: "url", content: [{ file_id: "f" }] } }) },
    "file_id",
  ],
  [ANTHROPIC, { messages: said({ type: "container_upload", file_id: "file_1" }) }, "messages"],
  [ANTHROPIC, { system: [{ type: "document", source: { type: "file", file_id: "file_1" } }] }, "file_id"],
  [
    ANTHROPIC,
    {
      messages: said({
        type: "tool_result",
        tool_use_id: "t",
        content: [{ type: "image", source: { file_id: "f" } }],
      }),
    },
    "file_id",
  ],
  [
    COUNT_TOKENS,
    { messages: said({ type: "image", source: { type: "file", file_id: "file_1" } }) },
    "file_id",
  ],
  [MODERATIONS, { input: [{ type: "image_url", image_url: { file_id: "file-1" } }] }, "file_id"],
  ...[COMPLETIONS, EMBEDDINGS, MODERATIONS].map((target): [Target, object, string] => [
    target,
    { store: true },
    "store",
  ]),
];

test.each(REFERENCES)("G14: %s refuses %j", async (target, changes, field) => {
  expect(await refusedBy(edge, target, changes)).toEqual(unsupported(field));
  if (field !== "store") expect(await refusedBy(lenient, target, changes)).toEqual(unsupported(field));
});

describe("G14: nothing is stored at the provider", () => {
  test.each([undefined, null, false, true])("by the Responses API with store %j", async (store) => {
    const { sent, cost } = await charge(edge, {
      path: RESPONSES.path,
      init: post({ ...RESPONSES.body, store }),
    });
    expect([sent, cost]).toEqual([{ ...RESPONSES.body, store: false }, RESPONSES.cost]);
  });

  test("by chat completions, whose metadata is not forwarded either", async () => {
    const init = post({ ...CHAT.body, store: true, metadata: { customer: "1" } });
    const { sent } = await charge(edge, { path: CHAT.path, init });
    expect(sent).toEqual({ ...CHAT.body, store: false });
  });

  test.each([
    [CHAT, { store: "true" }, "store"],
    [CHAT, { store: 1 }, "store"],
    [RESPONSES, { store: "no" }, "store"],
    [RESPONSES, { store: {} }, "store"],
    [RESPONSES, { background: "false" }, "background"],
    [CHAT, { metadata: "x" }, "metadata"],
  ] as const)("by %s %j, which is refused", async (target, changes, field) => {
    const [status, code, param] = await refusedBy(edge, target, changes);
    expect([status, param]).toEqual([400, field]);
    expect(["invalid_request", "unsupported_parameter"]).toContain(code);
  });

  test.each([
    ["previous_response_id", null],
    ["conversation", null],
    ["background", false],
    ["prompt", null],
  ])("by the Responses API with %s %j, which is dropped", async (field, absent) => {
    const init = post({ ...RESPONSES.body, [field]: absent });
    const { sent } = await charge(edge, { path: RESPONSES.path, init });
    expect(sent).toEqual({ ...RESPONSES.body, store: false });
  });

  test("and no earlier message is compared with", async () => {
    for (const previous_message_id of ["msg_1", null, undefined]) {
      const init = post({ ...ANTHROPIC.body, diagnostics: { previous_message_id } });
      const { sent, cost } = await charge(edge, { path: ANTHROPIC.path, init });
      expect(sent).toEqual({ ...ANTHROPIC.body, diagnostics: { previous_message_id: null } });
      expect(cost).toBe(ANTHROPIC.cost);
    }
  });
});

describe.each([CHAT, RESPONSES])("G14: the cache key of $path", ({ path, body }) => {
  async function keyOf(customer: Customer, prompt_cache_key: unknown): Promise<string> {
    const { sent } = await charge(edge, { path, init: post({ ...body, prompt_cache_key }), customer });
    return String((sent as { prompt_cache_key?: unknown }).prompt_cache_key);
  }

  test("is another one for each account, and stays the same for one", async () => {
    const [mine, theirs] = [edge.newKey(), edge.newKey()];
    const keys = [await keyOf(mine, "k"), await keyOf(mine, "k"), await keyOf(theirs, "k")];
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
    expect(keys[0]).toMatch(/:k$/);
  });

  test("cannot be made to equal another account's", async () => {
    const [victim, attacker] = [edge.newKey(), edge.newKey()];
    const secret = await keyOf(victim, "shared");
    for (const guess of [
      secret,
      `\0${secret}`,
      secret.padStart(64, "x"),
      `${secret}:${secret}`,
      secret.repeat(9),
    ])
      expect(await keyOf(attacker, guess)).not.toBe(secret);
    expect(await keyOf(attacker, "")).not.toBe(await keyOf(victim, ""));
    const long = await keyOf(attacker, "x".repeat(5_000));
    expect(long.length).toBeLessThanOrEqual(64);
    expect(long.split(":")[0]).toBe((await keyOf(attacker, "k")).split(":")[0]);
  });

  test.each([1, {}, ["k"], true])("is refused where it is %j", async (value) => {
    const init = post({ ...body, prompt_cache_key: value });
    expect(await refusal(edge, { path, init })).toEqual([400, "invalid_request", "prompt_cache_key"]);
  });
});

test.each([COMPLETIONS, ANTHROPIC, COUNT_TOKENS, EMBEDDINGS, MODERATIONS])(
  "G14: $path knows no cache key",
  async (target) => {
    for (const field of ["prompt_cache_key", "cache_salt", "prompt_cache_retention", "session_id"])
      expect(await refusedBy(edge, target, { [field]: "k" })).toEqual(unsupported(field));
  },
);

const NAMING: [Target, (sent: Record<string, unknown>) => unknown, object][] = [
  [CHAT, ({ safety_identifier }) => safety_identifier, { safety_identifier: "victim" }],
  [CHAT, ({ user }) => user, { user: "victim" }],
  [RESPONSES, ({ safety_identifier }) => safety_identifier, { safety_identifier: "victim" }],
  [RESPONSES, ({ user }) => user, { user: "victim" }],
  [COMPLETIONS, ({ user }) => user, { user: "victim" }],
  [EMBEDDINGS, ({ user }) => user, { user: "victim" }],
  [
    ANTHROPIC,
    ({ metadata }) => (metadata as { user_id: unknown }).user_id,
    { metadata: { user_id: "victim" } },
  ],
];

test.each(NAMING)(
  "G14: %s cannot pass for another account, where accounts are named",
  async (target, name, changes) => {
    const { path, body } = target;
    const [mine, theirs] = [lenient.newKey(), lenient.newKey()];
    const nameOf = async (customer: Customer, more: object) => {
      const { sent } = await charge(lenient, { path, init: post({ ...body, ...more }), customer });
      return name(sent as Record<string, unknown>);
    };
    const victim = await nameOf(theirs, changes);
    expect(victim).not.toBe("victim");
    const field = JSON.stringify(changes).replace("victim", String(victim));
    expect(await nameOf(mine, JSON.parse(field))).not.toBe(victim);
    expect(await nameOf(theirs, JSON.parse(field))).toBe(victim);
  },
);

test("G14: what the provider may include in a response is on a list", async () => {
  for (const include of [["file_search_call.content"], ["Reasoning.encrypted_content"], [1], [["x"]]])
    expect(await refusedBy(edge, RESPONSES, { include })).toEqual(unsupported("include"));
  expect(await refusedBy(edge, RESPONSES, { include: "x" })).toEqual([400, "invalid_request", "include"]);
  const init = post({ ...RESPONSES.body, model: "demo-thinker" });
  const { sent } = await charge(edge, { path: RESPONSES.path, init });
  expect(sent).toMatchObject({ include: ["reasoning.encrypted_content"], store: false });
});

test("G16: a header that names another account, project or session goes no further", async () => {
  const headers = {
    "openai-organization": "org-1",
    "openai-project": "proj_1",
    "openai-beta": "assistants=v2",
    cookie: "session=1",
    "x-api-version": "1",
    "idempotency-key": "k",
    "x-session-id": "s",
    forwarded: "for=1",
    "x-forwarded-for": "10.0.0.1",
    "x-real-ip": "10.0.0.1",
    "cf-connecting-ip": "10.0.0.1",
    traceparent: "00-1",
    "helicone-auth": "x",
    "x-portkey-api-key": "x",
    "x-litellm-api-key": "x",
    "proxy-authorization": "x",
    "x-goog-api-key": "x",
    "api-key": "x",
    "x-upstream": "http://x.test",
    range: "bytes=0-1",
    te: "trailers",
  };
  for (const { path, body } of TARGETS) {
    const { received } = await charge(edge, { path, init: post(body, headers) });
    const names = Object.keys(received?.headers ?? {});
    expect(names.filter((name) => name in headers)).toEqual([]);
  }
});
