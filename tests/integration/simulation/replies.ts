import { type Reading, UNREAD } from "./charge-model.ts";
import { sum } from "./cost-model.ts";
import type { Dice } from "./dice.ts";
import { imageEvents, imageWhole, rankedWhole, recording } from "./media-replies.ts";
import { type Effects, named, type Part, type Writer, whole } from "./reply-parts.ts";
import type { ModelRequest } from "./requests.ts";
import { transcriptEvents, transcriptWhole } from "./transcript-replies.ts";
import { anthropicUsage, drawUsage, openAiUsage, type Reported } from "./usages.ts";

/** A response with status 200: events of a stream, or a single part. */
export interface Reply {
  type: "text/event-stream" | "application/json" | "audio/mpeg";
  parts: Part[];
}

/** What was read after these parts. */
export function readingOf(parts: readonly Part[]): Reading {
  let reading = UNREAD;
  for (const { effects } of parts) if (!reading.failed && !reading.ended) reading = after(reading, effects);
  return reading;
}

/** Counts of nothing never replace others. */
function after(
  before: Reading,
  { counts, units, tier, visible = "", content, failed, stopped, ended }: Effects,
): Reading {
  const counted = counts !== undefined && (before.usage === null || sum(Object.values(counts)) > 0);
  return {
    usage: counted ? counts : before.usage,
    units: units ?? before.units,
    tier: tier ?? before.tier,
    visible: before.visible + visible,
    content: before.content || visible !== "" || content === true,
    failed: before.failed || failed === true,
    stopped: before.stopped || stopped === true,
    ended: before.ended || ended === true,
  };
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const counted = ({ counts }: Reported): Effects => (counts === null ? {} : { counts });
/** OpenAI's counts of output say that there was some. */
const begun = ({ counts }: Reported): Effects =>
  counts === null ? {} : { counts, content: (counts.output ?? 0) > 0 };

const chatEvents: Writer = ({ request, usage, texts, dice }) => {
  const { facts, api } = request;
  const raw = openAiUsage(usage, "chat");
  const tier = usage.tier === null ? {} : { service_tier: usage.tier };
  const each = raw !== null && dice.chance(0.2);
  const chunk = (text: string) => {
    const delta = api === "chat" ? { delta: { content: text } } : { text };
    const choices = [{ index: dice.int(0, facts.choices - 1), ...delta, finish_reason: null }];
    return data({ object: "chunk", choices, ...tier, ...(each && { usage: raw }) });
  };
  const last = {
    choices: [{ index: 0, ...(api === "chat" ? { delta: {} } : { text: "" }), finish_reason: "stop" }],
  };
  return [
    ...texts.map((text) => ({
      text: chunk(text),
      effects: { visible: text, tier: usage.tier, ...(each && begun(usage)) },
    })),
    { text: data({ ...last, ...tier }), effects: { content: true, stopped: true, tier: usage.tier } },
    ...(raw === null ? [] : [{ text: data({ choices: [], usage: raw, ...tier }), effects: begun(usage) }]),
    { text: "data: [DONE]\n\n", effects: { ended: true } },
  ];
};

const chatWhole: Writer = ({ request: { facts, api }, usage, texts }) => {
  const text = texts.join("");
  const choices = Array.from({ length: facts.choices }, (_, index) => ({
    index,
    finish_reason: "stop",
    ...(api === "chat" ? { message: { role: "assistant", content: text } } : { text }),
  }));
  const raw = openAiUsage(usage, "chat");
  const tier = usage.tier === null ? {} : { service_tier: usage.tier };
  const body = { object: api, choices, ...(raw !== null && { usage: raw }), ...tier };
  const effects = { visible: text.repeat(facts.choices), content: true, tier: usage.tier, ended: true };
  return [{ text: JSON.stringify(body), effects: { ...effects, ...counted(usage) } }];
};

const outputOf = (text: string) => [
  { type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] },
];

function responseObject(usage: Reported, text: string) {
  const raw = openAiUsage(usage, "responses");
  const tier = usage.tier === null ? {} : { service_tier: usage.tier };
  return {
    status: "completed",
    error: null,
    output: outputOf(text),
    ...(raw !== null && { usage: raw }),
    ...tier,
  };
}

const responsesEvents: Writer = ({ usage, texts }) => {
  const place = { item_id: "m", output_index: 0, content_index: 0 };
  return [
    { text: named("response.created", { response: { status: "in_progress", output: [] } }), effects: {} },
    {
      text: named("response.output_item.added", { item: { type: "message", content: [] } }),
      effects: {},
    },
    ...texts.map((delta) => ({
      text: named("response.output_text.delta", { ...place, delta }),
      effects: { visible: delta },
    })),
    {
      text: named("response.completed", { response: responseObject(usage, texts.join("")) }),
      effects: { ...begun(usage), tier: usage.tier, ended: true },
    },
  ];
};

const responsesWhole: Writer = ({ usage, texts }) => {
  const text = texts.join("");
  const effects = { visible: text, content: true, tier: usage.tier, ended: true };
  return [{ text: JSON.stringify(responseObject(usage, text)), effects: { ...effects, ...counted(usage) } }];
};

const messagesEvents: Writer = ({ usage, texts, dice }) => {
  const nothing = usage.counts !== null && sum(Object.values(usage.counts)) === 0;
  const first = nothing ? 0 : 1;
  const start = anthropicUsage(usage, first);
  const whole = dice.chance(0.3) ? start : {};
  const delta = start && { ...whole, output_tokens: usage.counts?.output ?? 5 };
  return [
    {
      text: named("message_start", {
        message: { role: "assistant", content: [], ...(start && { usage: start }) },
      }),
      effects: usage.counts === null ? {} : { counts: { ...usage.counts, output: first }, tier: usage.tier },
    },
    {
      text: named("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
      effects: {},
    },
    { text: named("ping", {}), effects: {} },
    ...texts.map((text) => ({
      text: named("content_block_delta", { index: 0, delta: { type: "text_delta", text } }),
      effects: { visible: text },
    })),
    {
      text: named("message_delta", { delta: { stop_reason: "end_turn" }, ...(delta && { usage: delta }) }),
      effects: { content: true, stopped: delta !== null, ...counted(usage) },
    },
    { text: named("message_stop", {}), effects: { ended: true } },
  ];
};

const messagesWhole: Writer = ({ usage, texts }) => {
  const text = texts.join("");
  const raw = anthropicUsage(usage);
  const body = {
    type: "message",
    role: "assistant",
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    ...(raw && { usage: raw }),
  };
  const effects = { visible: text, content: true, tier: usage.tier, ended: true };
  return [{ text: JSON.stringify(body), effects: { ...effects, ...counted(usage) } }];
};

const embeddingsWhole: Writer = ({ request, usage, dice }) => {
  const vector = () => Array.from({ length: dice.int(2, 30) }, () => dice.int(-9, 9) / 10);
  const rows = Array.from({ length: request.facts.prompts }, (_, index) => ({ index, embedding: vector() }));
  const raw = openAiUsage(usage, "chat");
  const counts = usage.counts && { ...usage.counts, output: 0 };
  return whole({ data: rows, ...(raw !== null && { usage: raw }) }, counts === null ? {} : { counts });
};

const countWhole: Writer = ({ dice }) => whole({ input_tokens: dice.int(1, 99) }, {});
const moderationWhole: Writer = () => whole({ results: [{ flagged: false, categories: {} }] }, {});

const WRITERS: Record<ModelRequest["api"], { whole: Writer; events?: Writer }> = {
  chat: { whole: chatWhole, events: chatEvents },
  completions: { whole: chatWhole, events: chatEvents },
  responses: { whole: responsesWhole, events: responsesEvents },
  messages: { whole: messagesWhole, events: messagesEvents },
  count_tokens: { whole: countWhole },
  embeddings: { whole: embeddingsWhole },
  moderations: { whole: moderationWhole },
  images: { whole: imageWhole, events: imageEvents },
  edits: { whole: imageWhole, events: imageEvents },
  rerank: { whole: rankedWhole },
  speech: { whole: recording },
  transcriptions: { whole: transcriptWhole, events: transcriptEvents },
  translations: { whole: transcriptWhole },
};

/** A provider's response, with right or wrong counts. */
export function drawReply(request: ModelRequest, dice: Dice): Reply {
  const { events, whole: body } = WRITERS[request.api];
  const usage = drawUsage(request, dice);
  const texts = Array.from({ length: dice.int(1, 9) }, () =>
    dice.one(["Hi", " thére", " wörld", "…", " and so on"]),
  );
  const draw = { request, usage, texts, dice };
  if (request.stream && events !== undefined && dice.chance(0.97))
    return { type: "text/event-stream", parts: events(draw) };
  return { type: request.api === "speech" ? "audio/mpeg" : "application/json", parts: body(draw) };
}

/** An error in the form of the request's API, as an event of a stream. */
export function errorPart({ api }: ModelRequest): Part {
  const error = { type: "server_error", code: "sim_error", message: "The simulated model failed." };
  const effects = { failed: true };
  if (api === "messages")
    return { text: named("error", { error: { ...error, type: "overloaded_error" } }), effects };
  if (api === "images" || api === "edits") return { text: named("error", { error }), effects };
  if (api === "responses") return { text: named("error", { ...error, sequence_number: 1 }), effects };
  return { text: data({ error }), effects };
}
