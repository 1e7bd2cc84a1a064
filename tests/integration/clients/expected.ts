import type { Outcome } from "./outcome.ts";
import type { Client } from "./packages.ts";

const ALL = ["responds", "calls a tool", "streams"] as const;
const allFail = (...refusals: string[]): Outcome => ({ failed: [...ALL], refusals });
const PASSES: Outcome = { failed: [], refusals: [] };

/** What the gateway refuses, by client and setting. */
const REFUSED: Partial<Record<Client, Record<string, Outcome>>> = {
  codex: {
    // Its program runs the search, which isn't read yet.
    "a model that it knows": allFail(
      "400 /v1/responses A tool of type tool_search is not supported, because the provider runs it, and it has no price here. Leave it out, or offer a tool that your program runs, of type function, custom, namespace, local_shell, shell, apply_patch, computer, computer_use_preview.",
    ),
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
};

export const expectedOf = (client: Client, setting: string): Outcome => REFUSED[client]?.[setting] ?? PASSES;
