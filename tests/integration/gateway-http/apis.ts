import { MODEL } from "./edge.ts";

type Json = Record<string, unknown>;
/** An API that `/v1` offers, as an upstream provider speaks it. */
export interface Api {
  name: string;
  path: string;
  /** A request for a stream, with its counts. */
  body: Json;
  /** A whole response. */
  whole: (input: number, output: number) => Json;
  /** Events before any content. */
  opening: string[];
  /** Events at the beginning of content. */
  begin: string[];
  /** An event with content. */
  chunk: (text: string) => string;
  /** The events after the content; the last one ends the response. */
  closing: (input: number, output: number) => string[];
  /** The provider's own event for an error. */
  failure: string;
}

export const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
export const named = (event: { type: string } & Json) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
export const DONE = "data: [DONE]\n\n";

const FAILURE = { message: "No org-operators0001.", type: "server_error", code: "server_error", param: null };
const openAiUsage = (input: number, output: number) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});
const COUNTED = { stream: true, stream_options: { include_usage: true } };

export const CHAT_API: Api = {
  name: "chat completions",
  path: "/v1/chat/completions",
  body: { model: MODEL.model, messages: [{ role: "user", content: "Hello" }], ...COUNTED },
  whole: (input, output) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
    usage: openAiUsage(input, output),
  }),
  opening: [data({ choices: [{ index: 0, delta: { role: "assistant", content: "" } }], usage: null })],
  begin: [],
  chunk: (content) => data({ choices: [{ index: 0, delta: { content } }], usage: null }),
  closing: (input, output) => [data({ choices: [], usage: openAiUsage(input, output) }), DONE],
  failure: data({ error: FAILURE }),
};

export const COMPLETIONS_API: Api = {
  name: "completions",
  path: "/v1/completions",
  body: { model: MODEL.model, prompt: "Hello", ...COUNTED },
  whole: (input, output) => ({
    id: "cmpl-1",
    object: "text_completion",
    choices: [{ index: 0, text: "Hello", finish_reason: "stop" }],
    usage: openAiUsage(input, output),
  }),
  opening: [],
  begin: [],
  chunk: (text) => data({ choices: [{ index: 0, text }] }),
  closing: CHAT_API.closing,
  failure: data({ error: FAILURE }),
};

const usage = (input: number, output: number) => ({ input_tokens: input, output_tokens: output });
const response = (status: string, more: Json) => ({
  response: { id: "resp_1", object: "response", status, error: null, ...more },
});
const item = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Hello", annotations: [] }],
};

export const RESPONSES_API: Api = {
  name: "Responses",
  path: "/v1/responses",
  body: { model: MODEL.model, input: "Hello", stream: true },
  whole: (input, output) => ({
    id: "resp_1",
    object: "response",
    status: "completed",
    error: null,
    output: [item],
    usage: usage(input, output),
  }),
  opening: [named({ type: "response.created", ...response("in_progress", { output: [], usage: null }) })],
  begin: [named({ type: "response.output_item.added", output_index: 0, item: { ...item, content: [] } })],
  chunk: (delta) => named({ type: "response.output_text.delta", item_id: "msg_1", output_index: 0, delta }),
  closing: (input, output) => [
    named({
      type: "response.completed",
      ...response("completed", { output: [item], usage: usage(input, output) }),
    }),
  ],
  failure: named({ type: "response.failed", ...response("failed", { error: FAILURE }) }),
};

export const MESSAGES_API: Api = {
  name: "Messages",
  path: "/v1/messages",
  body: {
    model: MODEL.model,
    max_tokens: 50,
    stream: true,
    messages: [{ role: "user", content: "Hello" }],
  },
  whole: (input, output) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    stop_reason: "end_turn",
    content: [{ type: "text", text: "Hello" }],
    usage: usage(input, output),
  }),
  opening: [
    named({
      type: "message_start",
      message: { id: "msg_1", type: "message", role: "assistant", content: [], usage: usage(9, 1) },
    }),
    named({ type: "ping" }),
  ],
  begin: [named({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } })],
  chunk: (text) => named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
  closing: (input, output) => [
    named({ type: "content_block_stop", index: 0 }),
    named({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: usage(input, output) }),
    named({ type: "message_stop" }),
  ],
  failure: named({
    type: "error",
    request_id: "req_operators0001",
    error: { type: "overloaded_error", message: "Overloaded at 10.0.0.7." },
  }),
};

export const APIS = [CHAT_API, COMPLETIONS_API, RESPONSES_API, MESSAGES_API];

/** A whole stream with two chunks of content. */
export const streamOf = ({ opening, begin, chunk, closing }: Api, input = 9, output = 2) => [
  ...opening,
  ...begin,
  ...["Hel", "lo"].map(chunk),
  ...closing(input, output),
];

export const post = (body: object) => ({ method: "POST", body: JSON.stringify(body) });

/** An event as a client reads it. */
export interface SeenEvent {
  name: string;
  data: unknown;
}

/** Events of a stream without comments; data is parsed where it is JSON. */
export function eventsIn(stream: string): SeenEvent[] {
  const blocks = stream.split("\n\n").map((block) => block.split("\n"));
  const fieldOf = (lines: string[], field: string) =>
    lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2));
  return blocks
    .filter((lines) => lines.some((line) => line.startsWith("data: ")))
    .map((lines) => ({
      name: fieldOf(lines, "event").join(),
      data: parsed(fieldOf(lines, "data").join("\n")),
    }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
