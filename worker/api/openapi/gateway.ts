import { Hono } from "hono";
import { z } from "zod";
import { revokedKey } from "#core/contract/keys.ts";
import { describe } from "./describe.ts";
import { REVOKED_KEY } from "./examples.ts";

const group = "Gateway";
const credential = "key";
const INVALID_KEY = "The key is missing, wrong or revoked";

const model = z.looseObject({
  id: z.string().describe("The name to send as `model`"),
  object: z.literal("model"),
  created: z.number(),
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
  created: 0,
  owned_by: "latchkey",
  context_length: 128000,
  max_output_tokens: 4096,
  pricing: { input_per_million: 0.5, output_per_million: 1.5, request: 0 },
};

const chatRequest = z.looseObject({
  model: z.string().describe("A model that `GET /v1/models` lists"),
  messages: z
    .array(z.looseObject({ role: z.string(), content: z.unknown() }))
    .describe("The conversation so far"),
  stream: z.boolean().optional().describe("Whether to stream the response in chunks"),
});
const chatResponse = z.looseObject({
  choices: z.array(z.looseObject({})).describe("The model's responses"),
  usage: z.looseObject({}).optional().describe("The token counts"),
});

/** Descriptions without handlers: the gateway forwards requests to many endpoints in the same way, without a route for each. */
export const gatewayDescriptions = new Hono()
  .post(
    "/v1/chat/completions",
    describe({
      id: "createChatCompletion",
      group,
      summary: "Create a chat completion",
      description:
        "Sends a conversation to a model and returns the response, optionally as a stream. Other endpoints of the OpenAI API, such as `/v1/embeddings` and `/v1/responses`, work in the same way: [API Usage](/documentation/api-usage) lists them.",
      credential,
      body: {
        schema: chatRequest,
        example: { model: "demo-small", messages: [{ role: "user", content: "Hello" }] },
      },
      response: {
        schema: chatResponse,
        example: {
          choices: [{ index: 0, message: { role: "assistant", content: "Hello!" }, finish_reason: "stop" }],
          usage: { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 },
        },
      },
      errors: {
        invalid_request: "The body isn't JSON, or a field is invalid",
        unsupported_parameter: "The endpoint doesn't support a field of the body",
        payload_too_large: "The body is larger than 8 MB",
        unsupported_media_type: "The body isn't JSON in UTF-8",
        invalid_api_key: INVALID_KEY,
        key_disabled: "The key is disabled or has expired",
        origin_not_allowed: "The key doesn't allow the browser's origin",
        insufficient_balance: "The balance doesn't cover the highest possible cost of the request",
        budget_exceeded: "A budget of the key doesn't cover the highest possible cost of the request",
        quota_exceeded: "The plan's requests are used up until they reset",
        rate_limit_exceeded:
          "The key sent 100 requests in 60 seconds, or too many unknown keys came from one address",
        model_not_found: "The model isn't in the list of models",
        upstream_error: "The model failed",
        upstream_timeout: "The model took too long",
      },
    }),
  )
  .get(
    "/v1/models",
    describe({
      id: "listModels",
      group,
      summary: "List models",
      description: "The available models with their prices.",
      credential,
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
      credential,
      parameters: { id: { description: "The model's `id`; it may contain slashes", example: MODEL.id } },
      response: { schema: model, example: MODEL },
      errors: { invalid_api_key: INVALID_KEY, model_not_found: "The model isn't in the list of models" },
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
      credential,
      response: { schema: revokedKey, example: REVOKED_KEY },
      errors: {
        invalid_api_key: "The key is missing, wrong or unknown",
        rate_limit_exceeded: "Too many requests from one address",
      },
    }),
  );
