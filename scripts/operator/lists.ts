import {
  type OperatorAccountItem,
  type OperatorAuditItem,
  operatorAccountsQuery,
  operatorAuditQuery,
} from "#core/contract/operator.ts";
import type { OperatorContext } from "#core/services/context.ts";
import { listAccounts } from "#core/services/operator/list-accounts.ts";
import { listOperatorLog } from "#core/services/operator/list-operator-log.ts";
import { findAccount } from "#core/services/operator/look-up-account.ts";
import type { Command } from "./command.ts";
import { readOptions, UsageError } from "./options.ts";

const text = { type: "string" } as const;
const ACCOUNT_OPTIONS = { search: text, view: text, sort: text, page: text };
const AUDIT_OPTIONS = { account: text, days: text };
const MOST_LINES = 100;

export const accounts: Command = {
  usage: 'accounts [--search "…"] [--view suspended] [--sort balance] [--page 2]',
  about:
    "Lists accounts, 100 per page, those that spend most first. --search takes part of an email, a number, the start of a key, or a payment's id; --view is all, suspended, negative, low or new; --sort is spend, balance, requests, last_request or created.",
  async run(open, words, output) {
    const { by, ...options } = readOptions(words, ACCOUNT_OPTIONS);
    const query = parsed(operatorAccountsQuery, { ...options, limit: MOST_LINES });
    const { items, total, page, pages } = await listAccounts(open(by), query);
    for (const item of items) output.log(accountLine(item));
    output.log(`${total} ${total === 1 ? "account" : "accounts"}, page ${page} of ${pages}.`);
    return 0;
  },
};

export const audit: Command = {
  usage: "audit [--account ACCOUNT] [--days N]",
  about: "Shows what operators did, newest first, at most 100 entries.",
  async run(open, words, output) {
    const { by, account: name, ...options } = readOptions(words, AUDIT_OPTIONS);
    const ctx = open(by);
    const account = await numberOf(ctx, name);
    const query = parsed(operatorAuditQuery, { ...options, account, limit: MOST_LINES });
    const { items, next_cursor } = await listOperatorLog(ctx, query);
    for (const item of items) output.log(auditLine(item));
    if (items.length === 0) output.log("No entries.");
    if (next_cursor !== null) output.log("There are more. Narrow them down with --days or --account.");
    return 0;
  },
};

const numberOf = async (ctx: OperatorContext, name: string | undefined) =>
  name === undefined ? undefined : (await findAccount(ctx, name)).id;

interface Schema<Output> {
  safeParse: (
    input: unknown,
  ) => { success: true; data: Output } | { success: false; error: { issues: { message: string }[] } };
}

/** The rules and messages of the API. @throws UsageError */
function parsed<Output>(schema: Schema<Output>, options: object): Output {
  const result = schema.safeParse(options);
  if (result.success) return result.data;
  throw new UsageError(result.error.issues[0]?.message ?? "The options are not valid.");
}

const time = (iso: string) => iso.replace("T", " ").slice(0, 19);
const dollars = (amount: number) => `$${amount.toFixed(2)}`.replace("$-", "-$");

function accountLine(item: OperatorAccountItem): string {
  const { id, email, plan, status, balance, spend_30d, requests_24h, last_request_at } = item;
  const last = last_request_at === null ? "never" : time(last_request_at);
  return [
    String(id).padStart(6),
    email || "(no email)",
    plan,
    status,
    `balance ${dollars(balance)}`,
    `30 days ${dollars(spend_30d)}`,
    `${requests_24h} requests in 24 hours`,
    `last ${last}`,
  ].join("  ");
}

function auditLine({ created_at, by, via, action, account, reason, detail }: OperatorAuditItem): string {
  const about = account === null ? "" : `${account.id} ${account.email || "(no email)"}`;
  const facts = Object.entries(detail).map(([name, value]) => `${name}=${value}`);
  return [time(created_at), `${by} (${via})`, action, about, reason ?? "", facts.join(" ")]
    .filter((part) => part !== "")
    .join("  ");
}
