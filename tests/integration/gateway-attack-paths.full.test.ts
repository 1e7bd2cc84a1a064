import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attempt, charge, refusal, sendAsWritten } from "./attacks/attempt.ts";
import { ANTHROPIC, CHAT, COUNT_TOKENS, DEAR, PRICES, post, TARGETS } from "./attacks/targets.ts";
import { type Edge, startEdge } from "./gateway-http/edge.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: PRICES });
});
afterAll(() => edge.stop());

const UNKNOWN = [404, "unknown_endpoint", null];
const send = sendAsWritten;
const rest = (path: string) => path.slice("/v1".length);

/** Spellings that some server takes for the same path. */
const SPELLINGS: [string, (path: string) => string][] = [
  ["a slash at the end", (path) => `${path}/`],
  ["two slashes at the end", (path) => `${path}//`],
  ["capitals", (path) => `/v1${rest(path).toUpperCase()}`],
  ["a capital", (path) => path.replace(/[a-z]+$/, (word) => word.charAt(0).toUpperCase() + word.slice(1))],
  ["an encoded letter", (path) => path.replace(/.$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
  [
    "a doubly encoded letter",
    (path) => path.replace(/.$/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  ],
  ["encoded slashes", (path) => `/v1/${rest(path).slice(1).replaceAll("/", "%2f")}%2f`],
  ["a matrix parameter", (path) => `${path};x=1`],
  ["an early matrix parameter", (path) => path.replace("/v1/", "/v1/;x/")],
  ["an encoded question mark", (path) => `${path}%3Fbeta=true`],
  ["an encoded hash", (path) => `${path}%23`],
  ["a space", (path) => `${path}%20`],
  ["a zero", (path) => `${path}%00`],
  ["a line break", (path) => `${path}%0d%0ax-evil:%201`],
  ["a file ending", (path) => `${path}.json`],
  ["a dot", (path) => `${path}.`],
  ["a fullwidth slash", (path) => path.replace("/v1/", "/v1/%ef%bc%8f")],
  ["an overlong slash", (path) => path.replace("/v1/", "/v1/%c0%af")],
  ["a doubly encoded way up", (path) => path.replace("/v1/", "/v1/x/%252e%252e/")],
  ["a version three times", (path) => `/v1/v1${path}`],
  ["a deployment", (path) => `/v1/deployments/demo-dear${rest(path)}`],
  ["an engine", (path) => `/v1/engines/demo-dear${rest(path)}`],
];

describe.each(TARGETS)("G5: $path", ({ path, body, cost, hold }) => {
  test.each(SPELLINGS)("with %s is an unknown endpoint", async (_, spell) => {
    expect(await refusal(edge, { path: spell(path), init: post(body), send })).toEqual(UNKNOWN);
  });

  test.each(["GET", "PUT", "PATCH", "DELETE", "QUERY", "PROPFIND"])(
    "with the method %s is an unknown endpoint",
    async (method) => {
      const { attempts, holds, status } = await attempt(edge, { path, init: { method }, send });
      // Workerd itself refuses methods that it does not know.
      expect([status, attempts, holds]).toEqual([status >= 500 ? status : 404, 0, []]);
    },
  );

  test("with HEAD has no body, and is not forwarded", async () => {
    const { status, text, attempts, holds } = await attempt(edge, { path, init: { method: "HEAD" }, send });
    expect([status, text, attempts, holds]).toEqual([404, "", 0, []]);
  });

  test.each([
    { "x-http-method-override": "POST" },
    { "x-http-method": "POST" },
    { "x-method-override": "POST" },
    { "x-original-url": "/v1/chat/completions" },
    { "x-rewrite-url": "/v1/chat/completions" },
    { "x-forwarded-prefix": "/v1" },
    { "x-forwarded-host": "elsewhere.test" },
  ])("is not changed by the header %j", async (headers) => {
    expect(await refusal(edge, { path, init: { method: "GET", headers }, send })).toEqual(UNKNOWN);
    const { received } = await charge(edge, { path, init: post(body, headers), send });
    expect([received?.method, received?.path]).toEqual(["POST", `/base${path}`]);
    expect(received?.headers).not.toHaveProperty(Object.keys(headers)[0] ?? "");
  });

  test.each([
    ["model", `model=${DEAR}`],
    ["api-version", "api-version=2024-02-01"],
    ["n", "n=128"],
    ["stream", "stream=true"],
    ["key", "key=sk-1"],
    ["beta", "beta=false"],
    ["beta", "beta=true%00"],
    ["Beta", "Beta=true"],
    ["", "=1"],
    ["x", "x"],
    ["a;b", "a;b=1"],
    ["%", "%"],
    ["provider", "beta=true&provider=azure"],
  ])("refuses the query field %j", async (name, query) => {
    const init = post(body, { "content-type": "application/json" });
    const field = path.startsWith("/v1/messages") || !query.startsWith("beta=true&") ? name : "beta";
    const result = await refusal(edge, { path: `${path}?${query}`, init, send });
    expect(result).toEqual([400, "unsupported_parameter", field]);
  });

  // The platform resolves some of these before the gateway sees them, as the specification of URLs says; the others are
  // base URLs that customers write.
  test.each([
    ["an empty query", (own: string) => `${own}?`],
    ["a fragment", (own: string) => `${own}#model=demo-dear`],
    ["a dot", (own: string) => own.replace("/v1/", "/v1/./")],
    ["an encoded dot", (own: string) => own.replace("/v1/", "/v1/%2e/")],
    ["a way up", (own: string) => own.replace("/v1/", "/v1/voices/../")],
    ["an encoded way up", (own: string) => own.replace("/v1/", "/v1/%2E%2e/v1/")],
    ["a way in from elsewhere", (own: string) => `/api/..${own}`],
    ["a doubled slash", (own: string) => own.replace("/v1/", "/v1//")],
    ["doubled slashes", (own: string) => own.replaceAll("/", "//")],
    ["a version twice", (own: string) => `/v1${own}`],
    ["no version", rest],
    ["no version and a doubled slash", (own: string) => `/${rest(own)}`],
    ["the version in capitals", (own: string) => `/V1${rest(own)}`],
    ["backslashes", (own: string) => `/v1${rest(own).replaceAll("/", "\\")}`],
  ])("with %s is priced and forwarded as what it is", async (_, spell) => {
    const init = post(body, { "content-type": "application/json" });
    const result = await charge(edge, { path: spell(path), init, send });
    expect([result.received?.path, result.cost, result.hold]).toEqual([
      `/base${path}`,
      cost,
      hold(result.bytes),
    ]);
    expect((await result.customer.metered()).admissions).toMatchObject([{ endpoint: path }]);
  });
});

describe.each([ANTHROPIC, COUNT_TOKENS])("$path", ({ path, body, cost }) => {
  test.each(["beta=true", "beta=true&beta=true"])(
    "takes the query %s, and does not pass it on",
    async (query) => {
      const result = await charge(edge, { path: `${path}?${query}`, init: post(body) });
      expect([result.cost, result.received?.path]).toEqual([cost, `/base${path}`]);
    },
  );
});

/** Paths of providers, proxies and servers that would act for the operator. */
const FOREIGN: [string, string][] = [
  ...["DELETE", "PATCH", "POST", "PUT"].map((method): [string, string] => [method, "/v1/models/demo-small"]),
  ...[
    "GET /v1/responses/resp_1",
    "DELETE /v1/responses/resp_1",
    "GET /v1/responses/resp_1/input_items",
    "POST /v1/responses/resp_1/cancel",
    "POST /v1/responses/input_tokens",
    "POST /v1/responses/compact",
    "GET /v1/chat/completions",
    "GET /v1/chat/completions/chatcmpl-1",
    "POST /v1/chat/completions/chatcmpl-1",
    "DELETE /v1/chat/completions/chatcmpl-1",
    "GET /v1/chat/completions/chatcmpl-1/messages",
    "POST /v1/conversations",
    "GET /v1/conversations/conv_1",
    "POST /v1/conversations/conv_1/items",
    "GET /v1/files",
    "POST /v1/files",
    "GET /v1/files/file-1/content",
    "DELETE /v1/files/file-1",
    "POST /v1/uploads",
    "POST /v1/batches",
    "GET /v1/batches",
    "POST /v1/messages/batches",
    "GET /v1/messages/batches/b_1/results",
    "POST /v1/complete",
    "POST /v1/fine_tuning/jobs",
    "POST /v1/assistants",
    "POST /v1/threads",
    "POST /v1/threads/runs",
    "POST /v1/vector_stores",
    "POST /v1/realtime/sessions",
    "POST /v1/realtime/client_secrets",
    "POST /v1/realtime/calls",
    "GET /v1/realtime",
    "POST /v1/chatkit/sessions",
    "POST /v1/containers",
    "POST /v1/evals",
    "POST /v1/videos",
    "POST /v1/images/variations",
    "POST /v1/score",
    "POST /v1/pooling",
    "POST /v1/classify",
    "POST /v1/tokenize",
    "POST /v1/load_lora_adapter",
    "POST /v1/edits",
    "POST /v1/search",
    "POST /v1/webhooks",
    "GET /v1/organization/users",
    "GET /v1/organization/costs",
    "POST /v1/organization/admin_api_keys",
    "GET /v1/dashboard/billing/usage",
    "POST /v1/key/generate",
    "GET /v1/key/info",
    "POST /v1/team/new",
    "GET /v1/model/info",
    "POST /v1/mcp",
    "GET /v1/mcp/tools",
    "POST /v1/a2a",
    "POST /v1/agents",
    "POST /v1/organizations/invites",
    "GET /v1/environments",
    "POST /v1/sessions",
    "POST /v1/memory_stores",
    "POST /v1/skills",
    "GET /v1/metrics",
    "GET /v1/health",
    "GET /v1/",
    "POST /v1/",
    "GET /v1/internal",
    "POST /v1/;x/files",
    "GET /v1/..;/admin",
    "GET /v1/.env",
    "POST /v1/keys",
    "GET /v1/keys/self",
    "GET /v1/keys/self/revoke",
    "POST /v1/keys/self",
    "POST /v1/keys/key_1/revoke",
    "POST /v1/key",
    "POST /v1/models",
    "POST /v1beta/models/demo-small:generateContent",
    "POST /v1/projects/p/x:predict",
  ].map((line): [string, string] => {
    const [method = "", path = ""] = line.split(" ");
    return [method, path];
  }),
];

test.each(TARGETS)("G5: $path outside of /v1 is nothing", async ({ path, body }) => {
  const init = post(body, { "content-type": "application/json" });
  for (const spelling of [
    `/v1%2F${rest(path).slice(1)}`,
    `/v2${rest(path)}`,
    rest(path).toUpperCase(),
    `/x${path}`,
    `/api${path}`,
  ]) {
    const { status, attempts, holds } = await attempt(edge, { path: spelling, init, send });
    expect([status, attempts, holds], spelling).toEqual([404, 0, []]);
  }
});

test.each(FOREIGN)("G5: %s %s does nothing", async (method, path) => {
  const init =
    method === "GET" ? { method } : { ...post(CHAT.body, { "content-type": "application/json" }), method };
  const { status, attempts, holds, text } = await attempt(edge, { path, init, send });
  expect([status, attempts, holds]).toEqual([404, 0, []]);
  if (path.startsWith("/v1/")) expect(JSON.parse(text).error.code).toBe("unknown_endpoint");
});
