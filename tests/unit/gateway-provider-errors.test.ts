import { describe, expect, it } from "vitest";
import { operatorOf, withoutOperator, withoutPrivate } from "#core/domain/gateway/operators-own.ts";
import { publicError } from "#worker/gateway/provider-errors.ts";

const shown = (status: number, error: unknown, form: "openai" | "anthropic" = "openai") =>
  publicError({ status, text: JSON.stringify({ error }), form, requestId: "r-1" });

describe("a provider's error", () => {
  it.each([
    "Rate limit reached for organization org-AbCdEf123456 on tokens per min.",
    "Project proj_9f8e7d6c5b does not have access to model gpt-4o.",
    "Incorrect API key provided: sk-proj-abcdefgh12345678.",
    "upstream connect error to http://10.1.2.3:8080/v1/chat",
    "no healthy upstream model-7.internal.svc:9000",
    "dial tcp 192.168.4.20:443: connection refused",
    "connect ECONNREFUSED [fd00:1:2:3::5]:8000",
    "See https://platform.openai.com/account/org-1234567/limits.",
    "Contact billing@operator.example about request req_0123456789abcdef.",
    "trace 123e4567-e89b-12d3-a456-426614174000",
    "could not reach localhost:11434",
  ])("never names the operator's account or a machine: %s", (message) => {
    const text = withoutPrivate(message);
    expect(text).not.toMatch(
      /AbCdEf|9f8e7d|abcdefgh|\d+\.\d+\.\d+\.\d+|internal|fd00|platform\.openai|operator\.example|0123456789|426614174000|localhost/,
    );
    expect(text).toContain("…");
  });

  it("never has the operator's credential or the provider's host, whatever they look like", () => {
    const upstream = operatorOf({ url: "http://gpu7:8000/v1", apiKey: "gsk_live+a/b=" });
    const text = "key gsk_live+a/b= of gpu7:8000 is not gpu7's";
    expect(withoutOperator(text, upstream)).toBe("key … of … is not gpu7's");
    expect(withoutOperator(text, { ...upstream, apiKey: null })).toBe("key gsk_live+a/b= of … is not gpu7's");
  });

  it("reads only the beginning of a long message, and shows no word that was cut", () => {
    const message = `${"x ".repeat(990)}org-AbCdEf123456-${"9".repeat(60_000)}`;
    expect(withoutPrivate(message)).toBe("x ".repeat(250));
    expect(withoutPrivate(`org-AbCdEf123456${"a.".repeat(30_000)}`)).not.toContain("AbCdEf");
  });

  it("keeps a message about the client's request", () => {
    const message = "Invalid value for 'messages[0].role': expected one of 'user' or 'assistant'.";
    expect(
      shown(400, { message, type: "invalid_request_error", code: null, param: "messages[0].role" }),
    ).toMatchObject({
      error: { message, type: "invalid_request_error", param: "messages[0].role" },
    });
  });

  it.each([429, 500, 503])("with status %i has a message of ours", (status) => {
    const text = JSON.stringify(shown(status, { message: "Slow down, org-AbCdEf123456", type: "requests" }));
    expect(text).not.toMatch(/Slow down|org-/);
    expect(text).toMatch(/Try again shortly/);
  });

  it.each([401, 402, 403, 407, 302])("with status %i stays inside", (status) => {
    expect(shown(status, { message: "No." })).toBeNull();
  });

  it.each(["insufficient_quota", "billing_hard_limit_reached"])(
    "about the operator's bill (%s) stays inside",
    (code) => {
      expect(shown(429, { message: "No.", code })).toBeNull();
      expect(shown(429, { message: "No.", type: code })).toBeNull();
    },
  );

  const inForm = (status: number, text: string) =>
    publicError({ status, text, form: "openai", requestId: "r-1" });

  it.each([
    // vLLM
    [
      { object: "error", message: "Too long.", type: "BadRequestError", param: "messages", code: 400 },
      { message: "Too long.", type: "BadRequestError", code: null, param: "messages" },
    ],
    // FastAPI
    [{ detail: "Too long." }, { message: "Too long.", type: "api_error", code: null, param: null }],
    [
      {
        detail: [
          { type: "missing", loc: ["body", "messages", 0, "role"], msg: "Field required", input: {} },
          { type: "missing", loc: ["body", "model"], msg: "Field required" },
        ],
      },
      {
        message: "messages.0.role: Field required; model: Field required",
        type: "missing",
        code: null,
        param: "messages.0.role",
      },
    ],
    // Mistral
    [
      {
        object: "error",
        message: { detail: [{ type: "extra", loc: ["body", "x"], msg: "No." }] },
        type: "invalid",
      },
      { message: "x: No.", type: "extra", code: null, param: "x" },
    ],
    // Google
    [
      [{ error: { code: 400, message: "Too long.", status: "INVALID_ARGUMENT" } }],
      { message: "Too long.", type: "api_error", code: null, param: null },
    ],
    // Cohere, AWS
    [{ message: "Too long." }, { message: "Too long.", type: "api_error", code: null, param: null }],
    [
      { errors: [{ message: "Too long.", code: "length" }] },
      { message: "Too long.", type: "api_error", code: "length", param: null },
    ],
    // Ollama
    [{ error: "Too long." }, { message: "Too long.", type: "api_error", code: null, param: null }],
    [
      { detail: "Too long for org-AbCdEf123456 at 10.0.0.1" },
      { message: "Too long for … at …", type: "api_error", code: null, param: null },
    ],
  ])("is understood in any of the usual forms: %j", (error, expected) => {
    for (const status of [400, 404, 413, 422])
      expect(inForm(status, JSON.stringify(error))).toEqual({ error: expected });
    expect(JSON.stringify(inForm(500, JSON.stringify(error)))).toContain("Try again shortly");
  });

  const FORMLESS = [
    "",
    "<html>",
    "[]",
    "null",
    '"no"',
    '{"error":null}',
    '{"error":{"message":7}}',
    '{"a":"no"}',
  ];

  it.each(FORMLESS)("keeps its status without a reason: %s", (text) => {
    const message = "The model refused this request and gave no reason.";
    for (const status of [400, 408, 409, 413, 422])
      expect(inForm(status, text)).toEqual({
        error: { message, type: "api_error", code: null, param: null },
      });
    expect(inForm(429, text)).toMatchObject({ error: { message: "The model is busy. Try again shortly." } });
  });

  it.each(FORMLESS)("stays inside where it may be the operator's address that is wrong: %s", (text) => {
    for (const status of [404, 405, 415, 421, 500, 502]) expect(inForm(status, text)).toBeNull();
  });

  it.each([
    { error: { message: "Your credit balance is too low to access the API." } },
    [{ error: { code: 400, message: "API key not valid. Please pass a valid API key." } }],
    { detail: "Invalid API key" },
    { message: "insufficient balance" },
  ])("stays inside where it is the operator that is at fault: %j", (error) => {
    expect(inForm(400, JSON.stringify(error))).toBeNull();
  });

  it("is not looked for in what nests deeper than any error", () => {
    const nested = (depth: number) => `${'{"error":'.repeat(depth)}"no"${"}".repeat(depth)}`;
    expect(JSON.stringify(inForm(400, nested(3)))).toContain('"no"');
    expect(JSON.stringify(inForm(400, nested(5_000)))).toContain("gave no reason");
  });

  it("has the form of the endpoint's API", () => {
    expect(
      shown(400, { message: "max_tokens: required", type: "invalid_request_error" }, "anthropic"),
    ).toMatchObject({
      type: "error",
      error: { type: "invalid_request_error", message: "max_tokens: required" },
    });
  });
});
