import { inputTokensOf } from "#tests/support/tokens.ts";
import type { Facts } from "./charge-model.ts";
import type { Dice } from "./dice.ts";
import { edits, images, rerank, speech } from "./media-requests.ts";
import { MODERATION_MODEL, type ModelName } from "./prices.ts";
import { type Builder, json, marked } from "./request-draft.ts";
import type { TranscriptForm } from "./transcript-forms.ts";
import { transcriptions, translations } from "./transcript-requests.ts";

const APIS = [
  "chat",
  "completions",
  "responses",
  "messages",
  "count_tokens",
  "embeddings",
  "moderations",
  "images",
  "edits",
  "speech",
  "transcriptions",
  "translations",
  "rerank",
] as const;
export type Api = (typeof APIS)[number];

export const PATHS: Readonly<Record<Api, string>> = {
  chat: "/v1/chat/completions",
  completions: "/v1/completions",
  responses: "/v1/responses",
  messages: "/v1/messages",
  count_tokens: "/v1/messages/count_tokens",
  embeddings: "/v1/embeddings",
  moderations: "/v1/moderations",
  images: "/v1/images/generations",
  edits: "/v1/images/edits",
  speech: "/v1/audio/speech",
  transcriptions: "/v1/audio/transcriptions",
  translations: "/v1/audio/translations",
  rerank: "/v1/rerank",
};

/** A request that names a model, as its client sends it. */
export interface ModelRequest {
  api: Api;
  model: string;
  stream: boolean;
  /** The client wants the counts of a stream. */
  includeUsage: boolean;
  /** Of a transcript, as its client wants it. */
  form: TranscriptForm | null;
  body: string;
  contentType: string;
  /** As the provider has to get it. */
  forwarded: string;
  /** What bounds its cost, beside its price. */
  facts: Omit<Facts, "price">;
}

const SPARSE = 0.8;

export const numberIn = (body: string): number => Number(/\[#(\d+)\]/.exec(body)?.[1] ?? Number.NaN);

const tool = (name: string) => ({
  type: "function",
  function: { name, parameters: { type: "object", properties: {} } },
});

/** A limit of the output, or none. */
const limitIn = (dice: Dice) => (dice.chance(0.15) ? null : dice.int(2, 80));

function tierFor(model: ModelName, dice: Dice): string | null {
  if (model === "sim-rich") return dice.one([null, null, null, "flex", "priority"]);
  return model === "sim-think" ? dice.one([null, null, "flex"]) : null;
}

const chat: Builder = ({ number, model, dice, stream }) => {
  const [limit, tier, choices] = [
    limitIn(dice),
    tierFor(model, dice),
    dice.chance(0.15) ? dice.int(2, 3) : 1,
  ];
  const tools = dice.chance(SPARSE) ? [] : Array.from({ length: dice.int(1, 2) }, (_, i) => tool(`f${i}`));
  const includeUsage = stream && dice.chance(0.4);
  const fields = {
    model,
    messages: [{ role: "user", content: marked(number, dice) }],
    ...(limit !== null && { [dice.one(["max_tokens", "max_completion_tokens"])]: limit }),
    ...(choices > 1 && { n: choices }),
    ...(tools.length > 0 && { tools }),
    ...(tier !== null ? { service_tier: tier } : dice.chance(0.1) && { service_tier: "auto" }),
    ...(stream && { stream }),
    ...(includeUsage && { stream_options: { include_usage: true } }),
  };
  return {
    body: json(fields),
    stream,
    includeUsage,
    forwarded: json(stream ? { ...fields, stream_options: { include_usage: true } } : fields),
    facts: { choices, tools: tools.length, maxTokens: limit, tier, writes: ["5m"] },
  };
};

const completions: Builder = ({ number, model, dice, stream }) => {
  const [limit, prompts] = [limitIn(dice), dice.chance(SPARSE) ? 1 : dice.int(2, 3)];
  const prompt = Array.from({ length: prompts }, () => marked(number, dice));
  const choices = dice.chance(0.1) ? 2 : 1;
  const fields = {
    model,
    prompt: prompts === 1 ? prompt[0] : prompt,
    ...(limit !== null && { max_tokens: limit }),
    ...(choices > 1 && { best_of: choices }),
    ...(stream && { stream }),
  };
  return {
    body: json(fields),
    stream,
    forwarded: json(stream ? { ...fields, stream_options: { include_usage: true } } : fields),
    facts: { prompts, choices, maxTokens: limit },
  };
};

const responses: Builder = ({ number, model, dice, stream }) => {
  const [limit, tier, text] = [limitIn(dice), tierFor(model, dice), marked(number, dice)];
  const fields = {
    model,
    input: dice.chance(0.5) ? text : [{ role: "user", content: [{ type: "input_text", text }] }],
    ...(limit !== null && { max_output_tokens: limit }),
    ...(tier !== null && { service_tier: tier }),
    ...(dice.chance(0.3) && { store: false }),
    ...(stream && { stream }),
  };
  const include = model === "sim-think" ? { include: ["reasoning.encrypted_content"] } : {};
  return {
    body: json(fields),
    stream,
    includeUsage: stream,
    forwarded: json({ ...fields, ...include, store: false }),
    facts: { maxTokens: limit, tier, writes: ["5m"] },
  };
};

const messages: Builder = ({ number, model, dice, stream }) => {
  const limit = dice.int(2, 80);
  const writes = dice.one<("5m" | "1h")[]>([[], [], ["5m"], ["1h"], ["5m", "1h"]]);
  const blocks = [null, ...writes].map((ttl) => ({
    type: "text",
    text: marked(number, dice),
    ...(ttl !== null && { cache_control: { type: "ephemeral", ttl } }),
  }));
  const fields = {
    model,
    max_tokens: limit,
    messages: [{ role: "user", content: blocks }],
    ...(dice.chance(0.2) && { system: "Be brief." }),
    ...(stream && { stream }),
  };
  const text = json(fields);
  // A provider may report a write of an hour without its lifetime.
  const permitted: Facts["writes"] = writes.includes("1h") ? ["5m", "1h"] : writes;
  const facts = { maxTokens: limit, writes: permitted };
  return { body: text, forwarded: text, stream, includeUsage: stream, facts };
};

const countTokens: Builder = ({ number, model, dice }) => {
  const text = json({ model, messages: [{ role: "user", content: marked(number, dice) }] });
  return { body: text, forwarded: text, facts: { free: true } };
};

const embeddings: Builder = ({ number, model, dice }) => {
  const prompts = dice.chance(SPARSE) ? 1 : dice.int(2, 4);
  const input = Array.from({ length: prompts }, () => marked(number, dice));
  const text = json({ model, input: prompts === 1 ? input[0] : input });
  return { body: text, forwarded: text, facts: { prompts, maxTokens: 0 } };
};

const moderations: Builder = ({ number, dice }) => {
  const fields = { input: marked(number, dice) };
  const forwarded = json({ ...fields, model: MODERATION_MODEL });
  return { body: json(fields), forwarded, facts: { free: true } };
};

const BUILDERS: Record<Api, Builder> = {
  chat,
  completions,
  responses,
  messages,
  count_tokens: countTokens,
  embeddings,
  moderations,
  images,
  edits,
  speech,
  transcriptions,
  translations,
  rerank,
};
const WEIGHTS: Record<Api, number> = {
  chat: 28,
  completions: 8,
  responses: 15,
  messages: 16,
  count_tokens: 4,
  embeddings: 7,
  moderations: 4,
  images: 11,
  edits: 10,
  speech: 8,
  transcriptions: 14,
  translations: 7,
  rerank: 8,
};
const TEXT_MODELS = ["sim-plain", "sim-plain", "sim-rich", "sim-rich", "sim-think"] as const;
const SERVED: Partial<Record<Api, readonly [ModelName, ...ModelName[]]>> = {
  embeddings: ["sim-embed"],
  images: ["sim-image", "sim-image", "sim-draw"],
  edits: ["sim-image", "sim-draw", "sim-draw"],
  speech: ["sim-speech"],
  transcriptions: ["sim-minute", "sim-minute", "sim-day", "sim-listen", "sim-listen"],
  translations: ["sim-minute", "sim-minute", "sim-day", "sim-listen"],
  rerank: ["sim-search", "sim-search", "sim-rank"],
};

/** A valid request for a model. */
export function drawRequest(number: number, dice: Dice): ModelRequest {
  const api = dice.weighted(WEIGHTS);
  const model = dice.one<ModelName>(SERVED[api] ?? TEXT_MODELS);
  const draft = BUILDERS[api]({ number, model, dice, stream: dice.chance(0.55) });
  const stream = draft.stream ?? false;
  const facts = {
    free: false,
    stream,
    prompts: 1,
    choices: 1,
    tools: 0,
    maxTokens: null,
    tier: null,
    writes: [],
    repeatedBytes: 0,
    images: 0,
    audioSeconds: 0,
    likelySeconds: 0,
    drawn: null,
    units: null,
  };
  return {
    api,
    model: api === "moderations" ? MODERATION_MODEL : model,
    stream,
    includeUsage: draft.includeUsage ?? false,
    form: draft.form ?? null,
    body: draft.body,
    forwarded: draft.forwarded,
    contentType: draft.contentType ?? "application/json",
    facts: {
      ...facts,
      bodyBytes: Buffer.byteLength(draft.forwarded),
      textTokens: draft.contentType === undefined ? inputTokensOf(draft.forwarded) : 0,
      ...draft.facts,
    },
  };
}
