import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePorts } from "#scripts/local/free-port.ts";
import { type OpenAiEdge, startOpenAiEdge } from "./gateway-client/openai-edge.ts";

let edge: OpenAiEdge;
beforeAll(async () => {
  edge = await startOpenAiEdge();
}, 120_000);
afterAll(() => edge.stop());
afterEach(() => {
  expect(edge.logs.splice(0).join("\n"), "the log").not.toMatch(/sk-operators|lkt?_[0-9A-Za-z]{20}/);
});

const ask = (content = "Hello", more: object = {}) => ({
  model: "demo-small",
  messages: [{ role: "user" as const, content }],
  ...more,
});
type Customer = Awaited<ReturnType<OpenAiEdge["newCustomer"]>>;

/** What the client throws when it asks once. */
async function thrown({ client }: Customer, request = ask(), apiKey?: string): Promise<unknown> {
  const once = client({ maxRetries: 0, ...(apiKey !== undefined && { apiKey }) });
  return once.chat.completions.create(request).then(
    () => "nothing",
    (error: unknown) => error,
  );
}

test.each([
  ["a key with a typing error", `lk_${"x".repeat(49)}`],
  ["no key of ours", "sk-proj-something"],
])("%s is an AuthenticationError", async (_what, apiKey) => {
  const error = await thrown(await edge.newCustomer(), ask(), apiKey);
  expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
  expect(error).toMatchObject({ status: 401, code: "invalid_api_key", type: "invalid_request_error" });
  expect(error).toHaveProperty("requestID", expect.stringMatching(/^\S+$/));
});

test("a balance that cannot cover the request is an APIError 402", async () => {
  const error = await thrown(await edge.newCustomer({ micros: 1 }));
  expect(error).toBeInstanceOf(OpenAI.APIError);
  expect(error).toMatchObject({ status: 402, code: "insufficient_balance", type: "insufficient_quota" });
});

test("a model that nobody knows is a NotFoundError, asked for or looked up", async () => {
  const customer = await edge.newCustomer();
  const found = await customer
    .client()
    .models.retrieve("gpt-unknown")
    .catch((error: unknown) => error);
  for (const error of [await thrown(customer, ask("Hello", { model: "gpt-unknown" })), found]) {
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(error).toMatchObject({ status: 404, code: "model_not_found", param: "model" });
  }
});

test.each([
  ["n", { n: 1000 }],
  ["max_tokens", { max_tokens: -1 }],
  ["stream_options.include_usage", { stream: true, stream_options: { include_usage: "yes" } }],
])("a wrong %s is a BadRequestError that names it", async (param, more) => {
  const error = await thrown(await edge.newCustomer(), ask("Hello", more));
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error).toMatchObject({ status: 400, code: "invalid_request", param });
});

test.each([
  ["refuses the operator's credential", "/fail 401", 502, "upstream_error"],
  ["is overloaded", "/fail 503", 503, "demo"],
  ["stays silent", "/hang", 504, "upstream_timeout"],
])("an AI service that %s is an InternalServerError, and free", async (_what, content, status, code) => {
  const customer = await edge.newCustomer();
  const error = await thrown(customer, ask(content));
  expect(error).toBeInstanceOf(OpenAI.InternalServerError);
  expect(error).toMatchObject({ status, code });
  const [row] = await customer.settled(1);
  expect(row).toMatchObject({ status, costMicros: 0 });
  expect(error).toHaveProperty("requestID", row?.requestId);
});

test("the 101st request within a minute is a RateLimitError that says when to come back", async () => {
  const customer = await edge.newCustomer();
  const models = () => customer.client({ maxRetries: 0 }).models.list();
  await Promise.all(Array.from({ length: 100 }, models));
  const error = await thrown(customer);
  if (!(error instanceof OpenAI.RateLimitError)) throw error;
  expect(error).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
  const wait = Number(error.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(30);
  expect(wait).toBeLessThanOrEqual(60);
  await customer.settled(100);
});

test("a stream that the AI service breaks off throws after the pieces that came, which are charged", async () => {
  const customer = await edge.newCustomer();
  const stream = await customer.client().chat.completions.create({ ...ask("/cut"), stream: true });
  let pieces = 0;
  const read = async () => {
    for await (const { choices } of stream) pieces += choices.length;
  };
  const error = await read().catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(OpenAI.APIError);
  expect(error).toMatchObject({ code: "upstream_error" });
  expect(pieces).toBe(3);
  const [row] = await customer.settled(1);
  expect(row).toMatchObject({ status: 502, tokensOut: 2 });
  expect(row?.costMicros).toBeGreaterThan(0);
});

test("a gateway that is not there is an APIConnectionError", async () => {
  const [port = 0] = await freePorts(1);
  const { client } = await edge.newCustomer();
  const asked = client({ baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 }).models.list();
  await expect(asked).rejects.toBeInstanceOf(OpenAI.APIConnectionError);
});
