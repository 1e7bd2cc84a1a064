import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { charge, refusal } from "./attacks/attempt.ts";
import {
  ANTHROPIC,
  CHAT,
  COMPLETIONS,
  COUNT_TOKENS,
  EMBEDDINGS,
  MODERATIONS,
  PRICES,
  post,
  RESPONSES,
  responseWith,
  type Target,
  usageOf,
} from "./attacks/targets.ts";
import { type Edge, startEdge } from "./gateway-http/edge.ts";
import { json } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: PRICES });
});
afterAll(() => edge.stop());

const LONG = "x".repeat(300);
const LONG_MESSAGES = [{ role: "user", content: LONG }];

const serve = ({ path, body }: Target, changes: object, usage: object, more: object = {}) =>
  charge(edge, {
    path,
    init: post({ ...body, ...changes }),
    script: json(responseWith(usage, { ...more })),
  });
const refuse = ({ path, body }: Target, changes: object) =>
  refusal(edge, { path, init: post({ ...body, ...changes }) });

async function warningsOf({ metered }: { metered: () => Promise<{ admissions: { requestId: string }[] }> }) {
  const { admissions } = await metered();
  const lines = edge.logs.filter((line) => line.includes(admissions[0]?.requestId ?? "?"));
  return lines.map((line) => JSON.parse(line).event);
}

const TOKENS = 2 * 7 + 8 * 3;

describe.each([CHAT, RESPONSES])("G9: the tier of $path", (target) => {
  test.each([
    // Requested, reported, thousandths held, thousandths charged, reported to the operator.
    ["priority", "priority", 2000, 2000, false],
    ["priority", "default", 2000, 1000, false],
    ["priority", "flex", 2000, 500, false],
    ["priority", undefined, 2000, 2000, false],
    ["priority", "scale", 2000, 2000, true],
    ["fast", "priority", 2000, 2000, false],
    ["flex", "flex", 1000, 500, false],
    ["flex", undefined, 1000, 500, false],
    ["flex", "default", 1000, 1000, false],
    ["flex", "priority", 1000, 1000, true],
    [undefined, "priority", 1000, 1000, true],
    [undefined, "flex", 1000, 500, false],
    ["auto", "priority", 1000, 1000, true],
    ["default", "standard", 1000, 1000, false],
    [null, "Priority", 1000, 1000, true],
    ["auto", "constructor", 1000, 1000, true],
    ["auto", 2000, 1000, 1000, false],
    ["auto", "", 1000, 1000, false],
  ])("%j, served as %j", async (service_tier, reported, held, charged, warned) => {
    const result = await serve(target, { service_tier }, usageOf(7, 3), { service_tier: reported });
    expect(result.hold).toBe(Math.ceil(((2 * result.bytes + 8 * 10) * held) / 1000) + 5);
    expect(result.cost).toBe(Math.ceil((TOKENS * charged) / 1000) + 5);
    expect(await warningsOf(result.customer)).toEqual(warned ? ["usage_above_hold"] : []);
  });
});

describe("G9: tiers without a price", () => {
  test.each([
    [CHAT, { service_tier: "scale" }, "unsupported_parameter", "service_tier"],
    [CHAT, { service_tier: "PRIORITY" }, "unsupported_parameter", "service_tier"],
    [CHAT, { service_tier: "priority " }, "unsupported_parameter", "service_tier"],
    [CHAT, { service_tier: "constructor" }, "unsupported_parameter", "service_tier"],
    [CHAT, { service_tier: "__proto__" }, "unsupported_parameter", "service_tier"],
    [CHAT, { service_tier: "" }, "unsupported_parameter", "service_tier"],
    [CHAT, { service_tier: ["priority"] }, "invalid_request", "service_tier"],
    [CHAT, { service_tier: { tier: "priority" } }, "invalid_request", "service_tier"],
    [CHAT, { service_tier: 1 }, "invalid_request", "service_tier"],
    [CHAT, { speed: "fast" }, "unsupported_parameter", "speed"],
    [RESPONSES, { service_tier: "scale" }, "unsupported_parameter", "service_tier"],
    [ANTHROPIC, { service_tier: "batch" }, "unsupported_parameter", "service_tier"],
    [ANTHROPIC, { speed: "fast" }, "unsupported_parameter", "speed"],
    [ANTHROPIC, { speed: "turbo" }, "unsupported_parameter", "speed"],
    [ANTHROPIC, { speed: ["fast"] }, "invalid_request", "speed"],
    [COUNT_TOKENS, { service_tier: "priority" }, "unsupported_parameter", "service_tier"],
    [COMPLETIONS, { service_tier: "priority" }, "unsupported_parameter", "service_tier"],
    [EMBEDDINGS, { service_tier: "priority" }, "unsupported_parameter", "service_tier"],
    [MODERATIONS, { service_tier: "priority" }, "unsupported_parameter", "service_tier"],
  ] as const)("%s refuses %j", async (target, changes, code, field) => {
    expect(await refuse(target, changes)).toEqual([400, code, field]);
  });

  test("are never dearer than requested, where the response reports one anyway", async () => {
    for (const target of [COMPLETIONS, EMBEDDINGS]) {
      const { cost } = await serve(target, {}, usageOf(7, 3), { service_tier: "priority" });
      expect(cost).toBe(target.cost);
    }
  });
});

describe("G9: cached tokens cost what cached tokens cost", () => {
  test.each<[Target, object, object, number]>([
    [CHAT, { messages: LONG_MESSAGES }, { prompt_tokens_details: { cached_tokens: 80 } }, 2 * 20 + 80],
    [CHAT, { messages: LONG_MESSAGES }, { prompt_cache_hit_tokens: 80 }, 2 * 20 + 80],
    [CHAT, { messages: LONG_MESSAGES }, { cached_tokens: 80 }, 2 * 20 + 80],
    [RESPONSES, { input: LONG }, { input_tokens_details: { cached_tokens: 80 } }, 2 * 20 + 80],
    [COMPLETIONS, { prompt: LONG }, { prompt_tokens_details: { cached_tokens: 80 } }, 2 * 20 + 80],
    [EMBEDDINGS, { input: LONG }, { prompt_tokens_details: { cached_tokens: 80 } }, 2 * 20 + 80],
    // Beside the other tokens in Anthropic's API.
    [ANTHROPIC, { messages: LONG_MESSAGES }, { cache_read_input_tokens: 80 }, 2 * 100 + 80],
    // No more of them than there are tokens.
    [CHAT, { messages: LONG_MESSAGES }, { prompt_tokens_details: { cached_tokens: 900 } }, 100],
    [CHAT, { messages: LONG_MESSAGES }, { prompt_tokens_details: { cached_tokens: -80 } }, 200],
    [CHAT, { messages: LONG_MESSAGES }, { prompt_tokens_details: { cached_tokens: 0.5 } }, 200],
    [CHAT, { messages: LONG_MESSAGES }, { prompt_tokens_details: { cached_tokens: "80" } }, 200],
    [CHAT, { messages: LONG_MESSAGES }, { prompt_tokens_details: { cached_tokens: 1e12 } }, 200],
    [CHAT, { messages: LONG_MESSAGES }, { prompt_tokens_details: [{ cached_tokens: 80 }] }, 200],
    [CHAT, { messages: LONG_MESSAGES }, { prompt_tokens_details: null }, 200],
    [ANTHROPIC, { messages: LONG_MESSAGES }, { cache_read_input_tokens: -80 }, 200],
    [ANTHROPIC, { messages: LONG_MESSAGES }, { cache_read_input_tokens: "80" }, 200],
  ])("%s %j reporting %j", async (target, changes, details, input) => {
    const result = await serve(target, changes, { ...usageOf(100, 3), ...details });
    expect(result.cost).toBe(input + (target === EMBEDDINGS ? 0 : 8 * 3) + 5);
  });

  test("and are within the bound of all input tokens in Anthropic's API", async () => {
    const usage = { ...usageOf(1_000_000, 3), cache_read_input_tokens: 100 };
    const { bytes, cost } = await serve(ANTHROPIC, { messages: LONG_MESSAGES }, usage);
    expect(cost).toBe(2 * (bytes - 100) + 100 + 8 * 3 + 5);
  });
});

const CACHE = { model: "demo-cache" };
const cached = (ttl?: unknown) => ({ type: "ephemeral", ...(ttl !== undefined && { ttl }) });
const textWith = (more: object) => [{ role: "user", content: [{ type: "text", text: LONG, ...more }] }];
const TOOL = { name: "f", input_schema: { type: "object" } };
const WRITES = (short: number, long: number) => ({
  ...usageOf(100, 3),
  cache_creation_input_tokens: short + long,
  cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
});

describe("G9: what Anthropic's API writes to its cache", () => {
  test.each<[string, object, number]>([
    ["in a message", { messages: textWith({ cache_control: cached() }) }, 3],
    ["in a message, for 5 minutes", { messages: textWith({ cache_control: cached("5m") }) }, 3],
    ["in a message, for an hour", { messages: textWith({ cache_control: cached("1h") }) }, 5],
    ["in a message, for a day", { messages: textWith({ cache_control: cached("24h") }) }, 5],
    ["in a message, for seconds", { messages: textWith({ cache_control: cached(3600) }) }, 5],
    ["of the system", { system: [{ type: "text", text: LONG, cache_control: cached("1h") }] }, 5],
    ["of a tool", { messages: LONG_MESSAGES, tools: [{ ...TOOL, cache_control: cached("1h") }] }, 5],
    ["of all", { messages: LONG_MESSAGES, cache_control: cached("1h") }, 5],
  ])("%s is held and charged at its price", async (_, changes, rate) => {
    const usage = rate === 5 ? WRITES(0, 50) : WRITES(50, 0);
    const { bytes, hold, cost } = await serve(ANTHROPIC, { ...CACHE, ...changes }, usage);
    expect([hold, cost]).toEqual([rate * bytes + 8 * 10, 2 * 100 + rate * 50 + 8 * 3]);
  });

  test("for both lifetimes is charged apart", async () => {
    const messages = textWith({ cache_control: cached("1h") });
    const system = [{ type: "text", text: LONG, cache_control: cached() }];
    const { cost } = await serve(ANTHROPIC, { ...CACHE, messages, system }, WRITES(40, 60));
    expect(cost).toBe(2 * 100 + 3 * 40 + 5 * 60 + 8 * 3);
  });

  test.each<[string, object, object, number]>([
    ["nothing was requested", {}, WRITES(0, 50), 2 * 150],
    ["less was requested", { cache_control: cached() }, WRITES(0, 50), 2 * 150],
    [
      "there is no lifetime",
      { cache_control: cached("1h") },
      { ...usageOf(100, 3), cache_creation_input_tokens: 50 },
      2 * 100 + 3 * 50,
    ],
  ])("is not charged as a dearer kind where %s", async (_, more, usage, input) => {
    const { cost } = await serve(ANTHROPIC, { ...CACHE, messages: textWith(more) }, usage);
    expect(cost).toBe(input + 8 * 3);
  });
});

test.each<[Target, object, object, number]>([
  [CHAT, { messages: LONG_MESSAGES }, { prompt_tokens_details: { cache_write_tokens: 50 } }, 3],
  [CHAT, { messages: LONG_MESSAGES }, { cache_creation_input_tokens: 50 }, 3],
  [RESPONSES, { input: LONG }, { input_tokens_details: { cache_write_tokens: 50 } }, 3],
])(
  "G9: %s writes to the cache by itself, which is held and charged",
  async (target, changes, details, rate) => {
    const usage = { ...usageOf(100, 3), ...details };
    const { bytes, hold, cost } = await serve(target, { ...CACHE, ...changes }, usage);
    expect([hold, cost]).toEqual([rate * bytes + 8 * 10, 2 * 50 + rate * 50 + 8 * 3]);
  },
);

test.each([
  [CHAT, { messages: LONG_MESSAGES, prompt_cache_options: { ttl: "12h" } }],
  [CHAT, { messages: textWith({ prompt_cache_breakpoint: { mode: "explicit", ttl: "12h" } }) }],
  [RESPONSES, { input: LONG, prompt_cache_options: { ttl: "12h" } }],
])("G9: %s %j holds the price of the longer lifetime", async (target, changes) => {
  const written = { cache_write_tokens: 50, cache_write_tokens_details: { ttl_12h_tokens: 50 } };
  const details = { prompt_tokens_details: written, input_tokens_details: written };
  const result = await serve(target, { ...CACHE, ...changes }, { ...usageOf(100, 3), ...details });
  expect([result.hold, result.cost]).toEqual([5 * result.bytes + 8 * 10, 2 * 50 + 5 * 50 + 8 * 3]);
});

describe("G9: tokens of audio and images", () => {
  const VOICE = { model: "demo-voice", messages: LONG_MESSAGES };
  const spoken = { modalities: ["text", "audio"], audio: { voice: "alloy", format: "wav" } };

  test.each<[string, object, object, number]>([
    ["output where it was requested", spoken, { completion_tokens_details: { audio_tokens: 2 } }, 40 * 2 + 8],
    [
      "output where only a voice was",
      { audio: spoken.audio },
      { completion_tokens_details: { audio_tokens: 3 } },
      120,
    ],
    ["output where none was requested", {}, { completion_tokens_details: { audio_tokens: 2 } }, 8 * 3],
    ["output beyond all output", spoken, { completion_tokens_details: { audio_tokens: 99 } }, 40 * 3],
  ])("%s", async (_, changes, details, output) => {
    const usage = { ...usageOf(100, 3), ...details };
    const result = await serve(CHAT, { ...VOICE, ...changes }, usage);
    expect(result.cost).toBe(2 * 100 + output);
    const rate = "modalities" in changes || "audio" in changes ? 40 : 8;
    expect(result.hold).toBe(2 * result.bytes + rate * 10);
  });

  test("input that the request does not have costs what text costs", async () => {
    const details = { audio_tokens: 60, cached_tokens: 10, image_tokens: 5 };
    const usage = { ...usageOf(100, 3), prompt_tokens_details: details };
    const { cost } = await serve(CHAT, VOICE, usage);
    expect(cost).toBe(2 * 90 + 10 + 8 * 3);
    const vision = await serve(CHAT, { ...VOICE, model: "demo-vision" }, usage);
    expect(vision.cost).toBe(2 * 100 + 8 * 3);
  });

  test.each([
    [{ modalities: ["audio"] }, "unsupported_parameter", "modalities"],
    [{ modalities: ["text", "image"] }, "unsupported_parameter", "modalities"],
    [{ modalities: ["AUDIO"] }, "unsupported_parameter", "modalities"],
    [{ modalities: [["audio"]] }, "unsupported_parameter", "modalities"],
    [{ modalities: "audio" }, "invalid_request", "modalities"],
    [{ audio: { voice: "alloy" } }, "unsupported_parameter", "modalities"],
    [{ audio: { voice: { id: "voice_1" } } }, "unsupported_parameter", "audio.voice"],
    [{ audio: true }, "invalid_request", "audio"],
  ] as const)("of a model without a price for them are refused: %j", async (changes, code, field) => {
    expect(await refuse(CHAT, changes)).toEqual([400, code, field]);
  });
});
