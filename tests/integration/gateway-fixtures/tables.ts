import type { Outcome } from "#core/domain/gateway/outcomes.ts";
import type { FixtureEndpoint } from "#tests/support/fixtures.ts";

const unsupported = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`unsupported_parameter ${name}`, count]));
/** Requests that are refused, by code, field and type of tool. Each of them is refused by design. */
export const REFUSED: Record<FixtureEndpoint, Record<string, number>> = {
  "chat-completions": unsupported({
    unknown_option: 6,
    // A search that xAI runs, and OpenAI's own moderation of the response.
    search_parameters: 6,
    moderation: 1,
  }),
  // A negative limit, sent on purpose to get the provider's error.
  completions: { "unsupported_parameter unknown_option": 2, "invalid_request max_tokens": 1 },
  responses: unsupported({
    // Objects that the provider stores; in `input`, items by their ids alone.
    file_id: 2,
    conversation: 2,
    previous_response_id: 2,
    input: 3,
    // Tools that the provider runs.
    "tools web_search": 9,
    "tools web_search_preview": 2,
    "tools x_search": 2,
    "tools file_search": 4,
    "tools code_interpreter": 8,
    "tools image_generation": 3,
    "tools mcp": 3,
    context_management: 1,
  }),
  messages: {
    ...unsupported({
      // Tools that the provider runs, and its containers.
      "tools web_search_20250305": 9,
      "tools web_fetch_20250910": 4,
      mcp_servers: 2,
      container: 4,
      "tools code_execution_20250825": 6,
      "tools code_execution_20250522": 4,
      "tools tool_search_tool_regex_20251119": 4,
      "tools tool_search_tool_bm25_20251119": 4,
      // Where the operator's requests are processed.
      inference_geo: 1,
      unknown_option: 2,
    }),
    // A request without messages.
    "invalid_request messages": 1,
  },
  // An empty list of messages, and a number for the system text, to get errors.
  "count-tokens": { "invalid_request messages": 2, "invalid_request system": 2 },
  embeddings: {},
  moderations: { "invalid_request input": 1 },
};

/** How the accepted requests end. Four streams of messages have no `message_stop`, two report an error after content. */
export const ENDED: Record<FixtureEndpoint, Partial<Record<Outcome, number>>> = {
  "chat-completions": { completed: 154, failed: 6, no_usage: 4 },
  completions: { completed: 61, failed: 6, no_usage: 8 },
  responses: { completed: 94, failed: 4, no_usage: 2 },
  messages: { completed: 88, failed: 4, cut: 1 },
  "count-tokens": { completed: 42, failed: 6 },
  embeddings: { completed: 49, failed: 11, no_usage: 1 },
  moderations: { completed: 20, failed: 2 },
};
