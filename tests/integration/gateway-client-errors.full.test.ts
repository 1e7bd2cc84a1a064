import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePorts } from "#scripts/local/free-port.ts";
import { outputTokensOf } from "#tests/support/tokens.ts";
import { type OpenAiEdge, startOpenAiEdge } from "./gateway-client/openai-edge.ts";

let edge: OpenAiEdge;
beforeAll(async () => {
  edge = await startOpenAiEdge();
});
afterAll(() => edge.stop());

const chatWith = (content = "Hello", more: object = {}) => ({
  model: "demo-small",
  messages: [{ role: "user" as const, content }],
  ...more,
});
type Customer = Awaited<ReturnType<OpenAiEdge["newCustomer"]>>;

/** The error of a client that does not retry. */
async function thrown({ client }: Customer, request = chatWith(), apiKey?: string): Promise<unknown> {
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
  const error = await thrown(await edge.newCustomer(), chatWith(), apiKey);
  expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
  expect(error).toMatchObject({ status: 401, code: "invalid_api_key", type: "invalid_request_error" });
  expect(error).toHaveProperty("requestID", expect.stringMatching(/^\S+$/));
});

test("a balance that does not cover the request is an APIError 402", async () => {
  const error = await thrown(await edge.newCustomer({ micros: 1 }));
  expect(error).toBeInstanceOf(OpenAI.APIError);
  expect(error).toMatchObject({ status: 402, code: "insufficient_balance", type: "insufficient_quota" });
});

test("an unknown model is a NotFoundError, in a request and in a look-up", async () => {
  const customer = await edge.newCustomer();
  const found = await customer
    .client()
    .models.retrieve("gpt-unknown")
    .catch((error: unknown) => error);
  for (const error of [await thrown(customer, chatWith("Hello", { model: "gpt-unknown" })), found]) {
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(error).toMatchObject({ status: 404, code: "model_not_found", param: "model" });
  }
});

test.each([
  ["n", { n: 1000 }],
  ["max_tokens", { max_tokens: -1 }],
  ["stream_options.include_usage", { stream: true, stream_options: { include_usage: "yes" } }],
  ["messages", { messages: "Hello" }],
])("a wrong %s is a BadRequestError that names it", async (param, more) => {
  const error = await thrown(await edge.newCustomer(), chatWith("Hello", more));
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error).toMatchObject({ status: 400, code: "invalid_request", param });
});

test.each([
  ["refuses the operator's credential", "/fail 401", 502, "upstream_error"],
  ["is overloaded", "/fail 503", 503, "demo"],
  ["returns a page", "/html", 502, "upstream_error"],
  ["returns nothing", "/empty", 502, "upstream_error"],
])("a provider that %s is an InternalServerError, and free", async (_what, content, status, code) => {
  const customer = await edge.newCustomer();
  const error = await thrown(customer, chatWith(content));
  expect(error).toBeInstanceOf(OpenAI.InternalServerError);
  expect(error).toMatchObject({ status, code });
  const [row] = await customer.settled(1);
  expect(row).toMatchObject({ status, outcome: 2, costMicros: 0, priceLines: null });
  expect(error).toHaveProperty("requestID", row?.requestId);
});

test("a provider that does not respond is an InternalServerError, and charged by an estimate", async () => {
  const customer = await edge.newCustomer();
  const error = await thrown(customer, chatWith("/hang"));
  expect(error).toBeInstanceOf(OpenAI.InternalServerError);
  expect(error).toMatchObject({ status: 504, code: "upstream_timeout" });
  expect(await customer.settled(1)).toMatchObject([{ status: 504, outcome: 5, estimated: true }]);
});

test("a tool that a provider would run is a BadRequestError, and is not forwarded", async () => {
  const { client } = await edge.newCustomer();
  const before = edge.upstream.received.length;
  const tools = [{ type: "web_search" as const }];
  const request = { model: "demo-small", input: "Hello", store: false, tools };
  await expect(client().responses.create(request)).rejects.toMatchObject({
    status: 400,
    code: "unsupported_parameter",
    param: "tools",
  });
  expect(edge.upstream.received).toHaveLength(before);
});

test("the 101st request within a minute is a RateLimitError with the time to wait", async () => {
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

test.each([
  ["breaks the connection of", "/cut"],
  ["reports an error in", "/error"],
  ["stops in the middle of", "/stall"],
])(
  "a provider that %s a stream is an APIError after the chunks so far, which are charged",
  async (_what, fault) => {
    const customer = await edge.newCustomer();
    const stream = await customer
      .client()
      .chat.completions.create({ ...chatWith(`${fault} 4`), stream: true });
    let text = "";
    const read = async () => {
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
    };
    const error = await read().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ code: "upstream_error" });
    expect(text).not.toBe("");
    const [row] = await customer.settled(1);
    expect(row).toMatchObject({
      status: 502,
      outcome: 4,
      estimated: true,
      tokensOut: outputTokensOf(text),
    });
    expect(row?.costMicros).toBeGreaterThan(0);
  },
);

test("a gateway that is away is an APIConnectionError", async () => {
  const [port = 0] = await freePorts(1);
  const { client } = await edge.newCustomer();
  const response = client({ baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 }).models.list();
  await expect(response).rejects.toBeInstanceOf(OpenAI.APIConnectionError);
});
