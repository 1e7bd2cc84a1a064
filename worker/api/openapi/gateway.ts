import { Hono } from "hono";
import { z } from "zod";
import { presentedKeyView, revokedKey } from "#core/contract/keys.ts";
import { UNRESTRICTED } from "#core/domain/gateway/restrictions/table.ts";
import { describe } from "./describe.ts";
import { REVOKED_KEY } from "./examples.ts";
import {
  INVALID,
  INVALID_KEY,
  modelName,
  ofAnthropic,
  ofOpenAi,
  stream,
  UNPAID,
  usage,
} from "./gateway-parts.ts";

const group = "Gateway";

const model = z.looseObject({
  id: z.string().describe("The name to send as `model`"),
  object: z.literal("model"),
  created: z.number().describe("Since when its price has been in force, in Unix seconds"),
  owned_by: z.string(),
  context_length: z.number().describe("Maximum tokens of a request and its response together"),
  max_output_tokens: z.number(),
  pricing: z
    .object({ input_per_million: z.number(), output_per_million: z.number(), request: z.number() })
    .describe("US dollars"),
});
const MODEL = {
  id: "demo-small",
  object: "model",
  created: 1795824000,
  owned_by: "latchkey",
  context_length: 128000,
  max_output_tokens: 4096,
  pricing: { input_per_million: 0.5, output_per_million: 1.5, request: 0 },
};

const messages = z
  .array(z.looseObject({ role: z.string(), content: z.unknown() }))
  .describe("The conversation so far");

const HELLO = { model: "demo-small", messages: [{ role: "user", content: "Hello" }] };

/** Descriptions without handlers: the gateway forwards requests to many endpoints in the same way, without a route for each. */
export const gatewayDescriptions = new Hono()
  .post(
    "/v1/chat/completions",
    describe({
      id: "createChatCompletion",
      group,
      summary: "Create a chat completion",
      description: `Sends a conversation to a model and returns the response, optionally as a stream. ${ofOpenAi}`,
      body: { schema: z.looseObject({ model: modelName, messages, stream }), example: HELLO },
      response: {
        schema: z.looseObject({
          choices: z.array(z.looseObject({})).describe("The model's responses"),
          usage,
        }),
        example: {
          choices: [{ index: 0, message: { role: "assistant", content: "Hello!" }, finish_reason: "stop" }],
          usage: { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 },
        },
      },
      errors: { ...INVALID, ...UNPAID },
    }),
  )
  .post(
    "/v1/completions",
    describe({
      id: "createCompletion",
      group,
      summary: "Create a text completion",
      description: `Continues a text, optionally as a stream. ${ofOpenAi}`,
      body: {
        schema: z.looseObject({
          model: modelName,
          prompt: z.unknown().describe("Text, or a list of texts"),
          stream,
        }),
        example: { model: "demo-small", prompt: "A latchkey is" },
      },
      response: {
        schema: z.looseObject({
          choices: z.array(z.looseObject({})).describe("The model's continuations"),
          usage,
        }),
        example: {
          choices: [{ index: 0, text: " a key to an outer door.", finish_reason: "stop" }],
          usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
        },
      },
      errors: { ...INVALID, ...UNPAID },
    }),
  )
  .post(
    "/v1/responses",
    describe({
      id: "createResponse",
      group,
      summary: "Create a response",
      description: `Sends a conversation to a model in the format of the Responses API. Responses are never stored: \`store\` is always \`false\`, and \`previous_response_id\` is refused. ${ofOpenAi}`,
      body: {
        schema: z.looseObject({
          model: modelName,
          input: z.unknown().describe("Text, or the items of the whole conversation"),
          store: z.boolean().optional().describe("Always `false`"),
          stream,
        }),
        example: { model: "demo-small", input: "Hello", store: false },
      },
      response: {
        schema: z.looseObject({
          output: z.array(z.looseObject({})).describe("The items that the model generated"),
          usage,
        }),
        example: {
          output: [
            {
              type: "message",
              role: "assistant",
              content: [{ type: "output_text", text: "Hello!", annotations: [] }],
            },
          ],
          usage: { input_tokens: 8, output_tokens: 2, total_tokens: 10 },
        },
      },
      errors: { ...INVALID, ...UNPAID },
    }),
  )
  .post(
    "/v1/messages",
    describe({
      id: "createMessage",
      group,
      summary: "Create a message",
      description: `Sends a conversation to a model in the format of the Anthropic API, errors included. The key can also be sent as \`x-api-key\`. ${ofAnthropic}`,
      body: {
        schema: z.looseObject({
          model: modelName,
          max_tokens: z.int().describe("The most tokens to generate"),
          messages,
          stream,
        }),
        example: { ...HELLO, max_tokens: 500 },
      },
      response: {
        schema: z.looseObject({
          content: z.array(z.looseObject({})).describe("The blocks that the model generated"),
          usage,
        }),
        example: {
          content: [{ type: "text", text: "Hello!" }],
          stop_reason: "end_turn",
          usage: { input_tokens: 8, output_tokens: 2 },
        },
      },
      errors: { ...INVALID, ...UNPAID },
    }),
  )
  .post(
    "/v1/messages/count_tokens",
    describe({
      id: "countMessageTokens",
      group,
      summary: "Count the tokens of a message",
      description: `Returns how many tokens a message would have. It is free. ${ofAnthropic}`,
      body: { schema: z.looseObject({ model: modelName, messages }), example: HELLO },
      response: { schema: z.looseObject({ input_tokens: z.int() }), example: { input_tokens: 8 } },
      errors: INVALID,
    }),
  )
  .post(
    "/v1/embeddings",
    describe({
      id: "createEmbeddings",
      group,
      summary: "Create embeddings",
      description: `Turns texts into vectors. ${ofOpenAi}`,
      body: {
        schema: z.looseObject({
          model: modelName,
          input: z.unknown().describe("Text, or a list of texts"),
        }),
        example: { model: "demo-embedding", input: "A latchkey" },
      },
      response: {
        schema: z.looseObject({
          data: z.array(z.looseObject({})).describe("One vector for each text"),
          usage,
        }),
        example: {
          data: [{ object: "embedding", index: 0, embedding: [0.012, -0.034] }],
          usage: { prompt_tokens: 3, total_tokens: 3 },
        },
      },
      errors: { ...INVALID, ...UNPAID },
    }),
  )
  .post(
    "/v1/moderations",
    describe({
      id: "createModeration",
      group,
      summary: "Check a text for harmful content",
      description: `Returns which categories of harmful content a text has. It is free. ${ofOpenAi}`,
      body: {
        schema: z.looseObject({ model: modelName, input: z.unknown().describe("Text, or a list of texts") }),
        example: { model: "demo-moderation", input: "Hello" },
      },
      response: {
        schema: z.looseObject({ results: z.array(z.looseObject({ flagged: z.boolean() })) }),
        example: { results: [{ flagged: false, categories: {}, category_scores: {} }] },
      },
      errors: INVALID,
    }),
  )
  .get(
    "/v1/models",
    describe({
      id: "listModels",
      group,
      summary: "List models",
      description:
        "The available models with their prices. With an `anthropic-version` header, in the format of the Anthropic API.",
      response: {
        schema: z.object({ object: z.literal("list"), data: z.array(model) }),
        example: { object: "list", data: [MODEL] },
      },
      errors: { invalid_api_key: INVALID_KEY },
    }),
  )
  .get(
    "/v1/models/:id",
    describe({
      id: "getModel",
      group,
      summary: "Get a model",
      description: "A model with its prices.",
      parameters: { id: { description: "The model's `id`; it may contain slashes", example: MODEL.id } },
      response: { schema: model, example: MODEL },
      errors: { invalid_api_key: INVALID_KEY, model_not_found: "The model isn't in the list of models" },
    }),
  )
  .get(
    "/v1/key",
    describe({
      id: "getPresentedKey",
      group,
      summary: "Get the key in use",
      description: "Returns what the key that the request is sent with may do and see.",
      response: {
        schema: presentedKeyView,
        example: {
          object: "key",
          id: "key_4fzT0aXb9LmQ2sWc7dVe",
          name: "Production",
          key: "lk_8fK2x••••••••Zq3T",
          test: false,
          created_at: "2026-11-20T14:00:00.000Z",
          expires_at: null,
          ...UNRESTRICTED,
          budgets: [],
          balance: 23.58,
        },
      },
      errors: { invalid_api_key: INVALID_KEY },
    }),
  )
  .post(
    "/v1/keys/self/revoke",
    describe({
      id: "revokePresentedKey",
      group,
      summary: "Revoke the key in use",
      description:
        "Revokes the key that the request is sent with. Anyone who finds a leaked key can revoke it, because the request needs nothing but the key.",
      response: { schema: revokedKey, example: REVOKED_KEY },
      errors: {
        invalid_api_key: "The key is missing, wrong or unknown",
        rate_limit_exceeded: "Too many requests from one address",
      },
    }),
  );
