import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestUpstream, type TestUpstream } from "./local-upstream-support.ts";

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await startTestUpstream();
});
afterAll(() => upstream.stop());

const HELLO = [{ role: "user", content: "Hello" }];
const CHAT = "/chat/completions";
const MODELS =
  "demo-small, demo-large, demo-reasoning, demo-embedding, demo-moderation, demo-rerank, demo-image, demo-image-tokens, demo-speech, demo-transcribe, demo-transcribe-tokens";

interface Mistake {
  what: string;
  path: string;
  body: Record<string, unknown>;
  status?: number;
  message: string;
  param?: string;
}

const chat = { path: CHAT, body: { model: "demo-small" } };
const EXAMPLE = 'Expected an array of messages, such as [{"role": "user", "content": "Hello"}].';

const MISTAKES: Mistake[] = [
  {
    ...chat,
    what: "no messages",
    param: "messages",
    message: `Missing required parameter: 'messages'. ${EXAMPLE}`,
  },
  {
    path: CHAT,
    body: { model: "demo-small", messages: [] },
    what: "empty messages",
    param: "messages",
    message: `Invalid 'messages': ${EXAMPLE}`,
  },
  {
    path: CHAT,
    body: { model: "demo-small", messages: "Hello" },
    what: "messages as a string",
    param: "messages",
    message: `Invalid 'messages': ${EXAMPLE}`,
  },
  {
    path: CHAT,
    body: { model: "demo-small", messages: ["Hello"] },
    what: "a message as a string",
    param: "messages[0]",
    message: "Invalid 'messages[0]': Invalid input: expected object",
  },
  {
    path: CHAT,
    body: { model: "demo-small", messages: [{ content: "Hello" }] },
    what: "no role",
    param: "messages[0].role",
    message: "Missing required parameter: 'messages[0].role'.",
  },
  {
    path: CHAT,
    body: { model: "demo-small", messages: [{ role: "human", content: "Hello" }] },
    what: "an unknown role",
    param: "messages[0].role",
    message: '"user"',
  },
  {
    path: CHAT,
    body: { model: "demo-small", messages: [{ role: "user", content: 7 }] },
    what: "content of a wrong type",
    param: "messages[0].content",
    message: "Expected a string or an array of content parts.",
  },
  {
    path: CHAT,
    body: { messages: HELLO },
    what: "no model",
    param: "model",
    message: "Missing required parameter: 'model'. Expected the name of a model.",
  },
  {
    path: CHAT,
    body: { model: "gpt-5", messages: HELLO },
    what: "an unknown model",
    status: 404,
    param: "model",
    message: `The model 'gpt-5' does not exist. This provider serves ${MODELS}.`,
  },
  {
    path: CHAT,
    body: { model: "demo-embedding", messages: HELLO },
    what: "an embedding model",
    param: "model",
    message: "'demo-embedding' is an embedding model: use it with /v1/embeddings.",
  },
  {
    path: CHAT,
    body: { model: "demo-small", messages: HELLO, max_tokens: 0 },
    what: "a limit of 0",
    param: "max_tokens",
    message: "Invalid 'max_tokens'",
  },
  {
    path: CHAT,
    body: { model: "demo-small", messages: HELLO, service_tier: "gold" },
    what: "a tier",
    param: "service_tier",
    message: '"priority"',
  },
  {
    path: CHAT,
    body: { model: "demo-small", messages: HELLO, tool_choice: "required" },
    what: "a tool_choice without tools",
    param: "tool_choice",
    message: "not in 'tools'",
  },
  {
    path: CHAT,
    what: "a prompt longer than the context",
    body: { model: "demo-small", messages: [{ role: "user", content: "a ".repeat(128_001) }] },
    message: "The input has 128001 tokens. The context of demo-small is 128000 tokens long.",
  },
  {
    path: "/embeddings",
    body: { model: "demo-small", input: "Hello" },
    what: "a chat model",
    param: "model",
    message: "'demo-small' is a chat model: use it with /v1/chat/completions",
  },
  {
    path: "/embeddings",
    body: { model: "demo-embedding", input: "" },
    what: "an empty text",
    param: "input",
    message: "none of them empty",
  },
  {
    path: "/embeddings",
    body: { model: "demo-embedding", input: "a ".repeat(8_193) },
    what: "a text longer than the context",
    message: "8193 tokens",
  },
  {
    path: "/completions",
    body: { model: "demo-small", messages: HELLO },
    what: "messages",
    param: "prompt",
    message: "Missing required parameter: 'prompt'.",
  },
  {
    path: "/responses",
    body: { model: "demo-small", messages: HELLO },
    what: "messages",
    param: "input",
    message: "this path takes 'input' instead of 'messages'",
  },
  {
    path: "/responses",
    body: { model: "demo-embedding", input: "Hello" },
    what: "an embedding model",
    param: "model",
    message: "use it with /v1/embeddings",
  },
  {
    path: "/moderations",
    body: {},
    what: "no input",
    param: "input",
    message: "Missing required parameter: 'input'.",
  },
];

test.each(MISTAKES)("$path with $what", async ({ path, body, status = 400, message, param = null }) => {
  const response = await upstream.post(path, body);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({
    error: {
      type: "invalid_request_error",
      param,
      message: expect.stringContaining(message),
      code: expect.stringMatching(/^\w+$/),
    },
  });
});

test.each([
  ["no limit", {}, 400, "Missing required parameter: 'max_tokens'. Expected a whole number greater than 0"],
  ["no messages", { max_tokens: 9, messages: undefined }, 400, "Missing required parameter: 'messages'."],
  ["an unknown model", { max_tokens: 9, model: "claude" }, 404, `This provider serves ${MODELS}.`],
  ["an embedding model", { max_tokens: 9, model: "demo-embedding" }, 400, "use it with /v1/embeddings"],
  ["a choice without tools", { max_tokens: 9, tool_choice: { type: "any" } }, 400, "tool_choice"],
])("/messages with %s has Anthropic's form", async (_what, more, status, message) => {
  const response = await upstream.post("/messages", { model: "demo-small", messages: HELLO, ...more });
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({
    type: "error",
    error: {
      type: status === 404 ? "not_found_error" : "invalid_request_error",
      message: expect.stringContaining(message),
    },
    request_id: expect.stringMatching(/^req_/),
  });
});

const GOOD = JSON.stringify({ model: "demo-small", messages: HELLO });

test.each([
  ["text/plain", GOOD, 415, "Unsupported content type 'text/plain'. Send JSON"],
  ["application/x-www-form-urlencoded", GOOD, 415, "Unsupported content type"],
  ["application/json", "{model: 'demo-small'}", 400, "The request body is not valid JSON: "],
  ["application/json", "", 400, "The request body is not valid JSON: "],
  ["application/json", "[]", 400, "The request body must be a JSON object."],
  ["application/json; charset=utf-8", "null", 400, "The request body must be a JSON object."],
])("a body of %s that is %s", async (type, body, status, message) => {
  for (const path of [CHAT, "/messages"]) {
    const response = await upstream.send(path, { method: "POST", headers: { "content-type": type }, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(message) } });
  }
});

test("a body without a content type is JSON", async () => {
  const body = new TextEncoder().encode(GOOD);
  expect((await upstream.send(CHAT, { method: "POST", body })).status).toBe(200);
});

test.each([
  ["POST", "/chat/completion"],
  ["GET", CHAT],
])("%s %s is unknown, and the error lists the paths", async (method, path) => {
  const response = await upstream.send(path, { method });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    error: { code: "unknown_url", message: expect.stringContaining("/v1/chat/completions, /v1/completions") },
  });
});

test.each([
  [CHAT, "", "The request has no API key. Send it in the header 'Authorization: Bearer KEY'."],
  [CHAT, "Bearer sk-other", "The API key is incorrect."],
  ["/messages", "", "The request has no API key. Send it in the header 'x-api-key: KEY'."],
])("%s with the credential '%s'", async (path, authorization, message) => {
  const response = await upstream.send(path, { method: "POST", headers: { authorization }, body: GOOD });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: { message } });
});

test("only Anthropic's paths accept x-api-key", async () => {
  const headers = { authorization: "", "x-api-key": "sk-demo-test" };
  expect((await upstream.send(CHAT, { method: "POST", headers, body: GOOD })).status).toBe(401);
});

test("a message without a version is refused", async () => {
  const response = await fetch(`${upstream.url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": "sk-demo-test" },
    body: GOOD,
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: {
      type: "invalid_request_error",
      message: expect.stringContaining("'anthropic-version' is required"),
    },
  });
});

test("a recording that is no file, or no form, is refused", async () => {
  const path = "/audio/transcriptions";
  const form = new FormData();
  form.set("model", "demo-transcribe");
  const without = await upstream.send(path, { method: "POST", body: form });
  expect([without.status, Object(await without.json()).error.param]).toEqual([400, "file"]);
  const json = await upstream.post(path, { model: "demo-transcribe" });
  expect([json.status, Object(await json.json()).error.code]).toEqual([400, "invalid_form"]);
});
