import { createParser } from "eventsource-parser";
import { BlockedRequest, fetchOrNameBlocker } from "#app/lib/blocked-request.ts";
import { CHAT_ENDPOINT, type ChatRequest } from "./chat-request.ts";
import type { Failure, ToolCall } from "./conversation.ts";

/** What arrived of a response. A part of a tool call continues the call at its index. */
export interface Delta {
  text: string;
  calls: (ToolCall & { index: number })[];
}

export interface StreamListener {
  onHeaders: (requestId: string | null) => void;
  onDelta: (delta: Delta) => void;
}

/** `refused` before anything was generated; `cut` by the API in the middle; `lost` with the connection. */
export type StreamEnd = { phase: "complete" } | { phase: "refused" | "cut" | "lost"; failure: Failure };

interface ChatCall {
  request: ChatRequest;
  grant: string;
  signal: AbortSignal;
}

/**
 * Sends a request and reports its response as it arrives.
 * @throws the error of `fetch` once `signal` is aborted; every other failure is a `StreamEnd`.
 */
export async function streamChat(
  { request, grant, signal }: ChatCall,
  listener: StreamListener,
): Promise<StreamEnd> {
  try {
    const response = await fetchOrNameBlocker(CHAT_ENDPOINT, {
      method: "POST",
      headers: { authorization: `Bearer ${grant}`, "content-type": "application/json" },
      body: JSON.stringify(request),
      signal,
    });
    listener.onHeaders(response.headers.get("x-request-id"));
    if (!response.ok)
      return { phase: "refused", failure: failureIn(await bodyOf(response), response.status) };
    return await readEvents(response, listener.onDelta);
  } catch (error) {
    if (signal.aborted) throw error;
    return { phase: "lost", failure: lostConnection(error) };
  }
}

const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => null);

const lostConnection = (error: unknown): Failure => ({
  status: null,
  code: "connection_lost",
  message:
    error instanceof BlockedRequest
      ? error.message
      : "The request may still finish. Its receipt will show what it cost.",
});

const DONE = "[DONE]";
const UPSTREAM_FAILED = 502;

async function readEvents(response: Response, onDelta: (delta: Delta) => void): Promise<StreamEnd> {
  let end: StreamEnd | null = null;
  const parser = createParser({
    onEvent({ data }) {
      if (data === DONE) end ??= { phase: "complete" };
      else end ??= take(parsed(data), onDelta);
    },
  });
  const reader = (response.body ?? new Blob().stream()).pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    parser.feed(done ? "\n\n" : value);
    if (done) return end ?? { phase: "lost", failure: lostConnection(null) };
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

/** @returns an end if the event is an error. */
function take(event: unknown, onDelta: (delta: Delta) => void): StreamEnd | null {
  const { error, choices } = fieldsOf(event);
  if (error) return { phase: "cut", failure: failureIn(event, UPSTREAM_FAILED) };
  const { delta } = fieldsOf(Array.isArray(choices) ? choices[0] : null);
  const { content, tool_calls: calls } = fieldsOf(delta);
  const part = { text: textOf(content), calls: (Array.isArray(calls) ? calls : []).map(callOf) };
  if (part.text !== "" || part.calls.length > 0) onDelta(part);
  return null;
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function callOf(call: unknown, position: number): Delta["calls"][number] {
  const { index, id, function: made } = fieldsOf(call);
  const { name, arguments: text } = fieldsOf(made);
  return {
    index: typeof index === "number" ? index : position,
    id: textOf(id),
    name: textOf(name),
    arguments: textOf(text),
  };
}

/** Reads OpenAI's form of an error. */
function failureIn(body: unknown, status: number): Failure {
  const { code, message } = fieldsOf(fieldsOf(body).error);
  return {
    status,
    code: textOf(code) || "unexpected_response",
    message: textOf(message) || `The server responded with status ${status}.`,
  };
}

/** The calls so far, continued. */
export function withCallParts(calls: readonly ToolCall[], parts: Delta["calls"]): ToolCall[] {
  const all = [...calls];
  for (const { index, ...part } of parts) {
    const call = all[index];
    if (call) all[index] = { ...call, arguments: call.arguments + part.arguments };
    else all[all.length] = part;
  }
  return all;
}
