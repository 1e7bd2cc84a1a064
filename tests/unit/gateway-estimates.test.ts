import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { chargeOf, type ExchangeEnd, outcomeOf } from "#core/domain/gateway/charging.ts";
import type { StreamEvent, StreamReader, UploadedFile } from "#core/domain/gateway/endpoint.ts";
import { costOf, type ModelPrice, type TokenCounts } from "#core/domain/gateway/price-list.ts";
import { type Priced, priceRequest } from "#core/domain/gateway/request-price.ts";
import { silentWav } from "#core/domain/gateway/silent-audio.ts";
import { likelyInputTokens } from "#core/domain/gateway/text/likely-input.ts";
import { textCorpus, WORDS } from "#scripts/tokens/text-corpus.ts";
import { fixChance } from "#tests/support/fixed-chance.ts";
import { runs } from "#tests/support/tier.ts";
import { endpointAt, read } from "./gateway-endpoint-support.ts";

/** What a provider counts that writes its prompts as OpenAI does, and lists what its images, pages and seconds take. */
const RATES = {
  input: 2_000_000,
  audio_input: 30_000_000,
  output: 10_000_000,
  audio_output: 60_000_000,
  image_output: 40_000_000,
};
const PRICE: Partial<ModelPrice> = {
  rates: { ...RATES, image_input: 3_000_000 },
  overheadTokens: 50,
  imageTokens: 1_100,
  audioSecondTokens: 10,
  pageTokens: 2_000,
  reasoning: true,
  hiddenTokensPerSecond: 50,
};
const [MESSAGE, PROMPT] = [4, 3];
/** Of hidden reasoning at 50 tokens a second, and of audio at 20. */
const [HIDDEN_TOKEN_MS, AUDIO_TOKEN_MS] = [20, 50];
const BASE64_OF_AUDIO_MS = 64;
const LARGEST_ERROR = 50;
/** One of some 20,000 exchanges is estimated a little lower. */
const SEED = 1;

const CORPUS = [...textCorpus(process.cwd())].flatMap(([name, text]) => (name === WORDS ? [] : [text]));
const counted = (text: string) => encode(text, { disallowedSpecial: new Set() }).length;

const text = (most: number) =>
  fc
    .record({
      of: fc.constantFrom(...CORPUS),
      at: fc.nat(150_000),
      length: fc.integer({ min: 1, max: most }),
    })
    .map(({ of, at, length }) => {
      const from = at % Math.max(1, of.length - length);
      return of.slice(from, from + length).toWellFormed();
    });

/** Something of a request, and what the provider counts for it. */
interface Part {
  kind: "text" | "image" | "audio" | "pages";
  value: string;
  tokens: TokenCounts;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 4, arbitrary: text(4_000).map((value) => textPart(value)) },
  fc.integer({ min: 100, max: 200_000 }).map((size) => ({
    kind: "image" as const,
    value: "A".repeat(4 * size),
    tokens: { image_input: 1_100 },
  })),
  fc.integer({ min: 1, max: 20 }).map((seconds) => ({
    kind: "audio" as const,
    value: base64(silentWav(seconds)),
    tokens: { audio_input: 10 * seconds },
  })),
  fc.integer({ min: 1, max: 4 }).map((pages) => ({
    kind: "pages" as const,
    value: "A".repeat(80_000 * pages),
    tokens: { image_input: 2_000 * pages },
  })),
);
function textPart(value: string): Part {
  return { kind: "text", value, tokens: { input: counted(value) } };
}

const chatPart = ({ kind, value }: Part) =>
  ({
    text: { type: "text", text: value },
    image: { type: "image_url", image_url: { url: `data:image/png;base64,${value}` } },
    audio: { type: "input_audio", input_audio: { data: value, format: "wav" } },
    pages: { type: "file", file: { file_data: `data:application/pdf;base64,${value}`, filename: "a.pdf" } },
  })[kind];
const responsesPart = ({ kind, value }: Part) =>
  ({
    text: { type: "input_text", text: value },
    image: { type: "input_image", image_url: `data:image/png;base64,${value}` },
    audio: { type: "input_audio", input_audio: { data: value, format: "wav" } },
    pages: { type: "input_file", file_data: `data:application/pdf;base64,${value}`, filename: "a.pdf" },
  })[kind];
const source = (media_type: string, data: string) => ({ type: "base64", media_type, data });
const messagesPart = ({ kind, value }: Part) =>
  kind === "text"
    ? { type: "text", text: value }
    : kind === "image"
      ? { type: "image", source: source("image/png", value) }
      : { type: "document", source: source("application/pdf", value) };

function sum(...counts: TokenCounts[]): TokenCounts {
  const total: TokenCounts = {};
  for (const one of counts)
    for (const kind of Object.keys(one) as (keyof TokenCounts)[])
      total[kind] = (total[kind] ?? 0) + (one[kind] ?? 0);
  return total;
}

interface Request {
  path: string;
  body: object;
  files: readonly UploadedFile[];
  input: TokenCounts;
}

const tool = text(800).map((description) => ({
  type: "function",
  name: "look_up",
  description,
  parameters: { type: "object", properties: { city: { type: "string" }, days: { type: "integer" } } },
}));
const conversation = fc.oneof(
  fc.record({
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    earlier: fc.array(text(1_500), { maxLength: 4 }),
    tools: fc.array(tool, { maxLength: 2 }),
  }),
  fc.record({
    parts: fc.array(text(12).map(textPart), { minLength: 1, maxLength: 1 }),
    earlier: fc.array(text(12), { minLength: 20, maxLength: 40 }),
    tools: fc.array(tool, { maxLength: 0 }),
  }),
);

type Conversation = typeof conversation extends fc.Arbitrary<infer Value> ? Value : never;
const messagesOf = ({ earlier }: Conversation) =>
  earlier.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content }));
const inputOf = ({ parts, earlier, tools }: Conversation) =>
  sum(
    ...parts.map(({ tokens }) => tokens),
    ...earlier.map((content) => ({ input: counted(content) + MESSAGE })),
    ...tools.map((each) => ({ input: counted(JSON.stringify(each)) })),
    { input: MESSAGE + PROMPT },
  );

const chatRequest = conversation.map((said) => ({
  path: "/chat/completions",
  body: {
    stream: true,
    messages: [...messagesOf(said), { role: "user", content: said.parts.map(chatPart) }],
    tools: said.tools.map(({ type, ...definition }) => ({ type, function: definition })),
    modalities: ["text", "audio"],
    audio: { voice: "a", format: "pcm16" },
  },
  files: [],
  input: inputOf(said),
}));
const responsesRequest = conversation.map((said) => ({
  path: "/responses",
  body: {
    stream: true,
    input: [...messagesOf(said), { role: "user", content: said.parts.map(responsesPart) }],
    tools: said.tools,
  },
  files: [],
  input: inputOf(said),
}));
const messagesRequest = conversation.map((all) => {
  const said = { ...all, parts: all.parts.filter(({ kind }) => kind !== "audio") };
  return {
    path: "/messages",
    body: {
      stream: true,
      max_tokens: 10_000,
      messages: [...messagesOf(said), { role: "user", content: said.parts.map(messagesPart) }],
      tools: said.tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    },
    files: [],
    input: inputOf(said),
  };
});
const textRequest = fc
  .record({
    texts: fc.array(text(3_000), { minLength: 1, maxLength: 5 }),
    path: fc.constantFrom("/completions", "/embeddings", "/rerank"),
  })
  .map(({ texts, path }) => {
    const [query = ""] = texts;
    const each = texts.map(counted);
    const input = each.reduce((total, one) => total + one + (path === "/rerank" ? counted(query) : 0), 0);
    const bodies = {
      "/completions": { prompt: texts, stream: true },
      "/embeddings": { input: texts },
      "/rerank": { query, documents: texts },
    };
    return { path, body: bodies[path], files: [], input: { input } };
  });
const recording = fc
  .record({ seconds: fc.integer({ min: 1, max: 600 }), prompt: text(400) })
  .map(({ seconds, prompt }) => ({
    path: "/audio/transcriptions",
    body: { prompt, stream: "true" },
    files: [
      { name: "file", filename: "a.wav", type: "audio/wav", size: 44 + 16_000 * seconds, head: silentWav(1) },
    ],
    input: { input: counted(prompt), audio_input: 10 * seconds },
  }));

/** Tokens of an image, square or not (https://platform.openai.com/docs/guides/image-generation). */
const DRAWN = { low: [272, 408], medium: [1056, 1584], high: [4160, 6240] } as const;
const drawing = fc
  .record({
    prompt: text(800),
    quality: fc.constantFrom("low", "medium", "high"),
    square: fc.boolean(),
    n: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ prompt, quality, square, n }) => ({
    path: "/images/generations",
    body: { prompt, quality, n, size: square ? "1024x1024" : "1024x1536" },
    files: [],
    input: { input: counted(prompt), image_output: n * DRAWN[quality][square ? 0 : 1] },
  }));

/** What a provider does, one after the other. */
type Act = { kind: "text" | "thought"; text: string } | { kind: "hidden" | "audio"; tokens: number };

const acts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: text(1_200).map((value) => ({ kind: "text" as const, text: value })) },
    text(600).map((value) => ({ kind: "thought" as const, text: value })),
    fc.integer({ min: 30, max: 1_000 }).map((tokens) => ({ kind: "hidden" as const, tokens })),
    fc.integer({ min: 1, max: 80 }).map((tokens) => ({ kind: "audio" as const, tokens })),
  ),
  { maxLength: 6 },
);

const event = (value: unknown): StreamEvent => ({ name: "", data: JSON.stringify(value) });
const choice = (delta: object) => event({ choices: [{ index: 0, delta }] });

/** Writes a text as each API does; null for what the API has no words for. */
const WRITERS: Record<string, Partial<Record<Act["kind"], (value: string) => StreamEvent>>> = {
  "/chat/completions": {
    text: (content) => choice({ content }),
    thought: (reasoning_content) => choice({ reasoning_content }),
    audio: (data) => choice({ audio: { data } }),
  },
  "/completions": { text: (value) => event({ choices: [{ text: value }] }) },
  "/responses": {
    text: (delta) => event({ type: "response.output_text.delta", delta }),
    thought: (delta) => event({ type: "response.reasoning_text.delta", delta }),
  },
  "/messages": {
    text: (value) => event({ type: "content_block_delta", delta: { type: "text_delta", text: value } }),
    thought: (thinking) =>
      event({ type: "content_block_delta", delta: { type: "thinking_delta", thinking } }),
  },
  "/audio/transcriptions": { text: (delta) => event({ type: "transcript.text.delta", delta }) },
};
const OPENAI_LIKE = new Set(["/chat/completions", "/completions", "/embeddings", "/rerank"]);
const of = (counts: TokenCounts, kinds: (keyof TokenCounts)[]) =>
  kinds.reduce((total, kind) => total + (counts[kind] ?? 0), 0);

/** The provider's own counts, as its API reports them at the end. */
function reportOf(path: string, counts: TokenCounts): StreamEvent[] {
  const input = of(counts, ["input", "image_input", "audio_input"]);
  const output = of(counts, ["output", "audio_output"]);
  const details = { image_tokens: counts.image_input ?? 0, audio_tokens: counts.audio_input ?? 0 };
  const audio_tokens = counts.audio_output ?? 0;
  if (OPENAI_LIKE.has(path)) {
    const usage = {
      prompt_tokens: input,
      prompt_tokens_details: details,
      completion_tokens: output,
      completion_tokens_details: { audio_tokens },
    };
    return [event({ choices: [], usage }), { name: "", data: "[DONE]" }];
  }
  const usage = { input_tokens: input, input_tokens_details: details, output_tokens: output };
  if (path === "/responses")
    return [event({ type: "response.completed", response: { status: "completed", usage } })];
  if (path === "/audio/transcriptions") return [event({ type: "transcript.text.done", text: "", usage })];
  return [
    event({
      type: "message_delta",
      delta: { stop_reason: "end_turn" },
      usage: { input_tokens: input, output_tokens: output },
    }),
    event({ type: "message_stop" }),
  ];
}

function pricedOf({ path, body, files }: Request) {
  const { model, facts, fields } = read(
    path,
    { model: "m", ...body },
    { price: path === "/messages" ? { ...PRICE, rates: RATES } : PRICE, files },
  );
  const bodyBytes = Buffer.byteLength(JSON.stringify(fields));
  const textTokens = likelyInputTokens(fields, facts.mediaBytes);
  return priceRequest({ price: model, listId: 1, facts, bodyBytes, textTokens, free: false });
}

const costOfCounts = ({ price }: Priced, counts: TokenCounts) => {
  const lines = Object.entries(counts).map(([dimension, quantity]) => ({ dimension, quantity }));
  return costOf(price, { tier: "default", lines });
};

fixChance(SEED);

const ENDS: readonly ExchangeEnd[] = ["broke", "client_left", "deadline"];

function expectFair(
  priced: Priced,
  reader: StreamReader,
  { counts, hiddenMs }: { counts: TokenCounts; hiddenMs: number },
) {
  const own = costOfCounts(priced, counts);
  const dearest = Math.max(...Object.values(priced.price.rates)) / 1_000_000;
  for (const end of ENDS) {
    const outcome = outcomeOf(priced, reader.reading, end);
    if (outcome === "failed") continue;
    const { costMicros, estimated } = chargeOf(priced, outcome, reader.reading, hiddenMs);
    expect(estimated).toBe(true);
    expect(costMicros).toBeGreaterThanOrEqual(0.9 * own);
    expect(costMicros).toBeLessThanOrEqual(1.25 * own + LARGEST_ERROR * dearest);
    expect(costMicros).toBeLessThanOrEqual(priced.holdMicros);
  }
}

const STEP = 120;
/** What has been written of a text after each event. */
const beginningsOf = (value: string) =>
  Array.from({ length: Math.ceil(value.length / STEP) }, (_, index) => value.slice(0, (index + 1) * STEP));

it("charges an exchange that ends anywhere for what the provider counted until then, and a whole one exactly", () => {
  const request: fc.Arbitrary<Request> = fc.oneof(
    chatRequest,
    responsesRequest,
    messagesRequest,
    textRequest,
    recording,
    drawing,
  );
  fc.assert(
    fc.property(request, acts, (requested, done) => {
      const { path, input } = requested;
      const priced = pricedOf(requested);
      const reader = endpointAt(path).createStreamReader();
      let counts = input;
      let hiddenMs = 0;
      expectFair(priced, reader, { counts, hiddenMs });
      // A whole response of images is read at once.
      if (path === "/images/generations") return;
      for (const act of done) {
        const write = WRITERS[path]?.[act.kind];
        if (act.kind === "hidden" && path in WRITERS) {
          hiddenMs += act.tokens * HIDDEN_TOKEN_MS;
          counts = sum(counts, { output: act.tokens * priced.facts.prompts });
        } else if (act.kind === "audio" && write !== undefined) {
          reader.take(write("A".repeat(act.tokens * AUDIO_TOKEN_MS * BASE64_OF_AUDIO_MS)));
          counts = sum(counts, { audio_output: act.tokens });
          expectFair(priced, reader, { counts, hiddenMs });
        } else if ("text" in act && write !== undefined) {
          const before = counts;
          for (const seen of beginningsOf(act.text)) {
            reader.take(write(seen.slice(seen.length - ((seen.length - 1) % STEP) - 1)));
            counts = sum(before, { output: counted(seen) });
            expectFair(priced, reader, { counts, hiddenMs });
          }
        }
      }
      const whole = sum(counts, path in WRITERS ? { output: 1 } : {});
      for (const each of reportOf(path, whole)) reader.take(each);
      const outcome = outcomeOf(priced, reader.reading, "ended");
      expect(outcome).toBe("completed");
      expect(chargeOf(priced, outcome, reader.reading, hiddenMs)).toMatchObject({
        costMicros: costOfCounts(priced, whole),
        estimated: false,
      });
    }),
    { numRuns: runs(1_000), seed: SEED },
  );
});

it("holds for an image at most three times what it costs", () => {
  const image: Part = { kind: "image", value: "A".repeat(800_000), tokens: { image_input: 1_100 } };
  const messages = (...parts: Part[]) => ({ messages: [{ role: "user", content: parts.map(chatPart) }] });
  const held = (body: object) => pricedOf({ path: "/chat/completions", body, files: [], input: {} });
  const [without, withImage] = [held(messages(textPart("Hi"))), held(messages(textPart("Hi"), image))];
  const more = withImage.holdMicros - without.holdMicros;
  const cost = costOfCounts(withImage, image.tokens);
  expect(more).toBeGreaterThanOrEqual(cost);
  expect(more).toBeLessThanOrEqual(3 * cost);
});
