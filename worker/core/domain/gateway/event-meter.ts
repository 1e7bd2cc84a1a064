import { likelyTokens, type Reading } from "./charge.ts";
import { memberOf, parsedJson, usageOf } from "./json-reading.ts";
import type { SseEvent } from "./sse-events.ts";
import type { TokenUsage } from "./token-usage.ts";

/** Events that come before a model has written anything. */
const OPENING = new Set<unknown>(["response.created", "response.in_progress", "response.queued", "ping"]);
const TERMINAL = new Set<unknown>([
  "response.completed",
  "response.incomplete",
  "response.failed",
  "message_stop",
]);
const FAILED = new Set<unknown>(["error", "response.failed"]);
/** Fields of a model's output that are names and kinds, not text. */
const LABELS = new Set(["role", "type", "id", "object"]);

const encoder = new TextEncoder();

/** Reads from a stream's events the facts that decide its charge. */
export class EventMeter {
  private usage: TokenUsage | null = null;
  private bytes = 0;
  private events = 0;
  private ended = false;

  /** "counts" for a chunk that holds nothing but token counts, "end" for the last event of a response. */
  see({ name, data }: SseEvent): "counts" | "end" | "other" {
    if (data === "[DONE]") return this.end();
    const value = parsedJson(data);
    if (typeof value !== "object" || value === null) return "other";
    const usage = usageOf(value);
    this.usage = usage ?? this.usage;
    if (hasContent(value, name) || (usage?.output ?? 0) > 0) this.events += 1;
    this.bytes += textBytes(memberOf(value, "delta")) + sumOf(choicesOf(value), choiceBytes);
    if (TERMINAL.has(memberOf(value, "type"))) return this.end();
    return usage !== null && isEmptyList(memberOf(value, "choices")) ? "counts" : "other";
  }

  /** Without its last event and without counts, a stream was cut short however its connection was closed. */
  get reading(): Reading {
    const { usage, events, ended, bytes } = this;
    const content = events > 0 || bytes > 0;
    const visibleTokens = Math.max(events, likelyTokens(bytes));
    return { usage, visibleTokens, content, complete: ended || usage !== null };
  }

  private end(): "end" {
    this.ended = true;
    return "end";
  }
}

function hasContent(value: object, name: string): boolean {
  const type = memberOf(value, "type");
  if (name === "error" || FAILED.has(type) || isThere(memberOf(value, "error"))) return false;
  const choices = memberOf(value, "choices");
  return Array.isArray(choices) ? choices.some((choice) => choiceBytes(choice) > 0) : !OPENING.has(type);
}

const choicesOf = (value: object): unknown[] => {
  const choices = memberOf(value, "choices");
  return Array.isArray(choices) ? choices : [];
};

/** Chat chunks have their text in `delta`, completion chunks in `text`. */
const choiceBytes = (choice: unknown) =>
  textBytes(memberOf(choice, "delta")) + textBytes(memberOf(choice, "text"));

function textBytes(value: unknown): number {
  if (typeof value === "string") return encoder.encode(value).length;
  if (Array.isArray(value)) return sumOf(value, textBytes);
  if (typeof value !== "object" || value === null) return 0;
  const words = Object.entries(value).filter(([name]) => !LABELS.has(name));
  return sumOf(words, ([, inner]) => textBytes(inner));
}

const sumOf = <Item>(items: readonly Item[], size: (item: Item) => number) =>
  items.reduce((sum, item) => sum + size(item), 0);
const isThere = (value: unknown) => value !== undefined && value !== null;
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
