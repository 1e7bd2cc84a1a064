import { silentMp3, silentSamples, silentWav } from "#core/domain/gateway/silent-audio.ts";

const TOKENS = ["This", " is", " a", " test."];
const TEXT = TOKENS.join("");
const COUNTS = { input: 9, output: 4 };
const CHAT_USAGE = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
const USAGE = { input_tokens: 9, output_tokens: 4 };
const RESPONSES_USAGE = {
  ...USAGE,
  total_tokens: 13,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
};

interface TestRequest {
  id: string;
  /** Below `/v1`. */
  path: string;
  model: string;
  /** The client requests the counts of a stream. */
  counted: boolean;
  /** Epoch seconds. */
  created: number;
}

/** The same for every request. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SPEECH_SECONDS = 0.1;
const RECORDINGS: Partial<Record<string, { type: string; bytes: Uint8Array<ArrayBuffer> }>> = {
  wav: { type: "audio/wav", bytes: silentWav(SPEECH_SECONDS) },
  pcm: { type: "audio/pcm", bytes: silentSamples(SPEECH_SECONDS) },
};

/** A silent recording in the format requested if that needs no encoder, or else in MP3. */
export const testKeyRecording = (format: unknown) =>
  RECORDINGS[String(format)] ?? { type: "audio/mpeg", bytes: silentMp3(SPEECH_SECONDS) };
type Form = {
  whole: (request: TestRequest) => object;
  /** Events of the same response, one text each. */
  events: (request: TestRequest) => string[];
};

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const named = (type: string, fields: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const DONE = "data: [DONE]\n\n";

const countsChunk = ({ id, model, counted, created }: TestRequest, object: string) =>
  counted ? [data({ id, object, created, model, choices: [], usage: CHAT_USAGE })] : [];

const chat: Form = {
  whole: ({ id, model, created }) => ({
    id,
    object: "chat.completion",
    created,
    model,
    choices: [{ index: 0, message: { role: "assistant", content: TEXT }, finish_reason: "stop" }],
    usage: CHAT_USAGE,
  }),
  events: (request) => {
    const { id, model, created } = request;
    const object = "chat.completion.chunk";
    const chunk = (delta: object, finish_reason: string | null) =>
      data({ id, object, created, model, choices: [{ index: 0, delta, finish_reason }] });
    const content = TOKENS.map((token) => chunk({ content: token }, null));
    return [...content, chunk({}, "stop"), ...countsChunk(request, object), DONE];
  },
};

const completion: Form = {
  whole: ({ id, model, created }) => ({
    id,
    object: "text_completion",
    created,
    model,
    choices: [{ index: 0, text: TEXT, logprobs: null, finish_reason: "stop" }],
    usage: CHAT_USAGE,
  }),
  events: (request) => {
    const { id, model, created } = request;
    const object = "text_completion";
    const chunk = (text: string, finish_reason: string | null) =>
      data({ id, object, created, model, choices: [{ index: 0, text, logprobs: null, finish_reason }] });
    const content = TOKENS.map((text) => chunk(text, null));
    return [...content, chunk("", "stop"), ...countsChunk(request, object), DONE];
  },
};

const message = (status: string, text: string) => ({
  id: "msg_test",
  type: "message",
  role: "assistant",
  status,
  content: [{ type: "output_text", text, annotations: [] }],
});
const response = ({ id, model, created }: TestRequest, status: string) => ({
  id: `resp_${id}`,
  object: "response",
  created_at: created,
  model,
  status,
  error: null,
  incomplete_details: null,
  output: status === "completed" ? [message(status, TEXT)] : [],
  ...(status === "completed" && { usage: RESPONSES_USAGE }),
});

const responses: Form = {
  whole: (request) => response(request, "completed"),
  events: (request) => {
    const place = { item_id: "msg_test", output_index: 0, content_index: 0 };
    const part = (text: string) => ({ part: { type: "output_text", text, annotations: [] } });
    const events: [string, object][] = [
      ["response.created", { response: response(request, "in_progress") }],
      ["response.output_item.added", { output_index: 0, item: message("in_progress", "") }],
      ["response.content_part.added", { ...place, ...part("") }],
      ...TOKENS.map((delta): [string, object] => [
        "response.output_text.delta",
        { ...place, delta, logprobs: [] },
      ]),
      ["response.output_text.done", { ...place, text: TEXT, logprobs: [] }],
      ["response.content_part.done", { ...place, ...part(TEXT) }],
      ["response.output_item.done", { output_index: 0, item: message("completed", TEXT) }],
      ["response.completed", { response: response(request, "completed") }],
    ];
    return events.map(([type, fields], sequence_number) => named(type, { sequence_number, ...fields }));
  },
};

const anthropicMessage = ({ id, model }: TestRequest) => ({
  id: `msg_${id}`,
  type: "message",
  role: "assistant",
  model,
});

const messages: Form = {
  whole: (request) => ({
    ...anthropicMessage(request),
    content: [{ type: "text", text: TEXT }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: USAGE,
  }),
  events: (request) => {
    const start = { ...anthropicMessage(request), content: [], stop_reason: null, stop_sequence: null };
    return [
      named("message_start", { message: { ...start, usage: { ...USAGE, output_tokens: 1 } } }),
      named("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
      ...TOKENS.map((text) =>
        named("content_block_delta", { index: 0, delta: { type: "text_delta", text } }),
      ),
      named("content_block_stop", { index: 0 }),
      named("message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: USAGE }),
      named("message_stop", {}),
    ];
  },
};

const whole = (body: (request: TestRequest) => object): Form => ({
  whole: body,
  events: (request) => [JSON.stringify(body(request))],
});

const image = (kind: string): Form => ({
  whole: ({ created }) => ({ created, data: [{ b64_json: PIXEL }] }),
  events: ({ created }) => [named(`${kind}.completed`, { created_at: created, b64_json: PIXEL })],
});

const SPOKEN_SECONDS = 1;
const transcript: Form = {
  whole: () => ({
    task: "transcribe",
    language: "english",
    duration: SPOKEN_SECONDS,
    text: TEXT,
    segments: [{ id: 0, seek: 0, start: 0, end: SPOKEN_SECONDS, text: TEXT, speaker: "A" }],
    words: TOKENS.map((token, at) => ({ word: token.trim(), start: at / 4, end: (at + 1) / 4 })),
    usage: { type: "duration", seconds: SPOKEN_SECONDS },
  }),
  events: () => [
    ...TOKENS.map((delta) => data({ type: "transcript.text.delta", delta })),
    data({ type: "transcript.text.done", text: TEXT, usage: { type: "tokens", ...USAGE, total_tokens: 13 } }),
  ],
};

const FORMS: Partial<Record<string, Form>> = {
  "/chat/completions": chat,
  "/completions": completion,
  "/responses": responses,
  "/messages": messages,
  "/messages/count_tokens": whole(() => ({ input_tokens: COUNTS.input })),
  "/embeddings": whole(({ model }) => ({
    object: "list",
    model,
    data: [{ object: "embedding", index: 0, embedding: [0.6, 0, 0.8] }],
    usage: { prompt_tokens: COUNTS.input, total_tokens: COUNTS.input },
  })),
  "/rerank": whole(({ id }) => ({
    id,
    results: [{ index: 0, relevance_score: 1 }],
    meta: { billed_units: { search_units: 1 } },
  })),
  "/images/generations": image("image_generation"),
  "/images/edits": image("image_edit"),
  "/audio/transcriptions": transcript,
  "/audio/translations": transcript,
  "/moderations": whole(({ id, model }) => ({
    id,
    model,
    results: [{ flagged: false, categories: {}, category_scores: {} }],
  })),
};

/** What a test key gets: always the same but for its ID and time, in the form of the endpoint. @throws Error for an endpoint without one. */
export function testKeyForm(path: string): Form {
  const form = FORMS[path];
  if (form === undefined) throw new Error(`There is no test response for ${path}.`);
  return form;
}
