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

/** Reads a whole object of the Responses API. */
export function readResponsesResponse(body: unknown): Reading {
  if (!isFields(body) || (!Array.isArray(body.output) && isAbsent(body.usage))) return FAILED;
  const state = new ReadingState();
  takeResponse(state, body);
  state.see(textsOfEach(body.output, itemTexts));
  if (Array.isArray(body.output) && body.output.length > 0) state.begin();
  state.end();
  return state.reading;
}

/** xAI ends some streams with `response.done`. */
const LAST = new Set<unknown>([
  "response.completed",
  "response.incomplete",
  "response.failed",
  "response.done",
]);
/** Events that come before a model has written anything. */
const OPENING = new Set<unknown>(["response.created", "response.in_progress", "response.queued"]);

/** Reads a stream of the Responses API, which ends with the event that has the whole response. */
export class ResponsesStreamReader extends StateReader {
  private ended = false;

  take({ name, data }: StreamEvent, event = parsedJson(data)): EventKind {
    if (this.ended) return "pass";
    if (name === "error") this.state.fail();
    if (!isFields(event)) return "pass";
    const { type, response } = event;
    if (type === "error" || hasError(event)) this.state.fail();
    else if (typeof type === "string") this.write(type, event.delta);
    const counted = takeResponse(this.state, response);
    if (!LAST.has(type)) return counted && !OPENING.has(type) ? "usage" : "pass";
    if (this.reading.visibleTokens === 0)
      this.state.see(textsOfEach(memberOf(response, "output"), itemTexts));
    this.ended = true;
    this.state.end();
    return "end";
  }

  /** Audio is not text: its bytes say nothing about its tokens. */
  private write(type: string, delta: unknown): void {
    const audio = type.endsWith("audio.delta");
    if (type.endsWith(".delta") && !audio) this.state.see(textsOf(delta));
    if (audio) this.state.hear(delta);
    if (type === "response.output_item.done") this.state.begin();
  }
}

/** @returns whether the response has token counts. */
function takeResponse(state: ReadingState, response: unknown): boolean {
  if (!isFields(response)) return false;
  if (hasError(response) || response.status === "failed") state.fail();
  const counts = openAiCounts(response.usage);
  state.count(counts);
  state.served(response.service_tier);
  if ((counts?.output ?? 0) > 0) state.begin();
  return counts !== null;
}

/** Members of calls: a text, or data that counts as JSON. */
const DATA = ["arguments", "action", "actions", "operation"];
const itemTexts = (item: unknown): string[] => [
  ...textsIn(item, ["name", "input"]),
  ...textsOfEach(memberOf(item, "content"), partTexts),
  ...textsOfEach(memberOf(item, "summary"), partTexts),
  ...DATA.flatMap((name) => jsonTexts(memberOf(item, name))),
];
const partTexts = (part: unknown) => textsIn(part, ["text", "refusal"]);
const jsonTexts = (value: unknown) =>
  isAbsent(value) ? [] : [typeof value === "string" ? value : JSON.stringify(value)];
