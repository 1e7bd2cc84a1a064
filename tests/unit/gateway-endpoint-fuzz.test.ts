import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import type { ReadRequest } from "#core/domain/gateway/endpoint.ts";
import { runs, seed } from "#tests/support/tier.ts";
import { chat, message, readText, SMALLEST } from "./gateway-endpoint-support.ts";
import { Members, NAIVE_READERS, type Naive, type NaiveReader, parseNaively } from "./gateway-naive-json.ts";

const RUNS = { numRuns: runs(2_000), seed };
const PATHS = Object.keys(SMALLEST);

const RICH: Readonly<Record<string, object>> = {
  "/chat/completions": {
    ...chat,
    max_tokens: 5,
    n: 2,
    stream: true,
    stream_options: { include_usage: false },
    service_tier: "flex",
    tools: [{ type: "function", function: { name: "f", parameters: { type: "object" } } }],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: '\\u0041\\"' },
          { type: "image_url", image_url: { url: "u" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
      },
    ],
  },
  "/completions": { model: "m", prompt: ["a", [1, 2]], n: 2, best_of: 3, max_tokens: 7, stream: false },
  "/responses": {
    model: "m",
    max_output_tokens: 9,
    store: true,
    stream: true,
    service_tier: "priority",
    input: [
      {
        role: "user",
        content: [
          { type: "input_text", text: "x" },
          { type: "input_image", image_url: "u" },
        ],
      },
    ],
  },
  "/messages": {
    ...message,
    thinking: { type: "enabled", budget_tokens: 50 },
    cache_control: { type: "ephemeral", ttl: "1h" },
    messages: [
      {
        role: "user",
        content: [
          { type: "image", source: { type: "base64", data: "x" } },
          { type: "text", text: "x" },
        ],
      },
    ],
    tools: [{ name: "t", input_schema: { type: "object" } }],
  },
  "/messages/count_tokens": { model: "m", messages: [{ role: "user", content: "x" }], system: "x" },
  "/embeddings": { model: "m", input: [[1, 2], [3]], dimensions: 8, user: "u" },
  "/moderations": { model: "m", input: ["x", { type: "image_url", image_url: { url: "u" } }] },
  "/rerank": { model: "m", query: "q", documents: ["x", { text: "y" }], top_n: 1, return_documents: true },
  "/images/generations": { model: "m", prompt: "x", size: "auto", stream: true, partial_images: 2 },
  "/audio/speech": { model: "m", input: "x", voice: "alloy", speed: 1.5 },
  "/audio/transcriptions": { model: "m", prompt: "x", language: "de", response_format: "text" },
  "/audio/translations": { model: "m", prompt: "x", temperature: "0.5" },
};

const NAMES = [
  "model",
  "n",
  "best_of",
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
  "stream",
  "store",
  "input",
  "messages",
  "tools",
  "prompt",
  "service_tier",
  "thinking",
  "models",
  "plugins",
  "previous_response_id",
  "type",
  "Model",
  "MAX_TOKENS",
  "__proto__",
  "constructor",
  "stream_options",
  "content",
  "file_id",
  "x",
  "\\u006e",
];
const VALUES = [
  '"m"',
  '"other"',
  "1",
  "128",
  "1e9",
  "true",
  "false",
  "null",
  "[]",
  "{}",
  '["x"]',
  '[{"type":"web_search"}]',
  '"\\u006d"',
  '{"type":"image_url"}',
  '{"id":"x"}',
  "12345678901234567890",
  "-0",
  "1.0",
  '"\\ud800"',
  '"auto"',
];
const member = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES))
  .map(([name, value]) => `"${name}":${value}`);
const space = fc.constantFrom("", " ", "\n", "\t".repeat(50));

/** A body of an endpoint, with members put at random places, or with its text damaged. */
const body = fc.constantFrom(...PATHS).chain((path) => {
  const whole = fc.constantFrom(RICH[path], SMALLEST[path]).map((each) => JSON.stringify(each));
  const members = fc.array(fc.tuple(fc.nat(40), member), { maxLength: 6 });
  const damage = fc.option(
    fc.record({ at: fc.nat(400), cut: fc.nat(20), put: fc.constantFrom("", '"', "}", "[", "\\", ",", "0") }),
    { nil: null, freq: 4 },
  );
  return fc.tuple(whole, members, space, damage).map(([text, added, padding, damaged]) => {
    const filled = added.reduce((so, [place, each]) => putInObject(so, place, `${padding}${each},`), text);
    const at = (damaged?.at ?? 0) % filled.length;
    return {
      path,
      text: damaged === null ? filled : filled.slice(0, at) + damaged.put + filled.slice(at + damaged.cut),
    };
  });
});

/** Behind one of the text's opening braces, before a member. */
function putInObject(text: string, place: number, added: string): string {
  const places = [...text.matchAll(/\{(?=")/g)].map((match) => match.index + 1);
  const at = places[place % Math.max(1, places.length)];
  return at === undefined ? text : text.slice(0, at) + added + text.slice(at);
}

/** The request, or null when it is refused; anything but a refusal fails the test. */
function readOf(path: string, text: string): ReadRequest | null {
  try {
    return readText(path, text, { price: { tiers: { flex: 500, priority: 2000, fast: 6000 } } });
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

const isAbsent = (value: Naive | undefined) =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);
const numbers = (...values: (Naive | undefined)[]) => values.filter((value) => typeof value === "number");
const listSize = (value: Naive | undefined) => (Array.isArray(value) ? value.length : 0);
const promptsIn = (value: Naive | undefined) =>
  Array.isArray(value) && value.some((item) => typeof item !== "number") ? value.length : 1;

/** What another reader makes of the forwarded body. */
function naiveFacts(path: string, text: string, reader: NaiveReader) {
  const root = parseNaively(text);
  const at = (name: string) => (root instanceof Members ? root.get(name, reader) : undefined);
  const limits = numbers(at("max_tokens"), at("max_completion_tokens"), at("max_output_tokens"));
  const isBatch = ["/completions", "/embeddings", "/moderations"].includes(path);
  return {
    model: at("model"),
    stream: at("stream") === true,
    choices: Math.max(1, ...numbers(at("n"), at("best_of"))),
    prompts: isBatch
      ? promptsIn(at(path === "/completions" ? "prompt" : "input"))
      : listSize(at("documents")) || 1,
    tools: listSize(at("tools")) + listSize(at("functions")),
    limit: limits.length === 0 ? null : Math.max(...limits),
    images: ["messages", "input", "system"].reduce(
      (sum, name) => sum + countTypes(at(name) ?? null, reader),
      0,
    ),
    tier: tierOf([at("service_tier"), at("speed")]),
    characters: [...String(at("input"))].length,
  };
}
const tierOf = (tiers: (Naive | undefined)[]) =>
  tiers.find(
    (tier) => typeof tier === "string" && !["auto", "default", "standard", "standard_only"].includes(tier),
  ) ?? null;

const WITHOUT_OUTPUT = ["/embeddings", "/rerank", "/audio/speech"];
const IMAGES = new Set<unknown>(["image", "image_url", "input_image"]);
function countTypes(value: Naive, reader: NaiveReader): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countTypes(item, reader), 0);
  if (!(value instanceof Members)) return 0;
  const own = IMAGES.has(value.get("type", reader)) ? 1 : 0;
  return own + value.list.reduce((sum, [, inner]) => sum + countTypes(inner, reader), 0);
}

describe("a body that is forwarded", () => {
  it("is read by every other reader as it was priced", () => {
    let forwarded = 0;
    fc.assert(
      fc.property(body, ({ path, text }) => {
        const request = readOf(path, text);
        if (request === null) return;
        forwarded += 1;
        const { facts } = request;
        const sent = JSON.stringify(request.fields);
        for (const reader of NAIVE_READERS) {
          const naive = naiveFacts(path, sent, reader);
          const { model, limit, images, tier, characters, ...others } = naive;
          expect(facts).toMatchObject(others);
          expect(request.model.model).toBe(model);
          if (path === "/audio/speech") expect(facts.units?.most).toBe(characters);
          expect([tier, tier === "fast" ? "priority" : tier]).toContain(facts.tier);
          if (facts.maxOutputTokens !== null && !WITHOUT_OUTPUT.includes(path))
            expect(limit).toBe(facts.maxOutputTokens);
          if (!facts.wholeContext) expect(facts.images).toBe(images);
        }
      }),
      { ...RUNS, seed },
    );
    expect(forwarded).toBeGreaterThan(RUNS.numRuns / 20);
  });

  it("names nothing that is refused, in no letter case, and no name several times", () => {
    const REFUSED = ["models", "plugins", "previous_response_id", "__proto__", "constructor", "x"];
    fc.assert(
      fc.property(body, fc.constantFrom("refuse", "drop"), ({ path, text }, unknownFields) => {
        let sent: string;
        try {
          sent = JSON.stringify(readText(path, text, { unknownFields }).fields);
        } catch (error) {
          if (error instanceof DomainError) return;
          throw error;
        }
        const root = parseNaively(sent);
        const names =
          root instanceof Members
            ? root.list.filter(([, value]) => !isAbsent(value)).map(([name]) => name.toLowerCase())
            : [];
        expect(names.filter((name) => REFUSED.includes(name))).toEqual([]);
        expect(new Set(names).size).toBe(names.length);
      }),
      RUNS,
    );
  });

  it("is read the same when it is sent again", () => {
    fc.assert(
      fc.property(body, ({ path, text }) => {
        const first = readOf(path, text);
        if (first === null) return;
        const again = readText(path, JSON.stringify(first.fields), {
          price: { tiers: { flex: 500, priority: 2000, fast: 6000 } },
        });
        expect(again.facts).toEqual(first.facts);
        const { prompt_cache_key: _key, ...fields } = first.fields;
        expect(JSON.parse(JSON.stringify(again.fields))).toMatchObject(JSON.parse(JSON.stringify(fields)));
      }),
      RUNS,
    );
  });

  it("is never refused by anything but a refusal, as random JSON", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PATHS),
        fc.json(),
        fc.dictionary(fc.constantFrom(...NAMES), fc.jsonValue()),
        (path, text, extra) => {
          readOf(path, text);
          readOf(path, JSON.stringify({ ...SMALLEST[path], ...extra }));
        },
      ),
      RUNS,
    );
  });
});
