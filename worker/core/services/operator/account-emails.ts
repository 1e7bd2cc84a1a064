import type { AccountEmail, AccountEmailsResponse, ResendResponse } from "#core/contract/operator-emails.ts";
import type { PageQuery } from "#core/contract/page.ts";
import { notFound } from "#core/domain/errors.ts";
import { textOf } from "#core/domain/notification-text.ts";
import type { EmailStatus } from "#core/domain/operator.ts";
import { cutPage, formatCursor, parseCursor } from "#core/domain/page.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { OperatorContext, ServiceContext } from "#core/services/context.ts";
import { parsePayload } from "#core/services/notifications/payload.ts";
import {
  type AccountEmailRow,
  findAccountEmail,
  queueEmailAgain,
  readAccountEmails,
} from "#core/storage/account-emails.ts";
import { findAccount, findOpenAccount, invalidField } from "./look-up-account.ts";
import { operatorEntry, requiredReason } from "./operator-entry.ts";

/** The service's emails to the account of the last three months, newest first. @throws DomainError `not_found`. */
export async function listAccountEmails(
  ctx: ServiceContext,
  name: string,
  { cursor, limit }: PageQuery,
): Promise<AccountEmailsResponse> {
  const [before = null] = cursor === undefined ? [] : parseCursor(cursor, 1);
  const account = await findAccount(ctx, name);
  const rows = await readAccountEmails(ctx.db, account.id, { before, limit: limit + 1 });
  return cutPage(rows, limit, { item: emailItem, cursor: (last) => formatCursor(last.id) });
}

const emailItem = (row: AccountEmailRow): AccountEmail => ({
  id: row.id,
  subject: subjectOf(row),
  status: statusOf(row),
  attempts: row.attempts,
  created_at: isoTime(row.createdAt),
  sent_at: isoTimeOrNull(row.mailedAt),
  resent: row.resent === 1,
});

/** The kind of one that a newer version stored. */
function subjectOf(row: AccountEmailRow): string {
  const payload = parsePayload(row);
  return payload === null ? row.kind : textOf(payload).title;
}

function statusOf({ mailedAt, mailAt }: AccountEmailRow): EmailStatus {
  if (mailedAt !== null) return "sent";
  return mailAt === null ? "not_sent" : "waiting";
}

export interface ResendInput {
  account: string;
  /** Its id among the account's emails. */
  email: number;
  reason: string;
  /** Idempotency key. */
  id: string;
}

/**
 * Queues an email of the account again, to the account's present address; the cron sends it within a minute. Idempotent
 * per id (`repeated`), audited. @throws DomainError `not_found`, `invalid_request` naming the field.
 */
export async function resendEmail(ctx: OperatorContext, input: ResendInput): Promise<ResendResponse> {
  const reason = requiredReason(input.reason);
  const account = await findOpenAccount(ctx, input.account);
  const row = await findAccountEmail(ctx.db, account.id, input.email);
  if (row === null) throw notFound("Email");
  if (statusOf(row) === "waiting")
    throw invalidField("email", "This email hasn’t been sent yet. It will be tried again.");
  // Without its subject, which may name a key: the log can't be changed.
  const facts = { accountId: account.id, reason, detail: { email: row.id, kind: row.kind } };
  const resending = { accountId: account.id, email: row.id, id: input.id };
  const queued = await queueEmailAgain(ctx.db, resending, operatorEntry(ctx, "email.resent", facts));
  return { subject: subjectOf(row), email: account.email, repeated: !queued };
}
