import type { FixtureEndpoint } from "#tests/support/fixtures.ts";
import { eventsIn, type SeenEvent } from "../gateway-http/apis.ts";
import { isReasoning } from "./exchanges.ts";

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Values that clients send for a field they don't use. */
const isUnset = (value: unknown) =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

/** The client's own field `prompt_cache_key` ends what the provider gets: see `scopedKey`. */
const without = ({ prompt_cache_key: _own, ...fields }: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The request with all that the gateway changes on purpose, but for the cache key. */
export function expectedForward(endpoint: FixtureEndpoint, request: Json, forwarded: Json): Json {
  const changed = { ...without(request), ...changesOf(endpoint, request) };
  const kept = Object.entries(changed).filter(([name, value]) => name in forwarded || !isUnset(value));
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

export const withoutCacheKey = (forwarded: Json) => without(forwarded);

function changesOf(endpoint: FixtureEndpoint, request: Json): Json {
  const counted = isObject(request.stream_options) && request.stream_options.include_usage === true;
  const options = isObject(request.stream_options) ? request.stream_options : {};
  const stream_options = { ...options, include_usage: true };
  const counts = request.stream === true && !counted ? { stream_options } : {};
  if (endpoint === "completions") return counts;
  if (endpoint === "chat-completions")
    return { ...counts, metadata: undefined, ...(request.store === true && { store: false }) };
  if (endpoint === "moderations") return { model: request.model ?? "omni-moderation-latest" };
  return endpoint === "responses"
    ? { store: false, ...reasoningToKeep(request), ...localShells(request) }
    : {};
}

/** Left open, the provider could run the commands. */
function localShells({ tools }: Json): Json {
  if (!Array.isArray(tools)) return {};
  const local = { environment: { type: "local" } };
  return { tools: tools.map((tool) => (tool.type === "shell" ? { ...tool, ...local } : tool)) };
}

/** Reasoning cannot be looked up later, so that it is part of the response. */
function reasoningToKeep({ model, include }: Json): Json {
  const listed = Array.isArray(include) ? include : [];
  const encrypted = "reasoning.encrypted_content";
  if (!isReasoning(String(model)) || listed.includes(encrypted)) return {};
  return { include: [...listed, encrypted] };
}

/** Counts that the client did not request are not for it. */
const isForClient = (hidden: boolean) => (event: SeenEvent) =>
  !(hidden && isObject(event.data) && isObject(event.data.usage) && isUnset(event.data.choices ?? null));

/** The events of a stream as the client of this request gets them, cost aside. */
export function expectedEvents(endpoint: FixtureEndpoint, request: Json, stream: string): SeenEvent[] {
  const { stream_options } = changesOf(endpoint, request);
  return eventsIn(stream).filter(isForClient(stream_options !== undefined));
}

/** A document of a response without its cost and without what only the operator may see, and that cost. */
export function splitCost(received: unknown): { document: unknown; cost: unknown } {
  if (!isObject(received)) return { document: received, cost: undefined };
  const { provider: _provider, billing: _billing, ...document } = received;
  const inner = isObject(document.response) ? splitCost(document.response) : null;
  if (inner?.cost !== undefined) return { ...inner, document: { ...document, response: inner.document } };
  if (!isObject(document.usage)) return { document, cost: undefined };
  // Some providers report what the operator pays, which the client does not get.
  const { cost, cost_details: _details, is_byok: _own, ...usage } = document.usage;
  return { document: { ...document, usage }, cost };
}
