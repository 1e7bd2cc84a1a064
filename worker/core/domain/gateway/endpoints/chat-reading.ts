import type { EventKind, StreamEvent } from "../endpoint.ts";
import type { Reading } from "../reading.ts";
import { isAbsent, isFields, memberOf } from "./field-checks.ts";
import {
  FAILED,
  hasError,
  parsedJson,
  ReadingState,
  StateReader,
  textsIn,
  textsOf,
  textsOfEach,
} from "./response-reading.ts";
import { openAiCounts } from "./token-counts.ts";

/** Reads a whole chat completion or completion. */
export function readChatResponse(body: unknown): Reading {
  if (!isFields(body) || (!Array.isArray(body.choices) && isAbsent(body.usage))) return FAILED;
  const state = new ReadingState();
  takeChunk(state, body);
  if (Array.isArray(body.choices) && body.choices.length > 0 && !hasError(body)) state.begin();
  state.end();
  return state.reading;
}

/** Reads a stream of chunks, which `[DONE]` ends; some servers leave it out. */
export class ChatStreamReader extends StateReader {
  private ended = false;

  take({ name, data }: StreamEvent, chunk = parsedJson(data)): EventKind {
    if (this.ended) return "pass";
    if (data.trim() === "[DONE]") {
      this.ended = true;
      this.state.end();
      return "end";
    }
    if (name === "error") this.state.fail();
    if (!isFields(chunk)) return "pass";
    const counted = takeChunk(this.state, chunk);
    if (!counted) return "pass";
    return isAbsent(chunk.choices) && !hasError(chunk) ? "counts" : "usage";
  }
}

/** Groq's streams have their counts in a member of its own, Moonshot's in the last choice. @returns whether the chunk has token counts. */
function takeChunk(state: ReadingState, chunk: object): boolean {
  if (hasError(chunk)) state.fail();
  const choices = listOf(memberOf(chunk, "choices"));
  const counts = openAiCounts(usageOf(chunk, choices));
  state.count(counts);
  state.served(memberOf(chunk, "service_tier"));
  if ((counts?.output ?? 0) > 0) state.begin();
  for (const choice of choices) takeChoice(state, choice);
  return counts !== null;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const usageOf = (chunk: object, choices: unknown[]): unknown =>
  memberOf(chunk, "usage") ??
  memberOf(memberOf(chunk, "x_groq"), "usage") ??
  choices.map((choice) => memberOf(choice, "usage")).find(isFields);

function takeChoice(state: ReadingState, choice: unknown): void {
  const message = memberOf(choice, "delta") ?? memberOf(choice, "message");
  state.see([...textsOf(memberOf(choice, "text")), ...messageTexts(message)]);
  const audio = memberOf(memberOf(message, "audio"), "data");
  state.hear(audio);
  if (!isAbsent(memberOf(choice, "finish_reason"))) state.stop();
}

/** Servers name the model's reasoning in different ways, some in several at once. */
function messageTexts(message: unknown): string[] {
  const reasoning = ["reasoning_content", "reasoning", "thinking"].map((name) => textsIn(message, [name]));
  const details = textsOfEach(memberOf(message, "reasoning_details"), (part) =>
    textsIn(part, ["text", "summary"]),
  );
  return [
    ...contentTexts(memberOf(message, "content")),
    ...longest([...reasoning, details]),
    ...textsIn(message, ["refusal"]),
    ...callTexts(memberOf(message, "function_call")),
    ...textsOfEach(memberOf(message, "tool_calls"), toolTexts),
    ...textsIn(memberOf(message, "audio"), ["transcript"]),
  ];
}

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
const longest = (lists: readonly string[][]): string[] =>
  lists.reduce((most, texts) => (lengthOf(texts) > lengthOf(most) ? texts : most), []);

const contentTexts = (content: unknown): string[] =>
  typeof content === "string"
    ? [content]
    : textsOfEach(content, (part) => textsIn(part, ["text", "refusal", "thinking"]));

const toolTexts = (call: unknown) => [
  ...callTexts(memberOf(call, "function")),
  ...callTexts(memberOf(call, "custom")),
];
const callTexts = (call: unknown) => textsIn(call, ["name", "arguments", "input"]);
