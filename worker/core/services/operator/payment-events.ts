import type {
  PaymentEventItem,
  PaymentEventsQuery,
  PaymentEventsResponse,
} from "#core/contract/operator-payments.ts";
import { DomainError, notFound } from "#core/domain/errors.ts";
import { cutPage, formatCursor, parseCursor } from "#core/domain/page.ts";
import { isoTime } from "#core/domain/time.ts";
import type { FulfilmentContext, OperatorContext, ServiceContext } from "#core/services/context.ts";
import { processEvent } from "#core/services/payments/handle-payment-event.ts";
import { logOperatorAction } from "#core/storage/operator-log.ts";
import {
  closeFailingEvent,
  countPaymentEvents,
  findPaymentEvent,
  type PaymentEventRow,
  readPaymentEvents,
} from "#core/storage/payment-events.ts";
import { together } from "#core/storage/read.ts";
import { invalidField, refuseOwnAccount } from "./look-up-account.ts";
import { operatorEntry, requiredNote, requiredReason } from "./operator-entry.ts";

/** The provider's events of the last month that reached the webhook, newest first. */
export async function listPaymentEvents(
  { db }: ServiceContext,
  { cursor, limit, failing }: PaymentEventsQuery,
): Promise<PaymentEventsResponse> {
  const [at = 0, row = 0] = cursor === undefined ? [] : parseCursor(cursor, 2);
  const before: [number, number] | null = cursor === undefined ? null : [at, row];
  const [rows, counts] = await together(db, [
    readPaymentEvents(db, { failing, before, limit: limit + 1 }),
    countPaymentEvents(db),
  ]);
  const page = cutPage(rows, limit, {
    item: eventItem,
    cursor: (last) => formatCursor(last.receivedAt, last.row),
  });
  return { ...page, counts };
}

/**
 * Processes an event again as the webhook does, from the provider's copy. Safe to repeat. Whether it worked is in the
 * event's `error`. @throws DomainError `not_found`, `own_account`, `invalid_request`; `payment_provider_error` when it can't be read.
 */
export async function retryPaymentEvent(
  ctx: OperatorContext & FulfilmentContext,
  input: { event: string; reason: string },
): Promise<PaymentEventItem> {
  const reason = requiredReason(input.reason);
  const stored = await eventToChange(ctx, input.event);
  const event = await ctx.payments.retrieveEvent(stored.id);
  if (event === null)
    throw invalidField("event", "Stripe doesn’t have this event anymore. It keeps events for 30 days.");
  const detail = { event: stored.id, type: stored.type, order: stored.orderId };
  const entry = operatorEntry(ctx, "event.retried", { accountId: stored.accountId, reason, detail });
  await logOperatorAction(ctx.db, entry);
  // The failure's code is stored with the event, and returned below.
  await processEvent(ctx, event).catch(unlessExpected);
  return eventItem(known(await findPaymentEvent(ctx.db, stored.id)));
}

/**
 * Closes an event that keeps failing: it no longer counts until it fails with another code. Safe to repeat; the first
 * note stays. @throws DomainError `not_found`, `own_account`, `invalid_request` for an event that isn't failing.
 */
export async function closePaymentEvent(
  ctx: OperatorContext,
  input: { event: string; note: string },
): Promise<PaymentEventItem> {
  const note = requiredNote(input.note);
  const { id, type, error, orderId: order, accountId } = await eventToChange(ctx, input.event);
  if (error === null) throw processed();
  const detail = { event: id, type, error, order };
  const log = operatorEntry(ctx, "event.closed", { accountId, reason: note, detail });
  const after = eventItem(known(await closeFailingEvent(ctx.db, { id, error, note }, log)));
  if (after.error === null) throw processed();
  if (after.closed === null)
    throw invalidField("event", "This event has just failed for another reason. Look at it again.");
  return after;
}

const processed = () => invalidField("event", "This event was processed. There is nothing to close.");

async function eventToChange(ctx: OperatorContext, id: string): Promise<PaymentEventRow> {
  const stored = known(await findPaymentEvent(ctx.db, id));
  refuseOwnAccount(ctx, stored.userId);
  return stored;
}

function known(row: PaymentEventRow | null): PaymentEventRow {
  if (row === null) throw notFound("Event");
  return row;
}

function unlessExpected(error: unknown): void {
  if (!(error instanceof DomainError) || error.code === "database_unavailable") throw error;
}

const eventItem = (row: PaymentEventRow): PaymentEventItem => ({
  id: row.id,
  type: row.type,
  object: row.objectId,
  received_at: isoTime(row.receivedAt),
  last_at: isoTime(row.lastAt),
  deliveries: row.deliveries,
  error: row.error,
  closed: closingOf(row),
  order: orderOf(row),
});

function closingOf({ closedAt, closedBy, closedNote }: PaymentEventRow): PaymentEventItem["closed"] {
  if (closedAt === null || closedBy === null || closedNote === null) return null;
  return { at: isoTime(closedAt), by: closedBy, note: closedNote };
}

function orderOf({ orderId, accountId, email, product, amountMinor, currency, booked }: PaymentEventRow) {
  if (orderId === null || accountId === null || product === null || amountMinor === null || currency === null)
    return null;
  const account = { id: accountId, email: email ?? "" };
  return { id: orderId, account, product, amount: amountMinor / 100, currency, booked: booked === 1 };
}
