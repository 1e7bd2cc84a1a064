import type { Outcome } from "./outcome.ts";
import type { Client } from "./packages.ts";

const PASSES: Outcome = { failed: [], refusals: [] };

/** What the gateway refuses, by client and setting. */
const REFUSED: Partial<Record<Client, Record<string, Outcome>>> = {
  anthropic: {
    // The tool runner asks the provider to store the conversation, and sends it whole when that is refused.
    apiKey: {
      failed: [],
      refusals: [
        "400 /v1/messages The field thread is not supported. The provider would store the conversation, which accounts would share: set thread to false, and send the whole conversation with each request.",
      ],
    },
  },
};

export const expectedOf = (client: Client, setting: string): Outcome => REFUSED[client]?.[setting] ?? PASSES;
