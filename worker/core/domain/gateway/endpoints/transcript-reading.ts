import type { EventKind, StreamEvent } from "../endpoint.ts";
import type { TokenCounts } from "../price-list.ts";
import type { Reading, UnitCount } from "../reading.ts";
import { isFields, memberOf } from "./field-checks.ts";
import { FAILED, hasError, parsedJson, ReadingState, StateReader, textsOf } from "./response-reading.ts";
import { openAiCounts, TOKENS_MAX } from "./token-counts.ts";

/** Reads a whole transcript. An empty one is that of a silent recording. */
export function readTranscript(body: unknown): Reading {
  if (!isFields(body) || (typeof body.text !== "string" && !hasError(body))) return FAILED;
  const state = new ReadingState();
  if (hasError(body)) state.fail();
  else state.begin();
  state.see(textsOf(body.text));
  state.count(tokensIn(body.usage));
  state.countUnits(secondsIn(body));
  state.end();
  return state.reading;
}

/** Reads a stream of a transcript: its text bit by bit, then whole, with its usage. */
export class TranscriptStreamReader extends StateReader {
  take({ name, data }: StreamEvent, event = parsedJson(data)): EventKind {
    if (name === "error" || memberOf(event, "type") === "error" || hasError(event)) this.state.fail();
    if (!isFields(event) || typeof event.type !== "string") return "pass";
    if (event.type === "transcript.text.delta") this.state.see(textsOf(event.delta));
    if (event.type === "transcript.text.segment") this.state.begin();
    if (event.type !== "transcript.text.done") return "pass";
    this.state.begin();
    this.state.count(tokensIn(event.usage));
    this.state.end();
    return "end";
  }
}

/** The API calls the details of input tokens by another name here. */
function tokensIn(usage: unknown): TokenCounts | null {
  if (!isFields(usage)) return null;
  return openAiCounts({
    ...usage,
    input_tokens_details: usage.input_token_details ?? usage.input_tokens_details,
  });
}

/** A started second counts, and so does a recording of none. Servers report what they bill, the length, or both. */
function secondsIn({ usage, duration }: { usage?: unknown; duration?: unknown }): UnitCount | null {
  const billed = memberOf(usage, "type") === "duration" ? memberOf(usage, "seconds") : undefined;
  const seconds = [billed, duration].map(secondsOf).find((figure) => figure !== null);
  return seconds === undefined ? null : { dimension: "second", quantity: Math.max(1, Math.ceil(seconds)) };
}

/** Some servers write the length as a text. */
function secondsOf(value: unknown): number | null {
  const seconds = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof seconds === "number" && seconds >= 0 && seconds <= TOKENS_MAX ? seconds : null;
}
