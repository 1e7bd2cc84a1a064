import { z } from "zod";
import { revokedKey } from "#core/contract/keys.ts";
import type { Operation } from "../operation.ts";
import { REVOKED_KEY } from "./examples.ts";

const group = "Gateway";
const credential = "key";
const INVALID_KEY = "The key is missing, wrong or revoked";

const model = z.looseObject({
  id: z.string().describe("What a request names in `model`"),
  object: z.literal("model"),
  created: z.number(),
  owned_by: z.string(),
  context_length: z.number().describe("Tokens of a request and its answer together, at most"),
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
  model: z.string().describe("One that `GET /v1/models` lists"),
  messages: z
    .array(z.looseObject({ role: z.string(), content: z.unknown() }))
    .describe("The conversation so far"),
  stream: z.boolean().optional().describe("Whether the answer comes piece by piece"),
});
const chatAnswer = z.looseObject({
  choices: z.array(z.looseObject({})).describe("What the model answered"),
  usage: z.looseObject({}).optional().describe("The token counts"),
});

/** What the gateway answers itself, and the path that most requests take through it. */
export const gatewayOperations: Operation[] = [
  {
    id: "createChatCompletion",
    group,
    method: "post",
    path: "/v1/chat/completions",
    summary: "Ask a model",
    description:
      "Goes to the AI service and back, metered. Further endpoints of the OpenAI API below `/v1`, such as `/v1/embeddings` and `/v1/responses`, go the same way: [API Usage](/documentation/api-usage) lists them.",
    credential,
    body: {
      schema: chatRequest,
      example: { model: "demo-small", messages: [{ role: "user", content: "Hello" }] },
    },
    answer: {
      status: 200,
      schema: chatAnswer,
      example: {
        choices: [{ index: 0, message: { role: "assistant", content: "Hello!" }, finish_reason: "stop" }],
        usage: { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 },
      },
    },
    errors: {
      invalid_request: "The body is not JSON, or a field of it cannot be right",
      unsupported_parameter: "The endpoint does not support a field of the body",
      payload_too_large: "The body has more than 8 MB",
      unsupported_media_type: "The body is not JSON in UTF-8",
      invalid_api_key: INVALID_KEY,
      key_disabled: "The key is switched off, or has expired",
      origin_not_allowed: "The key does not allow the page that called",
      insufficient_balance: "The balance does not cover the most that the request can cost",
      budget_exceeded: "A budget of the key does not cover it",
      quota_exceeded: "The requests of the plan are used up",
      rate_limit_exceeded: "The key sent 100 requests in 60 seconds, or an address too many unknown keys",
      model_not_found: "The list of models does not have it",
      upstream_error: "The model failed",
      upstream_timeout: "The model took too long",
    },
  },
  {
    id: "listModels",
    group,
    method: "get",
    path: "/v1/models",
    summary: "List models",
    description: "The models that a request can name, with their prices.",
    credential,
    answer: {
      status: 200,
      schema: z.object({ object: z.literal("list"), data: z.array(model) }),
      example: { object: "list", data: [MODEL] },
    },
    errors: { invalid_api_key: INVALID_KEY },
  },
  {
    id: "getModel",
    group,
    method: "get",
    path: "/v1/models/{id}",
    summary: "Get one model",
    description: "A model with its prices.",
    credential,
    parameters: { id: { description: "`id` of a model; it may hold slashes", example: MODEL.id } },
    answer: { status: 200, schema: model, example: MODEL },
    errors: { invalid_api_key: INVALID_KEY, model_not_found: "The list of models does not have it" },
  },
  {
    id: "revokePresentedKey",
    group,
    method: "post",
    path: "/v1/keys/self/revoke",
    summary: "Revoke the key that is sent",
    description: "Whoever finds a leaked key can end it: the call needs nothing but the key.",
    credential,
    answer: { status: 200, schema: revokedKey, example: REVOKED_KEY },
    errors: {
      invalid_api_key: "The key is missing, wrong or unknown",
      rate_limit_exceeded: "Too many calls from one address",
    },
  },
];
