import { revokeAllKeys } from "#core/services/operator/revoke-keys.ts";
import {
  resumeAccount,
  type SuspensionInput,
  suspendAccount,
} from "#core/services/operator/suspend-account.ts";
import type { Command } from "./command.ts";
import { readOptions, required } from "./options.ts";

const text = { type: "string" } as const;
const OPTIONS = { account: text, reason: text, notify: { type: "boolean" } } as const;
const USAGE = '--account ACCOUNT --reason "…" [--notify] [--by NAME]';
/** A command can't reach the account's object. */
const DELAY = "Keys in use notice it within ten seconds; the desk does this at once.";

function inputOf(words: string[]): { by: string | undefined; input: SuspensionInput } {
  const { account, reason, notify = false, by } = readOptions(words, OPTIONS);
  const input = { account: required(account, "account"), reason: required(reason, "reason"), notify };
  return { by, input };
}

export const suspend: Command = {
  usage: `suspend ${USAGE}`,
  about: "Refuses every request of an account. With --notify the customer gets an email, without the reason.",
  async run(open, words, output) {
    const { by, input } = inputOf(words);
    const { suspended_at } = await suspendAccount(open(by), input);
    output.log(`The account is suspended since ${suspended_at}. ${DELAY}`);
    return 0;
  },
};

export const resume: Command = {
  usage: `resume ${USAGE}`,
  about: "Ends a suspension. Keys and balance are as they were.",
  async run(open, words, output) {
    const { by, input } = inputOf(words);
    await resumeAccount(open(by), input);
    output.log("The account isn't suspended.");
    return 0;
  },
};

export const revokeKeys: Command = {
  usage: `revoke-keys ${USAGE}`,
  about: "Revokes every active key of an account, permanently.",
  async run(open, words, output) {
    const { by, input } = inputOf(words);
    const { revoked } = await revokeAllKeys(open(by), input);
    output.log(`Revoked ${revoked} ${revoked === 1 ? "key" : "keys"}. ${DELAY}`);
    return 0;
  },
};
