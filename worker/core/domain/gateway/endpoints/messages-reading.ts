import type { EventKind, Fields, StreamEvent } from "../endpoint.ts";
import type { Reading } from "../reading.ts";
import { isAbsent, isFields, memberOf } from "./field-checks.ts";
import {
  FAILED,
  hasError,
  parsedJson,
  ReadingState,
  StateReader,
  textsIn,
  textsOfEach,
} from "./response-reading.ts";
import { anthropicCounts } from "./token-counts.ts";

/** Reads a whole message of Anthropic's API. */
export function readMessage(body: unknown): Reading {
  if (!isFields(body) || (!Array.isArray(body.content) && isAbsent(body.usage))) return FAILED;
  const state = new ReadingState();
  if (body.type === "error" || hasError(body)) state.fail();
  takeUsage(state, body.usage);
  state.see(textsOfEach(body.content, blockTexts));
  if (!isAbsent(body.content) || !isAbsent(body.stop_reason)) state.begin();
  state.end();
  return state.reading;
}

/**
 * Reads a stream of Anthropic's API: the input is counted at its beginning, the output towards its end. Other servers
 * may write `[DONE]` in place of the last event.
 */
export class MessagesStreamReader extends StateReader {
  private usage: Fields = {};
  private ended = false;

  take({ name, data }: StreamEvent, event = parsedJson(data)): EventKind {
    if (this.ended) return "pass";
    if (data.trim() === "[DONE]") this.state.close();
    if (this.reading.ended) return this.end();
    if (name === "error") this.state.fail();
    if (!isFields(event)) return "pass";
    if (event.type === "error" || hasError(event)) this.state.fail();
    else if (event.type === "message_start") this.merge(memberOf(event.message, "usage"));
    else if (event.type === "message_delta") return this.finish(event);
    else if (event.type === "content_block_start") this.state.see(blockTexts(event.content_block));
    else if (event.type === "content_block_delta") this.state.see(deltaTexts(event.delta));
    else if (event.type === "message_stop") return this.end();
    return "pass";
  }

  private finish({ usage, delta }: Fields): EventKind {
    const isCounted = this.merge(usage);
    const isStopped = !isAbsent(memberOf(delta, "stop_reason"));
    // The counts that a message begins with are not yet those of its end.
    if (isStopped && isCounted) this.state.stop();
    else if (isStopped) this.state.begin();
    return isCounted ? "usage" : "pass";
  }

  /** Later counts replace earlier ones, but a delta that leaves the input out, or at 0, says nothing about it. */
  private merge(usage: unknown): boolean {
    if (!isFields(usage)) return false;
    const inputs = INPUTS.filter((name) => Number(usage[name] ?? 0) > 0);
    const entries = Object.entries(usage).filter(
      ([name, value]) => !isAbsent(value) && (inputs.length > 0 || !INPUTS.includes(name)),
    );
    this.usage = { input_tokens: 0, ...this.usage, ...Object.fromEntries(entries) };
    return takeUsage(this.state, this.usage);
  }

  private end(): EventKind {
    this.ended = true;
    this.state.end();
    return "end";
  }
}

const INPUTS = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];

/** @returns whether the usage has token counts. */
function takeUsage(state: ReadingState, usage: unknown): boolean {
  const counts = anthropicCounts(usage);
  state.count(counts);
  const speed = memberOf(usage, "speed");
  state.served(speed === "fast" ? speed : (memberOf(usage, "service_tier") ?? speed));
  return counts !== null;
}

/** The arguments of a tool arrive as an object in a whole message, as text in a stream. */
function blockTexts(block: unknown): string[] {
  const input = memberOf(block, "input");
  const args = isFields(input) && Object.keys(input).length > 0 ? [JSON.stringify(input)] : [];
  return [...textsIn(block, ["text", "thinking", "name"]), ...args];
}

const deltaTexts = (delta: unknown) => textsIn(delta, ["text", "thinking", "partial_json"]);
