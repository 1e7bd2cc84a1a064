import Anthropic from "@anthropic-ai/sdk";
import { type AIMessageChunk, HumanMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, type ModelMessage } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Edge } from "./gateway-http/edge.ts";
import { openAiOf } from "./gateway-sdks/ai-sdk.ts";
import { required } from "./gateway-sdks/driver.ts";
import { startSdkEdge } from "./gateway-sdks/local-provider.ts";
import { inputOf } from "./gateway-sdks/openai.ts";

const MODELS = ["demo-small", "demo-reasoning"];
/** What a user reads whose library refers to a stored object. */
const SET_STORE = /would be shared between accounts: send the whole input .* set store to false/;
const AGAIN = "This is demo-%, a model for demonstrations. You said: Again";
const againFrom = (model: string) => AGAIN.replace("demo-%", model);

let edge: Edge;
beforeAll(async () => {
  edge = await startSdkEdge();
});
afterAll(() => edge.stop());

const openAi = () =>
  new OpenAI({ baseURL: `${edge.origin}/v1`, apiKey: edge.newKey().key, maxRetries: 0, logLevel: "off" });

test("without store, a response is not stored, and an earlier one cannot be used", async () => {
  const { responses } = openAi();
  const first = await responses.create({ model: "demo-small", input: "Hi" });
  expect(first).toHaveProperty("store", false);
  const referring = { model: "demo-small", input: "Again", previous_response_id: first.id };
  await expect(responses.create(referring)).rejects.toThrow(SET_STORE);
  await expect(responses.create({ ...referring, store: false })).rejects.toThrow(SET_STORE);
});

test.each([
  ["conversation", { conversation: "conv_1" }],
  ["background", { background: true }],
  ["prompt", { prompt: { id: "pmpt_1" } }],
  ["input", { input: [{ type: "item_reference" as const, id: "msg_1" }] }],
])("the error for %s says to set store to false", async (field, more) => {
  const refused = openAi().responses.create({ model: "demo-small", input: "Hi", ...more });
  await expect(refused).rejects.toThrow(SET_STORE);
  await expect(refused).rejects.toMatchObject({ status: 400, code: "unsupported_parameter", param: field });
});

test.each(MODELS)("openai continues a conversation that it sends whole, with %s", async (model) => {
  const { responses } = openAi();
  const conversation: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Hi" }];
  const first = await responses.create({ model, input: conversation, store: false });
  conversation.push(...inputOf(first), { role: "user", content: "Again" });
  const second = await responses.create({ model, input: conversation, store: false });
  expect(second.output_text).toBe(againFrom(model));
});

/** Two turns with AI SDK; the first one's messages are sent with the second. */
async function converse(model: string, store: false | undefined): Promise<string> {
  const openai = openAiOf({ origin: edge.origin, key: edge.newKey().key });
  const options = store === undefined ? {} : { providerOptions: { openai: { store } } };
  const shared = { model: openai(model), maxRetries: 0, ...options };
  const first = await generateText({ ...shared, prompt: "Hi" });
  const messages: ModelMessage[] = [
    { role: "user", content: "Hi" },
    ...first.response.messages,
    { role: "user", content: "Again" },
  ];
  return (await generateText({ ...shared, messages })).text;
}

test.each(MODELS)("AI SDK needs store: false for a conversation with %s", async (model) => {
  await expect(converse(model, undefined)).rejects.toThrow(SET_STORE);
  expect(await converse(model, false)).toBe(againFrom(model));
});

test.each(MODELS)(
  "LangChain continues a conversation with responses, whole or streamed, with %s",
  async (model) => {
    const chat = new ChatOpenAI({
      model,
      apiKey: edge.newKey().key,
      maxRetries: 0,
      configuration: { baseURL: `${edge.origin}/v1` },
      useResponsesApi: true,
      zdrEnabled: true,
    });
    const again = async (first: AIMessageChunk) =>
      (await chat.invoke([new HumanMessage("Hi"), first, new HumanMessage("Again")])).text;
    expect(await again(await chat.invoke("Hi"))).toBe(againFrom(model));
    const chunks = [];
    for await (const chunk of await chat.stream("Hi")) chunks.push(chunk);
    expect(await again(chunks.reduce((whole, chunk) => whole.concat(chunk)))).toBe(againFrom(model));
  },
);

test("Anthropic's library may send the key in either header, and counts tokens", async () => {
  const request = { model: "demo-small", messages: [{ role: "user" as const, content: "Hi" }] };
  const { key } = edge.newKey();
  for (const credential of [{ apiKey: key }, { apiKey: null, authToken: key }]) {
    const { messages, beta } = new Anthropic({ baseURL: edge.origin, maxRetries: 0, ...credential });
    expect(await messages.countTokens(request)).toMatchObject({ input_tokens: 1 });
    expect(await messages.create({ ...request, max_tokens: 50 })).toMatchObject({ role: "assistant" });
    const betas = ["interleaved-thinking-2025-05-14", "mcp-client-2025-11-20"];
    const sent = beta.messages.create({ ...request, max_tokens: 50, betas }).withResponse();
    const { data, response } = await sent;
    expect(data).toMatchObject({ role: "assistant" });
    expect(response.headers.get("x-latchkey-dropped")).toBe("anthropic-beta=mcp-client-2025-11-20");
  }
});

test("openai embeds and moderates", async () => {
  const { embeddings, moderations } = openAi();
  const { data } = await embeddings.create({ model: "demo-embedding", input: ["one two", "three"] });
  expect(data.map(({ embedding }) => embedding.length > 0)).toEqual([true, true]);
  const { results } = await moderations.create({ input: "Hi" });
  expect(required(results[0]).flagged).toBe(false);
});
