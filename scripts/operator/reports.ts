import { displayMask } from "#core/domain/api-key.ts";
import { MICROS_PER_DOLLAR } from "#core/domain/money.ts";
import { planMicros } from "#core/domain/plans.ts";
import type { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import type { lookUpAccount } from "#core/services/operator/look-up-account.ts";

type Facts = Awaited<ReturnType<typeof lookUpAccount>>;
type LedgerReport = Awaited<ReturnType<typeof verifyLedger>>;

/** Exact to the micro-dollar: `$12.30`, `-$0.000150`. */
export function dollars(micros: number): string {
  const amount = Math.abs(micros) / MICROS_PER_DOLLAR;
  const cents = micros % 10_000 === 0;
  return `${micros < 0 ? "-" : ""}$${amount.toFixed(cents ? 2 : 6)}`;
}

const time = (epochMs: number) => new Date(epochMs).toISOString().replace("T", " ").slice(0, 19);

function list(title: string, lines: string[]): string {
  return `${title}\n${lines.length === 0 ? "  none" : lines.map((line) => `  ${line}`).join("\n")}`;
}

const minor = (amount: number, currency: string) => `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;

function planOf({ subscription }: Facts): string {
  if (!subscription) return "Free";
  const { type, validUntil, requestsPerMonth, drawsOnBalance } = subscription;
  const until = validUntil === null ? "without end" : `until ${time(validUntil)}`;
  const micros = planMicros(subscription);
  const value = micros === null ? "unlimited usage" : `${dollars(micros)} of usage`;
  const beyond = drawsOnBalance ? ", then the balance" : "";
  return `${type} ${until}, ${requestsPerMonth ?? "unlimited"} requests and ${value} a month${beyond}`;
}

function keysOf({ account: { stoppedAt, suspendedAt }, keys }: Facts): string {
  const counts = keys.map(({ status, count }) => `${count} ${status}`).join(", ") || "none";
  const suspended = suspendedAt === null ? "" : `; account suspended on ${time(suspendedAt)}`;
  return stoppedAt === null
    ? counts + suspended
    : `${counts}; all stopped by the owner on ${time(stoppedAt)}${suspended}`;
}

export function accountReport(facts: Facts): string {
  const { account, balanceMicros, tokens, transfers, orders, audits } = facts;
  const closed = account.closedAt === null ? "" : `, closed ${time(account.closedAt)}`;
  return [
    `Account ${account.id}: ${account.email || "(no email)"}, user ${account.userId}, since ${time(account.createdAt)}${closed}`,
    `Balance ${dollars(balanceMicros)}`,
    `Plan    ${planOf(facts)}`,
    `Keys    ${keysOf(facts)}`,
    list(
      "Access tokens (UTC)",
      tokens.map(
        ({ publicId, mask, scopes, lastUsed, expiresAt, name }) =>
          `${publicId}  ${displayMask(mask)}  ${scopes}  used ${lastUsed === null ? "never" : time(lastUsed)}, expires ${time(expiresAt)}  ${name}`,
      ),
    ),
    list(
      "Newest transfers (UTC)",
      transfers.map(
        ({ createdAt, kind, amount, balanceAfter, source, note }) =>
          `${time(createdAt)}  ${kind.padEnd(13)} ${dollars(amount).padStart(14)} → ${dollars(balanceAfter)}  ${note ?? source}`,
      ),
    ),
    list(
      "Newest orders (UTC)",
      orders.map(
        ({ createdAt, product, status, amountMinor, currency, sessionId }) =>
          `${time(createdAt)}  ${product} ${minor(amountMinor, currency)} ${status}  ${sessionId ?? "no session"}`,
      ),
    ),
    list(
      "Newest audit entries (UTC)",
      audits.map(({ createdAt, action, subject, detail }) =>
        `${time(createdAt)}  ${action} ${subject} ${detail ?? ""}`.trimEnd(),
      ),
    ),
  ].join("\n");
}

export function ledgerReport({ ok, checked, problems }: LedgerReport): string {
  const { transfers, accounts, orders } = checked;
  const head = `Checked ${transfers} transfers, ${accounts} accounts and ${orders} paid orders.`;
  if (ok) return `${head}\nEverything adds up.`;
  return [
    head,
    ...problems.map(({ rule, subject, detail }) => `WRONG  ${rule}: ${subject} (${detail})`),
  ].join("\n");
}
