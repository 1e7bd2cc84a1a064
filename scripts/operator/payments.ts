import type { PaymentEventItem } from "#core/contract/operator-payments.ts";
import { closeDifference } from "#core/services/operator/close-difference.ts";
import { showComparison } from "#core/services/operator/compare-now.ts";
import { closePaymentEvent, listPaymentEvents } from "#core/services/operator/payment-events.ts";
import type { Command } from "./command.ts";
import { readOptions, required, UsageError } from "./options.ts";

const text = { type: "string" } as const;
const MOST_LINES = 100;

export const events: Command = {
  usage: "events [--all]",
  about:
    "Lists Stripe's events of the last 30 days that keep failing, newest first, at most 100; --all lists the others too.",
  async run(open, words, output) {
    const { by, all = false } = readOptions(words, { all: { type: "boolean" } });
    const { items, counts } = await listPaymentEvents(open(by), { failing: !all, limit: MOST_LINES });
    for (const item of items) output.log(eventLine(item));
    output.log(`${counts.failing} failing, ${counts.all} in all.`);
    return 0;
  },
};

function eventLine({ id, type, received_at, deliveries, error, closed, order }: PaymentEventItem): string {
  const state = closed === null ? (error ?? "processed") : `${error}, closed by ${closed.by}: ${closed.note}`;
  const attempts = `${deliveries} ${deliveries === 1 ? "attempt" : "attempts"}`;
  const account = order === null ? "" : `account ${order.account.id}`;
  return [received_at.replace("T", " ").slice(0, 19), id, type, attempts, account, state]
    .filter((part) => part !== "")
    .join("  ");
}

export const closeEvent: Command = {
  usage: 'events close EVENT --note "…" [--by NAME]',
  about:
    "Stops counting a Stripe event as failing, until it fails for another reason. EVENT is its evt_… from events.",
  async run(open, [event, ...words], output) {
    const { by, note } = readOptions(words, { note: text });
    const input = { event: named(event, "EVENT"), note: required(note, "note") };
    const { id, error, closed } = await closePaymentEvent(open(by), input);
    output.log(`${id} (${error}) is closed by ${closed?.by}: ${closed?.note}`);
    return 0;
  },
};

export const differences: Command = {
  usage: "differences",
  about: "Lists what the last comparison with Stripe couldn't repair. Exits with 1 if there is anything.",
  async run(open, words, output) {
    const { by } = readOptions(words, {});
    const { last } = await showComparison(open(by));
    if (last === null) {
      output.log("Payments haven't been compared with Stripe yet.");
      return 0;
    }
    for (const { subject, code, account } of last.problems)
      output.log([subject, code, account === null ? "" : `account ${account.id}`].join("  ").trimEnd());
    output.log(`${last.problem_count} to check, ${last.closed} closed, as of ${last.finished_at}.`);
    return last.problem_count === 0 ? 0 : 1;
  },
};

export const closeADifference: Command = {
  usage: 'differences close SUBJECT CODE --note "…" [--by NAME]',
  about: "Keeps a difference from being reported again. SUBJECT and CODE are from differences.",
  async run(open, [subject, code, ...words], output) {
    const { by, note } = readOptions(words, { note: text });
    const input = { subject: named(subject, "SUBJECT"), code: named(code, "CODE") };
    const { last } = await closeDifference(open(by), { ...input, note: required(note, "note") });
    output.log(`${input.subject} (${input.code}) is closed. ${last?.problem_count ?? 0} left to check.`);
    return 0;
  },
};

/** A word of the command, which is not an option. */
function named(word: string | undefined, name: string): string {
  if (word === undefined || word.startsWith("--")) throw new UsageError(`${name} is missing.`);
  return word;
}
