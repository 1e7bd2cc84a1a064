import type { Completion } from "./completion.ts";

const PLACE = { output_index: 0, content_index: 0 };

const itemOf = ({ id }: Completion) => `msg_${id}`;
const partOf = (text: string) => ({ type: "output_text", text, annotations: [] });
const messageOf = (completion: Completion, status: string, content: object[]) => ({
  ...{ id: itemOf(completion), type: "message", role: "assistant", status, content },
});

/** A response in the format of the Responses API. */
export function wholeResponse(completion: Completion) {
  const { tokens, finishReason, usage } = completion;
  const status = finishReason === "stop" ? "completed" : "incomplete";
  return {
    ...headOf(completion),
    status,
    incomplete_details: finishReason === "stop" ? null : { reason: "max_output_tokens" },
    output: [messageOf(completion, status, [partOf(tokens.join(""))])],
    usage: {
      input_tokens: usage.prompt_tokens,
      output_tokens: usage.completion_tokens,
      total_tokens: usage.total_tokens,
    },
  };
}

const headOf = ({ id, model, created }: Completion) => ({
  ...{ id: `resp_${id}`, object: "response", created_at: created, model },
});

/** The response's server-sent events, in order. The last one contains the whole response and its usage. */
export function* responseEvents(completion: Completion): Generator<string> {
  const item_id = itemOf(completion);
  const text = completion.tokens.join("");
  const whole = wholeResponse(completion);
  const [message] = whole.output;
  let sequence_number = 0;
  const event = (type: string, data: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...data })}\n\n`;
  const begun = { ...headOf(completion), status: "in_progress", output: [] };
  yield event("response.created", { response: begun });
  const item = messageOf(completion, "in_progress", []);
  yield event("response.output_item.added", { output_index: 0, item });
  yield event("response.content_part.added", { item_id, ...PLACE, part: partOf("") });
  for (const delta of completion.tokens)
    yield event("response.output_text.delta", { item_id, ...PLACE, delta, logprobs: [] });
  yield event("response.output_text.done", { item_id, ...PLACE, text, logprobs: [] });
  yield event("response.content_part.done", { item_id, ...PLACE, part: partOf(text) });
  yield event("response.output_item.done", { output_index: 0, item: message });
  yield event(`response.${whole.status}`, { response: whole });
}
