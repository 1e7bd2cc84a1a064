import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import type { ErrorForm } from "#core/domain/gateway/endpoint.ts";
import { errorBody, errorEvent, type GatewayFailure } from "#core/domain/gateway/endpoints/error-forms.ts";
import { endpointAt } from "./gateway-endpoint-support.ts";

const failure: GatewayFailure = {
  status: 502,
  type: "api_error",
  code: "upstream_error",
  message: 'The API\nfailed "here".',
  param: null,
  requestId: "req_1",
};
const respond = (body: string, init: ResponseInit) => async () => new Response(body, init);
const sse = (...events: string[]) =>
  respond(events.join(""), { headers: { "content-type": "text/event-stream", "request-id": "req_1" } });
const json = (form: ErrorForm, status: number) =>
  respond(JSON.stringify(errorBody(form, { ...failure, status })), {
    status,
    headers: { "content-type": "application/json" },
  });
const openai = (fetch: () => Promise<Response>) =>
  new OpenAI({ apiKey: "k", baseURL: "http://x/v1", maxRetries: 0, fetch });
const anthropic = (fetch: () => Promise<Response>) =>
  new Anthropic({ apiKey: "k", baseURL: "http://x", maxRetries: 0, fetch });

async function errorOf(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
}
async function drain(stream: AsyncIterable<unknown>) {
  for await (const _ of stream);
}

describe("an error in a stream", () => {
  it("is an API error of the openai package, in chat completions", async () => {
    const chunk = `data: {"id":"c","object":"chat.completion.chunk","choices":[]}\n\n`;
    const client = openai(sse(chunk, errorEvent("openai", failure)));
    const error = await errorOf(async () =>
      drain(await client.chat.completions.create({ model: "m", messages: [], stream: true })),
    );
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ code: "upstream_error", type: "api_error", message: failure.message });
  });

  it("is an API error of the openai package, in responses", async () => {
    const client = openai(sse(errorEvent("responses", failure, 7)));
    const error = await errorOf(async () =>
      drain(await client.responses.create({ model: "m", input: "x", stream: true })),
    );
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({
      code: "upstream_error",
      type: "api_error",
      message: failure.message,
      param: null,
    });
  });

  it("is an API error of Anthropic's package", async () => {
    const client = anthropic(sse(errorEvent("anthropic", failure)));
    const request = {
      model: "m",
      max_tokens: 5,
      messages: [{ role: "user" as const, content: "x" }],
      stream: true as const,
    };
    const error = await errorOf(async () => drain(await client.messages.create(request)));
    expect(error).toBeInstanceOf(Anthropic.APIError);
    expect(error).toMatchObject({
      type: "api_error",
      error: { request_id: "req_1", error: { message: failure.message } },
    });
  });

  it("has the members of the documentation, in responses", () => {
    const [name, data = ""] = errorEvent("responses", failure, 7).trimEnd().split("\n");
    expect(name).toBe("event: error");
    const { error, ...documented } = JSON.parse(data.slice("data: ".length));
    expect(documented).toEqual({
      type: "error",
      code: "upstream_error",
      message: failure.message,
      param: null,
      sequence_number: 7,
    });
    expect(error).toEqual({
      type: "api_error",
      code: "upstream_error",
      message: failure.message,
      param: null,
    });
  });

  it.each(["openai", "responses", "anthropic"] as const)(
    "is one event, whatever its message is: %s",
    (form) => {
      const text = errorEvent(form, { ...failure, message: "a\n\ndata: [DONE]\r\n\u2028" });
      expect(text.match(/\n\n/g)).toHaveLength(1);
      expect(text.endsWith("\n\n")).toBe(true);
      const path = { openai: "/chat/completions", responses: "/responses", anthropic: "/messages" }[form];
      const reader = endpointAt(path).createStreamReader();
      reader.take({
        name: form === "openai" ? "" : "error",
        data: /^data: ([^\n]*)\n/m.exec(text)?.[1] ?? "",
      });
      expect(reader.reading.failed).toBe(true);
    },
  );
});

describe("an error response", () => {
  it.each([400, 401, 402, 403, 404, 413, 429, 500, 502, 503])(
    "is read by the openai package: %i",
    async (status) => {
      for (const form of ["openai", "responses"] as const) {
        const error = await errorOf(() =>
          openai(json(form, status)).responses.create({ model: "m", input: "x" }),
        );
        expect(error).toMatchObject({ status, code: "upstream_error", type: "api_error", param: null });
      }
    },
  );

  it.each([
    [400, "invalid_request_error"],
    [401, "authentication_error"],
    [402, "billing_error"],
    [403, "permission_error"],
    [404, "not_found_error"],
    [413, "request_too_large"],
    [415, "invalid_request_error"],
    [429, "rate_limit_error"],
    [500, "api_error"],
    [502, "api_error"],
    [503, "overloaded_error"],
    [504, "timeout_error"],
    [529, "overloaded_error"],
  ])("has the type of Anthropic's API: %i is %s", async (status, type) => {
    expect(errorBody("anthropic", { ...failure, status })).toEqual({
      type: "error",
      request_id: "req_1",
      error: { type, message: failure.message, code: "upstream_error", param: null },
    });
    const request = { model: "m", max_tokens: 5, messages: [{ role: "user" as const, content: "x" }] };
    const error = await errorOf(() => anthropic(json("anthropic", status)).messages.create(request));
    expect(error).toMatchObject({ status, type });
  });

  it("lets Anthropic's SDK go on without a thread when that is refused", () => {
    const { error } = errorBody("anthropic", { ...failure, status: 400, param: "thread" }) as {
      error: object;
    };
    expect(error).toMatchObject({
      details: { error_code: "thread_unsupported_request", unsupported: ["thread"] },
    });
  });
});

describe("the cost in a response", () => {
  const cost = (path: string, text: string) => endpointAt(path).withCost(text, "0.000123");

  it.each([
    [
      "/chat/completions",
      '{"choices":[],"usage":{"prompt_tokens":1}}',
      '{"choices":[],"usage":{"prompt_tokens":1,"cost":0.000123}}',
    ],
    ["/completions", '{"usage":{}}', '{"usage":{"cost":0.000123}}'],
    ["/embeddings", '{"data":[0.10,1e-7],"usage":{}}', '{"data":[0.10,1e-7],"usage":{"cost":0.000123}}'],
    [
      "/responses",
      '{"type":"response.completed","response":{"usage":{}}}',
      '{"type":"response.completed","response":{"usage":{"cost":0.000123}}}',
    ],
    ["/responses", '{"object":"response","usage":{}}', '{"object":"response","usage":{"cost":0.000123}}'],
    [
      "/messages",
      '{"type":"message_delta","usage":{"output_tokens":5}}',
      '{"type":"message_delta","usage":{"output_tokens":5,"cost":0.000123}}',
    ],
  ])("is in its usage: %s %s", (path, text, expected) => {
    expect(cost(path, text)).toBe(expected);
  });

  it.each([
    "[DONE]",
    "",
    "x",
    "null",
    "[]",
    '{"usage":null}',
    '{"usage":[1]}',
    '{"usage":5}',
    '{"choices":[{"usage":{}}]}',
    '{"a": 1}',
  ])("is left out without one: %j", (text) => {
    for (const path of ["/chat/completions", "/responses", "/messages"]) expect(cost(path, text)).toBe(text);
  });

  it("leaves every other number as it was written", () => {
    const numbers = "[1.0,-0,1e400,12345678901234567890,0.1000000000000000055,1E5,-1.50e-7]";
    const text = `{"a":${numbers},"__proto__":{"b":1},"usage":{"c":${numbers}}}`;
    expect(cost("/chat/completions", text)).toBe(
      `{"a":${numbers},"__proto__":{"b":1},"usage":{"c":${numbers},"cost":0.000123}}`,
    );
  });

  it("is left out of free endpoints", () => {
    for (const path of ["/moderations", "/messages/count_tokens"])
      expect(cost(path, '{"usage":{}}')).toBe('{"usage":{}}');
  });
});
