import { createHash } from "node:crypto";
import type { Completion, Counts } from "./completion.ts";
import type { Reply, Report, StreamEvent } from "./delivery.ts";
import { anthropicError } from "./errors.ts";
import { parsedObject } from "./tool-calls.ts";

/** A completion in the format of Anthropic's Messages API. */
export const replyOf = (completion: Completion): Reply => ({
  whole: (report) => ({
    ...headOf(completion),
    content: blocksOf(completion).map(({ block }) => block),
    ...endOf(completion),
    usage: report(),
  }),
  stream: {
    events: (report) => events(completion, report),
    errorEvent: (error) => ({ name: "error", data: anthropicError(error) }),
  },
  usage: (sent) => usageOf(completion, sent),
});

/** Here, the input tokens leave out those that were read from the cache or written to it. */
function usageOf({ counts, tier }: Completion, sent = counts.output) {
  const { input, cached, written5m, written1h, reasoning } = counts;
  return {
    input_tokens: input - cached - written5m - written1h,
    cache_creation_input_tokens: written5m + written1h,
    cache_read_input_tokens: cached,
    cache_creation: { ephemeral_5m_input_tokens: written5m, ephemeral_1h_input_tokens: written1h },
    output_tokens: sent,
    output_tokens_details: detailsOf(counts, Math.min(reasoning, sent)),
    server_tool_use: null,
    service_tier: tier,
  };
}

const detailsOf = ({ reasoning }: Counts, thinking_tokens: number) =>
  reasoning > 0 ? { thinking_tokens } : null;

const headOf = ({ id, model }: Completion) => ({
  id: `msg_${id}`,
  type: "message",
  role: "assistant",
  model,
  content: [],
});

const STOP_REASONS = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  stop_sequence: "stop_sequence",
} as const;

const endOf = ({ finish, stopSequence }: Completion) => ({
  stop_reason: STOP_REASONS[finish],
  stop_sequence: stopSequence,
});

interface OutputBlock {
  block: object;
  begun: object;
  deltas: StreamEvent["data"][];
  /** The last delta, which is no content. */
  closing?: object;
}

function blocksOf({ id, reasoning, text, calls }: Completion): OutputBlock[] {
  const signature = createHash("sha256").update(id).digest("base64");
  const thinking: OutputBlock = {
    block: { type: "thinking", thinking: reasoning.join(""), signature },
    begun: { type: "thinking", thinking: "", signature: "" },
    deltas: reasoning.map((token) => ({ type: "thinking_delta", thinking: token })),
    closing: { type: "signature_delta", signature },
  };
  const written: OutputBlock = {
    block: { type: "text", text: text.join("") },
    begun: { type: "text", text: "" },
    deltas: text.map((token) => ({ type: "text_delta", text: token })),
  };
  return [
    ...(reasoning.length > 0 ? [thinking] : []),
    ...(text.length > 0 ? [written] : []),
    ...calls.map(callBlock),
  ];
}

function callBlock({ id, name, tokens }: Completion["calls"][number]): OutputBlock {
  const begun = {
    type: "tool_use",
    id: id.replace("call_", "toolu_"),
    name,
    input: {},
    caller: { type: "direct" },
  };
  return {
    block: { ...begun, input: parsedObject(tokens.join("")) },
    begun,
    deltas: tokens.map((partial_json) => ({ type: "input_json_delta", partial_json })),
  };
}

function* events(completion: Completion, report: Report): Generator<StreamEvent> {
  const stop = { stop_reason: null, stop_sequence: null };
  yield event("message_start", { message: { ...headOf(completion), ...stop, usage: report(1) } });
  for (const [index, { begun, deltas, closing }] of blocksOf(completion).entries()) {
    yield event("content_block_start", { index, content_block: begun });
    if (index === 0) yield event("ping", {});
    for (const delta of deltas) yield { ...event("content_block_delta", { index, delta }), tokens: 1 };
    if (closing !== undefined) yield event("content_block_delta", { index, delta: closing });
    yield event("content_block_stop", { index });
  }
  yield event("message_delta", { delta: endOf(completion), usage: outputOf(report()) });
  yield event("message_stop", {});
}

/** The last event repeats no input: it is in the first one alone. */
const outputOf = (usage: object | undefined) =>
  usage &&
  Object.fromEntries(
    Object.entries(usage).filter(([name, value]) => name.startsWith("output_tokens") && value !== null),
  );

const event = (name: string, data: object): StreamEvent => ({ name, data: { type: name, ...data } });
