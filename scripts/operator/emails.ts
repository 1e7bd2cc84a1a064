import type { AccountEmail } from "#core/contract/operator-emails.ts";
import { listAccountEmails, resendEmail } from "#core/services/operator/account-emails.ts";
import type { Command } from "./command.ts";
import { readOptions, required, UsageError } from "./options.ts";

const text = { type: "string" } as const;
const MOST_LINES = 100;

export const emails: Command = {
  usage: "emails --account ACCOUNT",
  about: "Lists the service's last 100 emails to an account, newest first, with their numbers for resend.",
  async run(open, words, output) {
    const { account, by } = readOptions(words, { account: text });
    const page = { limit: MOST_LINES, cursor: undefined };
    const { items } = await listAccountEmails(open(by), required(account, "account"), page);
    for (const item of items) output.log(emailLine(item));
    if (items.length === 0) output.log("No emails.");
    return 0;
  },
};

function emailLine({ id, subject, status, attempts, created_at, resent }: AccountEmail): string {
  const made = created_at.replace("T", " ").slice(0, 19);
  const state = `${status.replace("_", " ")}, ${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  return [String(id).padStart(8), made, state, resent ? `${subject} (resent)` : subject].join("  ");
}

export const resend: Command = {
  usage: 'resend --account ACCOUNT --email NUMBER --reason "…" [--id ID] [--by NAME]',
  about: "Sends an email of the service to an account again, to its present address. NUMBER is from emails.",
  async run(open, words, output) {
    const options = readOptions(words, { account: text, email: text, reason: text, id: text });
    const email = Number(required(options.email, "email"));
    if (!Number.isSafeInteger(email) || email <= 0)
      throw new UsageError("--email must be the number of an email, from the command emails.");
    const id = options.id ?? crypto.randomUUID();
    const result = await resendEmail(open(options.by), {
      account: required(options.account, "account"),
      email,
      reason: required(options.reason, "reason"),
      id,
    });
    const what = result.repeated ? "Nothing changed: this id was used for it before" : "Queued";
    output.log(`${what}. “${result.subject}” goes to ${result.email} within a minute.`);
    output.log(`To repeat this safely, add --id ${id}`);
    return 0;
  },
};
