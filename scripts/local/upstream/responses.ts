import { findModel } from "./catalog.ts";
import { type Completion, type Counts, complete } from "./completion.ts";
import type { Reply, Report, StreamEvent } from "./delivery.ts";
import { openAiError } from "./errors.ts";
import { type Endpoint, validated } from "./exchange.ts";
import { generationOf, type ResponseRequest, refuseStored, responseRequest } from "./response-request.ts";

export const responses: Endpoint = {
  errors: openAiError,
  read(body, cache) {
    const request = validated(responseRequest, body);
    const served = findModel(request.model, "chat");
    refuseStored(request);
    const generation = generationOf(request, served);
    return {
      text: generation.text,
      stream: request.stream === true,
      reply: (faults) => replyOf(complete(generation, faults, cache), request),
    };
  },
};

interface OutputItem {
  item: { id: string; type: string; [field: string]: unknown };
  /** The item as it is added, before its content. */
  begun: object;
  /** The events between its beginning and its end; `place` names the item in them. */
  content: (place: object) => Iterable<Draft>;
}

/** An event before it has a sequence number. */
interface Draft {
  type: string;
  data: object;
  tokens?: number;
}

/** A completion in the format of the Responses API. */
function replyOf(completion: Completion, request: ResponseRequest): Reply {
  const items = outputOf(completion, request);
  return {
    whole: (report) => finished(completion, request, items, report),
    stream: {
      events: (report) => events(completion, request, items, report),
      errorEvent: ({ message, code, param }, sent) => {
        const error = { code: "server_error", message };
        const failed = { ...bodyOf(completion, request), status: "failed", output: [], error };
        return sent === 0
          ? numbered({ type: "error", data: { code, message, param } }, sent)
          : numbered({ type: "response.failed", data: { response: failed } }, sent);
      },
    },
    usage: (sent) => usageOf(completion.counts, sent),
  };
}

const usageOf = ({ input, cached, output, reasoning }: Counts, sent = output) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
  output_tokens: sent,
  output_tokens_details: { reasoning_tokens: Math.min(reasoning, sent) },
  total_tokens: input + sent,
});

const bodyOf = ({ id, created, model, tier }: Completion, request: ResponseRequest) => ({
  id: `resp_${id}`,
  object: "response",
  created_at: created,
  model,
  service_tier: tier,
  background: false,
  error: null,
  incomplete_details: null,
  previous_response_id: null,
  instructions: request.instructions ?? null,
  max_output_tokens: request.max_output_tokens ?? null,
  metadata: request.metadata ?? {},
  parallel_tool_calls: request.parallel_tool_calls ?? true,
  reasoning: { effort: request.reasoning?.effort ?? null, summary: request.reasoning?.summary ?? null },
  store: request.store ?? true,
  temperature: request.temperature ?? 1,
  text: request.text ?? { format: { type: "text" } },
  tool_choice: request.tool_choice ?? "auto",
  tools: request.tools ?? [],
  top_p: request.top_p ?? 1,
  truncation: "disabled",
});

const statusOf = ({ finish }: Completion) => (finish === "length" ? "incomplete" : "completed");

function finished(completion: Completion, request: ResponseRequest, items: OutputItem[], report: Report) {
  const status = statusOf(completion);
  return {
    ...bodyOf(completion, request),
    status,
    incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
    output: items.map(({ item }) => item),
    usage: report(),
  };
}

function outputOf(completion: Completion, request: ResponseRequest): OutputItem[] {
  const { reasoning, text } = completion;
  return [
    ...(reasoning.length > 0 ? [reasoningItem(completion, request)] : []),
    ...(text.length > 0 ? [messageItem(completion)] : []),
    ...callItems(completion),
  ];
}

function reasoningItem(
  { id, reasoning }: Completion,
  { include, reasoning: wanted }: ResponseRequest,
): OutputItem {
  const text = reasoning.join("");
  const encrypted = include?.includes("reasoning.encrypted_content") ?? false;
  const begun = { id: `rs_${id}`, type: "reasoning", summary: [] };
  const hasSummary = (wanted?.summary ?? null) !== null;
  const summary = hasSummary ? [{ type: "summary_text", text }] : [];
  const item = { ...begun, summary, ...(encrypted && { encrypted_content: btoa(`demo:${id}`) }) };
  const content = (place: object) =>
    hasSummary ? summaryEvents({ ...place, summary_index: 0 }, reasoning) : [];
  return { item, begun, content };
}

function* summaryEvents(place: object, reasoning: readonly string[]): Generator<Draft> {
  const draft = (step: string, data: object) => ({
    type: `response.reasoning_summary_${step}`,
    data: { ...place, ...data },
  });
  const text = reasoning.join("");
  yield draft("part.added", { part: { type: "summary_text", text: "" } });
  for (const delta of reasoning) yield { ...draft("text.delta", { delta }), tokens: 1 };
  yield draft("text.done", { text });
  yield draft("part.done", { part: { type: "summary_text", text } });
}

function messageItem(completion: Completion): OutputItem {
  const { id, text } = completion;
  const head = { id: `msg_${id}`, type: "message", role: "assistant" };
  return {
    item: { ...head, status: statusOf(completion), content: [textPart(text.join(""))] },
    begun: { ...head, status: "in_progress", content: [] },
    content: (place) => textEvents({ ...place, content_index: 0 }, text),
  };
}

const textPart = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });

function* textEvents(place: object, tokens: readonly string[]): Generator<Draft> {
  const draft = (step: string, data: object) => ({ type: `response.${step}`, data: { ...place, ...data } });
  const text = tokens.join("");
  yield draft("content_part.added", { part: textPart("") });
  for (const delta of tokens) yield { ...draft("output_text.delta", { delta, logprobs: [] }), tokens: 1 };
  yield draft("output_text.done", { text, logprobs: [] });
  yield draft("content_part.done", { part: textPart(text) });
}

const callItems = (completion: Completion): OutputItem[] =>
  completion.calls.map(({ id: call_id, tokens, custom, ...called }) => {
    const [type, prefix, given] = custom
      ? ["custom_tool_call", "ctc_", "input"]
      : ["function_call", "fc_", "arguments"];
    const head = { id: call_id.replace("call_", prefix), type, call_id, ...called };
    const done = custom ? {} : { name: called.name };
    return {
      item: { ...head, status: statusOf(completion), [given]: tokens.join("") },
      begun: { ...head, status: "in_progress", [given]: "" },
      content: (place) =>
        callEvents(`response.${type}_${given}`, place, tokens, { ...done, [given]: tokens.join("") }),
    };
  });

function* callEvents(type: string, place: object, tokens: readonly string[], done: object): Generator<Draft> {
  for (const delta of tokens) yield { type: `${type}.delta`, data: { ...place, delta }, tokens: 1 };
  yield { type: `${type}.done`, data: { ...place, ...done } };
}

function* events(
  completion: Completion,
  request: ResponseRequest,
  items: OutputItem[],
  report: Report,
): Generator<StreamEvent> {
  let sent = 0;
  for (const draft of drafts(completion, request, items, report)) yield numbered(draft, sent++);
}

function* drafts(
  completion: Completion,
  request: ResponseRequest,
  items: OutputItem[],
  report: Report,
): Generator<Draft> {
  const begun = { ...bodyOf(completion, request), status: "in_progress", output: [] };
  yield { type: "response.created", data: { response: begun } };
  yield { type: "response.in_progress", data: { response: begun } };
  for (const [output_index, { item, begun: added, content }] of items.entries()) {
    yield { type: "response.output_item.added", data: { output_index, item: added } };
    yield* content({ item_id: item.id, output_index });
    yield { type: "response.output_item.done", data: { output_index, item } };
  }
  const response = finished(completion, request, items, report);
  yield { type: `response.${response.status}`, data: { response } };
}

const numbered = ({ type, data, ...rest }: Draft, sequence_number: number): StreamEvent => ({
  name: type,
  data: { type, sequence_number, ...data },
  ...rest,
});
