import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { breakConnection, loopbackOnly } from "../loopback-server.ts";
import { listModels } from "./catalog.ts";
import { chatCompletions } from "./chat-completions.ts";
import { completions } from "./completions.ts";
import { beforeFirstByte, deliver, ORGANIZATION } from "./delivery.ts";
import { embeddings } from "./embeddings.ts";
import { ApiError, anthropicError, openAiError } from "./errors.ts";
import type { Endpoint } from "./exchange.ts";
import { faultsOf } from "./faults.ts";
import { imageEdits } from "./image-edits.ts";
import { images } from "./images.ts";
import { messages, messageTokens } from "./messages.ts";
import { moderations } from "./moderations.ts";
import { PromptCache } from "./prompt-cache.ts";
import { rerank } from "./rerank.ts";
import { responses } from "./responses.ts";
import { speech } from "./speech.ts";
import { transcriptions, translations } from "./transcriptions.ts";

const ENDPOINTS: Record<string, Endpoint> = {
  "/chat/completions": chatCompletions,
  "/completions": completions,
  "/responses": responses,
  "/messages": messages,
  "/messages/count_tokens": messageTokens,
  "/embeddings": embeddings,
  "/moderations": moderations,
  "/rerank": rerank,
  "/images/generations": images,
  "/audio/speech": speech,
};
const FORM_ENDPOINTS: Record<string, Endpoint> = {
  "/images/edits": imageEdits,
  "/audio/transcriptions": transcriptions,
  "/audio/translations": translations,
};
const TOKEN_MS = 20;

/**
 * A demo upstream provider with OpenAI's and Anthropic's API: it repeats its input, counts tokens, calls tools,
 * and fails on request (see `Faults`). `tokenMs` is the time between two events of a stream.
 */
export function createUpstreamApp(apiKey: string, { tokenMs = TOKEN_MS } = {}) {
  const cache = new PromptCache();
  const service = new Hono().use(async (c, next) => {
    checkKey(c, apiKey);
    await next();
    describeProvider(c);
  });
  const serve = (path: string, endpoint: Endpoint, readBody: (c: Context) => Promise<unknown>) =>
    service.post(path, async (c) => {
      if (isAnthropic(c)) checkVersion(c);
      const exchange = endpoint.read(await readBody(c), cache);
      const { stream, text } = exchange;
      const request = c.req.raw;
      const connection = { signal: request.signal, cut: () => breakConnection(request) };
      const delivery = { stream, faults: faultsOf(text), errors: endpoint.errors, tokenMs, ...connection };
      await beforeFirstByte(delivery);
      return deliver(exchange.reply(delivery.faults), delivery);
    });
  for (const [path, endpoint] of Object.entries(ENDPOINTS)) serve(path, endpoint, readJson);
  for (const [path, endpoint] of Object.entries(FORM_ENDPOINTS)) serve(path, endpoint, readForm);
  service.get("/models", (c) => c.json(listModels()));
  return new Hono().use(loopbackOnly).route("/v1", service).notFound(unknownPath).onError(failed);
}

const isAnthropic = (c: Context) => c.req.path.startsWith("/v1/messages");

function checkKey(c: Context, apiKey: string): void {
  const [, bearer] = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  const given = bearer ?? (isAnthropic(c) ? c.req.header("x-api-key") : undefined);
  if (given === apiKey) return;
  const headers = isAnthropic(c) ? "'x-api-key: KEY'" : "'Authorization: Bearer KEY'";
  const problem =
    given === undefined
      ? `The request has no API key. Send it in the header ${headers}.`
      : "The API key is incorrect.";
  throw new ApiError(401, problem, { code: "invalid_api_key" });
}

function checkVersion(c: Context): void {
  if (c.req.header("anthropic-version") === undefined)
    throw new ApiError(
      400,
      "The header 'anthropic-version' is required, such as 'anthropic-version: 2023-06-01'.",
    );
}

async function readJson(c: Context): Promise<unknown> {
  const type = c.req.header("content-type") ?? "application/json";
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new ApiError(
      415,
      `Unsupported content type '${type}'. Send JSON with 'Content-Type: application/json'.`,
      {
        code: "unsupported_content_type",
      },
    );
  const body = await c.req.json<unknown>().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ApiError(400, `The request body is not valid JSON: ${reason}`, { code: "invalid_json" });
  });
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw new ApiError(400, "The request body must be a JSON object.", { code: "invalid_json" });
}

/** Names that end in brackets are lists, as in OpenAI's API. */
async function readForm(c: Context): Promise<unknown> {
  const form = await c.req.formData().catch(() => {
    throw new ApiError(400, "The request body is not a form. Send 'multipart/form-data'.", {
      code: "invalid_form",
    });
  });
  const fields: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    const values = await Promise.all(form.getAll(name).map(partOf));
    fields[name] = name.endsWith("[]") ? values : values.at(-1);
  }
  return fields;
}

const partOf = async (value: string | File) =>
  typeof value === "string"
    ? value
    : { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) };

/** As with real providers, headers name the organization; a gateway must not pass them on. */
function describeProvider(c: Context): void {
  const id = `req_${randomUUID().replaceAll("-", "")}`;
  const names = isAnthropic(c)
    ? { id: "request-id", organization: "anthropic-organization-id" }
    : { id: "x-request-id", organization: "openai-organization" };
  c.header(names.id, id);
  c.header(names.organization, ORGANIZATION);
}

function unknownPath(c: Context): Response {
  const served = Object.keys({ ...ENDPOINTS, ...FORM_ENDPOINTS }).map((path) => `/v1${path}`);
  const message = `Unknown request: ${c.req.method} ${c.req.path}. Paths that accept POST: ${served.join(", ")}.`;
  return failed(new ApiError(404, message, { code: "unknown_url" }), c);
}

function failed(error: Error, c: Context): Response {
  if (!(error instanceof ApiError)) console.error(error);
  const known = error instanceof ApiError ? error : new ApiError(500, error.message);
  if (known.retryAfter !== null) c.header("retry-after", String(known.retryAfter));
  // Any status from 400 to 599, including those without a name.
  return c.json(
    isAnthropic(c) ? anthropicError(known) : openAiError(known),
    known.status as ContentfulStatusCode,
  );
}
