import type { Outcome } from "./outcome.ts";
import type { Client } from "./packages.ts";

const ALL = ["responds", "calls a tool", "streams"] as const;
const allFail = (...refusals: string[]): Outcome => ({ failed: [...ALL], refusals });
const passes = (...refusals: string[]): Outcome => ({ failed: [], refusals });

const MESSAGES = "400 /v1/messages?beta=true";
const TURNS = `${MESSAGES} The beta per-turn-control-2026-07-01 is not supported.`;
const TOOLS = `${MESSAGES} The beta mid-conversation-tool-changes-2026-07-01 is not supported.`;
const toolRefused = (type: string) =>
  `400 /v1/responses A tool of type ${type} is not supported: tools must be of type function, custom.`;

/** What the gateway refuses, by client and setting. Claude Code sends a request again without a beta that was refused. */
const REFUSED: Partial<Record<Client, Record<string, Outcome>>> = {
  "claude-code": {
    ANTHROPIC_AUTH_TOKEN: passes(TURNS, TOOLS),
    ANTHROPIC_API_KEY: passes(TURNS, TOOLS),
    apiKeyHelper: passes(TURNS, TOOLS),
    "dummy ANTHROPIC_API_KEY and ANTHROPIC_AUTH_TOKEN": allFail(
      "401 /v1/messages?beta=true Send one API key: the Authorization and x-api-key headers differ.",
    ),
    "models of the service": passes(TOOLS),
    "thinking off": passes(TURNS, TOOLS),
    "base URL that ends in /v1": allFail(
      "404 /v1/v1/messages?beta=true There is no such method and path. The documentation lists the endpoints.",
    ),
  },
  codex: {
    "a model that it doesn't know": allFail(toolRefused("namespace")),
    "a model that it knows": allFail(toolRefused("tool_search")),
    "web search off": allFail(toolRefused("namespace")),
    "base URL without /v1": allFail('405 /responses {"message":"Unexpected Server Error"}'),
  },
  anthropic: {
    // The tool runner has the provider store the conversation, unless `thread` is false.
    apiKey: {
      failed: ["calls a tool"],
      refusals: [
        "400 /v1/messages The field thread is not supported. Objects that the provider stores would be shared between accounts: send the whole input with each request, and set store to false.",
      ],
    },
  },
  openrouter: {
    "usage: include": allFail("400 /v1/chat/completions The field usage is not supported by this endpoint."),
  },
};

export const expectedOf = (client: Client, setting: string): Outcome =>
  REFUSED[client]?.[setting] ?? passes();
