import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { charge, refusal, sendAsWritten } from "./attacks/attempt.ts";
import {
  ANTHROPIC,
  CHAT,
  COMPLETIONS,
  COUNT_TOKENS,
  DEAR,
  PRICES,
  post,
  RESPONSES,
  TARGETS,
  WRITERS,
} from "./attacks/targets.ts";
import { type Edge, startEdge } from "./gateway-http/edge.ts";

let edge: Edge;
/** Drops unknown fields instead of refusing them. */
let lenient: Edge;
beforeAll(async () => {
  [edge, lenient] = await Promise.all([
    startEdge({ prices: PRICES }),
    startEdge({ prices: PRICES, unknownFields: "drop" }),
  ]);
});
afterAll(() => Promise.all([edge.stop(), lenient.stop()]));

const INVALID = [400, "invalid_request", null];
const MEDIA_TYPE = [415, "unsupported_media_type", null];
const LIMITS = {
  [CHAT.path]: "max_tokens",
  [COMPLETIONS.path]: "max_tokens",
  [ANTHROPIC.path]: "max_tokens",
};
const limitOf = (path: string) => LIMITS[path] ?? "max_output_tokens";
/** The members of an object as JSON, without its braces. */
const members = (body: object) => JSON.stringify(body).slice(1, -1);

describe.each(TARGETS)("G2: $path", ({ path, body, cost, hold }) => {
  test.each([
    ["spaces", " ".repeat(100_000)],
    ["line breaks", "\r\n\t".repeat(30_000)],
  ])("sees fields behind 100 kB of %s, and holds nothing for these", async (_, padding) => {
    const { model, ...others } = body;
    const text = `${padding}{"model":"${model}",${padding}${members(others)}${padding}}${padding}`;
    const result = await charge(edge, { path, init: post(text) });
    expect(result.sent).toMatchObject(body);
    expect(result.bytes).toBeLessThan(300);
    expect([result.cost, result.hold]).toEqual([cost, hold(result.bytes)]);
  });

  test("prices the model that it forwards, wherever a second one stands", async () => {
    const { model: _, ...others } = body;
    for (const [first, last] of [
      ["demo-small", DEAR],
      [DEAR, "demo-small"],
    ]) {
      const text = `{"model":"${first}",${members(others)},"mod\\u0065l":"${last}"}`;
      const result = await charge(edge, { path, init: post(text) });
      expect(result.sent).toMatchObject({ model: last });
      expect(String(result.received?.body).match(/"model"/g)).toHaveLength(1);
      expect((await result.customer.metered()).admissions).toMatchObject([{ model: last }]);
    }
  });

  test.each([
    "Model",
    "MODEL",
    "model ",
    " model",
    "model\0",
    "\ufeffmodel",
    "model[]",
    "$.model",
    "ｍodel",
    "N",
    "Stream",
    "\u017ftream",
    "Max_Tokens",
    "maxTokens",
    "max-tokens",
    "MAX_OUTPUT_TOKENS",
    "Service_Tier",
    "Tools",
    "Store",
    "Messages",
    "Input",
    "Prompt",
    "Web_Search_Options",
    "Best_Of",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "extra_body",
    "nosuchfield",
  ])("refuses the field %j by its name, or drops it", async (name) => {
    const text = `{${members(body)},${JSON.stringify(name)}:${JSON.stringify(DEAR)}}`;
    expect(await refusal(edge, { path, init: post(text) })).toEqual([400, "unsupported_parameter", name]);
    if (name === "extra_body" || name === "Web_Search_Options") return;
    const { received, ...result } = await charge(lenient, { path, init: post(text) });
    expect(String(received?.body)).not.toContain(DEAR);
    expect([result.cost, result.hold]).toEqual([cost, hold(result.bytes)]);
  });

  test.each([
    "text/plain",
    "text/json",
    "application/x-ndjson",
    "application/jsonlines",
    "application/octet-stream",
    "application/json; charset=utf-7",
    "application/json; charset=utf-16",
    "application/json;charset=latin1",
    "application/json; charset=utf-8; charset=utf-7",
    "application/json, text/plain",
    "application/jsonp",
    "application/vnd.api+json",
    "application/x-www-form-urlencoded",
    "*/*",
    "json",
    "application/ json",
    "multipart/form-data; boundary=x",
    "application/json; profile=x",
    "application/json;;",
  ])("does not read a body of the content type %s", async (type) => {
    expect(await refusal(edge, { path, init: post(body, { "content-type": type }) })).toEqual(MEDIA_TYPE);
  });

  test.each([
    "",
    "   ",
    "null",
    "true",
    "1",
    '"x"',
    "[]",
    "{",
    "{}{}",
    "{},",
    "{'model':'demo-small'}",
    '{"model":"demo-small",}',
    '{"model":NaN}',
    '{"model":undefined}',
    '{/**/"model":"demo-small"}',
    '{"a":01}',
    '{"a":0x10}',
    '{"a":+1}',
    '{"a":.5}',
    '{"a":"\u0001"}',
    '{"a":"\n"}',
    '{"a":1e999}',
    '{"a":-1e999}',
    '{"a":Infinity}',
    '{"a" 1}',
    "{a:1}",
    '{"a":"\\x41"}',
    '{"a":1}\0',
    "\ufeff\ufeff{}",
    `{"a":${"[".repeat(101)}${"]".repeat(101)}}`,
    `{"a":${"[".repeat(200_000)}`,
    `{"b":12345678901234567890,"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
  ])("refuses what is no sound JSON object: %.40s", async (text) => {
    expect(await refusal(edge, { path, init: post(text) })).toEqual(INVALID);
  });

  test.each([
    ["UTF-16", (text: string) => Buffer.from(text, "utf16le")],
    ["UTF-16 with a byte order mark", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["an overlong form", (text: string) => Buffer.concat([Buffer.from(text), Buffer.of(0xc0, 0xa0)])],
    ["Latin-1", (text: string) => Buffer.from(text.replace("Hello", "H\u00e9llo"), "latin1")],
    ["gzip without saying so", (text: string) => gzipSync(text)],
  ])("refuses a body in %s, also as gzip", async (_, encode) => {
    const bytes = encode(JSON.stringify(body));
    const type = { "content-type": "application/json" };
    expect(await refusal(edge, { path, init: { method: "POST", headers: type, body: bytes } })).toEqual(
      INVALID,
    );
    const headers = { ...type, "content-encoding": "gzip" };
    const packed = { method: "POST", headers, body: gzipSync(bytes) };
    expect(await refusal(edge, { path, init: packed })).toEqual(INVALID);
    const plain = { method: "POST", headers, body: JSON.stringify(body) };
    expect(await refusal(edge, { path, init: plain })).toEqual(INVALID);
  });

  test("forwards neither an encoding nor a length that the client made up", async () => {
    const type = { "content-type": "application/json" };
    const unread = { ...type, "content-encoding": "br" };
    expect(await refusal(edge, { path, init: post(body, unread), send: sendAsWritten })).toEqual(MEDIA_TYPE);
    const headers = { ...type, "content-encoding": "identity", "x-http-method": "PUT" };
    const result = await charge(edge, { path, init: post(body, headers), send: sendAsWritten });
    expect(result.received?.headers).not.toHaveProperty("content-encoding");
    expect(result.received?.headers["content-length"]).toBe(String(result.bytes));
    expect([result.cost, result.hold]).toEqual([cost, hold(result.bytes)]);
  });
});

const NOT_COUNTS = [
  '"128"',
  '"1"',
  "-1",
  "1.5",
  "0.5",
  "true",
  "[2]",
  "{}",
  "129",
  "1e9",
  "1e308",
  "9007199254740993",
  "12345678901234567890",
  '{"$numberInt":"2"}',
  '""',
  "-0.1",
  "100000000000000000000000",
];

describe.each([
  [CHAT, "n"],
  [COMPLETIONS, "n"],
  [COMPLETIONS, "best_of"],
] as const)("G2: %s", (target, field) => {
  const { path, body } = target;
  test.each([...NOT_COUNTS, "0", "-0"])(`refuses the ${field} %s`, async (value) => {
    const init = post(`{${members(body)},"${field}":${value}}`);
    expect(await refusal(edge, { path, init })).toEqual([400, "invalid_request", field]);
  });

  test.each([
    ["1E2", 100],
    ["128", 128],
    ["2.0", 2],
    ["null", 1],
    ["20e-1", 2],
  ])(`holds the ${field} %s as the number that the provider gets`, async (value, count) => {
    const result = await charge(edge, { path, init: post(`{${members(body)},"${field}":${value}}`) });
    expect(result.sent).toMatchObject({ [field]: value === "null" ? null : count });
    expect(result.hold).toBe(2 * result.bytes + 8 * 10 * count + 5);
  });
});

describe.each(WRITERS)("G2: $path", ({ path, body }) => {
  const limit = limitOf(path);
  const { [limit]: _, ...others } = body;
  test.each(NOT_COUNTS.filter((value) => !["129", "1e9"].includes(value)))(
    `refuses the ${limit} %s`,
    async (value) => {
      const init = post(`{${members(others)},"${limit}":${value}}`);
      expect(await refusal(edge, { path, init })).toEqual([400, "invalid_request", limit]);
    },
  );

  test("holds what the model can write, however much more is requested", async () => {
    for (const value of ["101", "1e9", "1000000000"]) {
      const result = await charge(edge, { path, init: post(`{${members(others)},"${limit}":${value}}`) });
      expect(result.hold).toBe(2 * result.bytes + 8 * 100 + 5);
    }
  });
});

const NOT_OBJECTS = ["1", "null", "true", '"Hello"', "[]", "[[1],[2]]", '["a","b"]', "12345678901234567890"];

describe.each([
  [CHAT, "messages"],
  [ANTHROPIC, "messages"],
  [COUNT_TOKENS, "messages"],
  [RESPONSES, "input"],
] as const)("G4: %s", ({ path, body }, field) => {
  test.each(NOT_OBJECTS)(`refuses ${field} with the item %s`, async (item) => {
    const { [field]: _, ...others } = body;
    for (const list of [`[${item}]`, `[{"role":"user","content":"Hi"},${item}]`]) {
      const init = post(`{${members(others)},"${field}":${list}}`);
      expect(await refusal(edge, { path, init })).toEqual([400, "invalid_request", field]);
    }
  });
});
