import type { PaymentEvent } from "#core/ports.ts";
import { bookDays } from "#core/services/ledger/book-days.ts";
import { grantCredit, takeBackCredit } from "#core/services/operator/adjust-credit.ts";
import { comparePayments } from "#core/services/payments/compare-payments.ts";
import { completePayment } from "#core/services/payments/complete-payment.ts";
import { createPaymentLink } from "#core/services/payments/create-payment-link.ts";
import { handlePaymentEvent } from "#core/services/payments/handle-payment-event.ts";
import { reconcilePayments } from "#core/services/payments/reconcile-payments.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { spend } from "#tests/support/money.ts";
import { type LedgerState, readLedger } from "./ledger-state.ts";
import { lost } from "./model.ts";
import type { ModelCheckout, ModelProvider } from "./model-provider.ts";
import { insist } from "./outage.ts";
import type { OutsideAct, ProductAct } from "./story.ts";
import { type Context, isCode, together, type World } from "./world.ts";

/** The product's promises in a successful response: sentences about what the ledger lacks. */
export type Promised = (ledger: LedgerState) => string[];

export const OUTSIDE: Record<
  OutsideAct,
  (provider: ModelProvider, checkout: ModelCheckout, pick: number) => boolean
> = {
  pay: (provider, checkout) => provider.pay(checkout),
  debit: (provider, checkout) => provider.debit(checkout),
  succeed: (provider, checkout) => provider.settle(checkout, true),
  fail: (provider, checkout) => provider.settle(checkout, false),
  expire: (provider, checkout) => provider.expire(checkout),
  refund: (provider, checkout, pick) => provider.refund(checkout, (pick + 1) / 13),
  refundAll: (provider, checkout) => provider.refund(checkout, 1),
  failRefund: (provider, checkout) => provider.failRefund(checkout),
  inquire: (provider, checkout) => provider.dispute(checkout, true),
  dispute: (provider, checkout) => provider.dispute(checkout, false),
  win: (provider, checkout) => provider.close(checkout, true),
  lose: (provider, checkout) => provider.close(checkout, false),
};

const REVOKE_PLAN_KEY = `UPDATE api_keys SET status = 'revoked', sealed = NULL, revoked_at = ?
  WHERE account_id = ? AND plan_key = 1`;

type Act = (world: World, ctx: Context, pick: number) => Promise<Promised[]>;

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Of requests when they are posted. */
const AGES = [0, 0, 0, MINUTE, 60 * MINUTE, DAY, 2 * DAY, 40 * DAY];
const WAITS = [MINUTE, 11 * MINUTE, 2 * DAY, 31 * DAY, 118 * DAY, 366 * DAY];
const PRICES = [
  { product: "api_key", amount: 100 },
  { product: "balance", amount: 25 },
  { product: "balance", amount: 50 },
  { product: "balance", amount: 199 },
] as const;

const chosen = <Item>(items: readonly Item[], pick: number) => items[pick % items.length];

function checkoutOf({ provider }: World, { objectId, paymentIntentId }: PaymentEvent): ModelCheckout {
  const { checkouts } = provider;
  const found = checkouts.find(
    (known) =>
      known.sessionId === objectId || (paymentIntentId !== null && known.paymentIntentId === paymentIntentId),
  );
  if (!found) throw new Error(`event about nothing: ${objectId}`);
  return found;
}

async function deliver(world: World, ctx: Context, event: PaymentEvent | undefined): Promise<Promised[]> {
  if (!event) return [];
  await handlePaymentEvent(ctx, { rawBody: event.id, signature: "" });
  const reported = event.type.startsWith("checkout.") ? "payment" : "reversals";
  return [(ledger) => lost(checkoutOf(world, event), reported, ledger)];
}

/** The product may not know a session that it could not store. */
async function land({ ledger, provider }: World, ctx: Context, pick: number): Promise<Promised[]> {
  const checkout = chosen(provider.checkouts, pick);
  if (!checkout) return [];
  const bound = ledger.orders.some(({ sessionId }) => sessionId === checkout.sessionId);
  try {
    const { success } = await completePayment(ctx, { session_id: checkout.sessionId });
    if (success !== (checkout.paymentStatus === "paid")) throw new Error(`success: ${success}`);
  } catch (error) {
    if (bound || !isCode(error, "not_found")) throw error;
    return [];
  }
  return [(after) => lost(checkout, "payment", after)];
}

/**
 * Delivers an event for which the provider's response arrives only after everything in `meanwhile` has
 * happened.
 */
async function deliverLate(
  world: World,
  ctx: Context,
  { event, meanwhile }: { event: PaymentEvent; meanwhile: () => Promise<Promised[]> },
): Promise<Promised[]> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const late = async <Result>(response: Promise<Result>) => {
    const given = await response;
    held.resolve();
    await released.promise;
    return given;
  };
  const payments = {
    ...ctx.payments,
    retrieveCheckout: (id: string) => late(ctx.payments.retrieveCheckout(id)),
    retrieveReversals: (id: string) => late(ctx.payments.retrieveReversals(id)),
  };
  const first = deliver(world, { ...ctx, payments }, event);
  await Promise.race([held.promise, first.catch(() => undefined)]);
  const second = meanwhile().finally(released.resolve);
  await together([first, second]);
  return [...(await first), ...(await second)];
}

const CHANGES = [OUTSIDE.pay, OUTSIDE.failRefund, OUTSIDE.win, OUTSIDE.refundAll, OUTSIDE.dispute];

/** A provider's response that is outdated when it arrives, while the new one is already in the ledger. */
async function stale(world: World, ctx: Context, pick: number): Promise<Promised[]> {
  const { events } = world.provider;
  const event = chosen(events, pick);
  if (!event) return [];
  const meanwhile = () => {
    chosen(CHANGES, pick)?.(world.provider, checkoutOf(world, event), pick);
    return deliver(world, world.ctx, events.at(-1));
  };
  return deliverLate(world, ctx, { event, meanwhile });
}

/**
 * The plan's key is revoked as soon as it exists, while a second fulfilment of its payment is still running.
 */
async function revokeBetween(world: World, ctx: Context, pick: number): Promise<Promised[]> {
  const checkouts = world.provider.events.filter(({ type }) => type.startsWith("checkout."));
  const event = chosen(checkouts, pick);
  if (!event) return [];
  const meanwhile = async () => {
    const promised = await deliver(world, world.ctx, event);
    await revokePlanKey(world);
    world.ledger = await insist(() => readLedger(world.ctx.db, world.ctx.account.id));
    return promised;
  };
  return deliverLate(world, ctx, { event, meanwhile });
}

const revokePlanKey = ({ ctx: { db, account }, clock }: World) =>
  insist(() => writeBatch(db, [{ sql: REVOKE_PLAN_KEY, args: [clock.at, account.id] }]));

interface Adjustment {
  source: string;
  micros: number;
  work: (ctx: Context) => Promise<unknown>;
}

/** The same ID is used again and again: by a repeated command, or a repeated usage report. */
async function adjust(world: World, ctx: Context, { source, micros, work }: Adjustment): Promise<Promised[]> {
  world.adjustments.set(source, micros);
  world.retries.set(source, () => work(world.ctx));
  await work(ctx);
  return [
    (ledger: LedgerState) =>
      [...ledger.transfers, ...ledger.usage].some((moved) => moved.source === source)
        ? []
        : [`${source} is lost`],
  ];
}

const creditOf = ({ account }: Context, letter: string, pick: number) => {
  const id = `${account.id}-${letter}${pick % 3}`;
  return { account: String(account.id), id, micros: 1_700_001 * ((pick % 3) + 1), reason: "for the story" };
};

export const PRODUCT: Record<ProductAct, Act> = {
  async open(_world, ctx, pick) {
    const price = chosen(PRICES, pick);
    if (price) await createPaymentLink(ctx, price);
    return [];
  },
  deliver: (world, ctx, pick) => deliver(world, ctx, chosen(world.provider.events, pick)),
  /** Twice, as providers do. */
  async deliverLast(world, ctx, pick) {
    const event = world.provider.events.at(-1 - (pick % 2));
    await deliver(world, ctx, event);
    return deliver(world, ctx, event);
  },
  async burst(world, ctx, pick) {
    const events = [pick, pick + 1, pick].map((index) => chosen(world.provider.events, index));
    const works = [...events.map((event) => deliver(world, ctx, event)), land(world, ctx, pick)];
    await together(works);
    return (await Promise.all(works)).flat();
  },
  stale,
  land,
  async reconcile(world, ctx) {
    world.clock.at += 11 * MINUTE;
    const due = world.ledger.orders.filter(
      ({ status, createdAt }) =>
        (status === "open" || status === "pending") &&
        createdAt > world.clock.at - 30 * DAY &&
        createdAt <= world.clock.at - 10 * MINUTE,
    );
    await reconcilePayments(ctx);
    const checkouts = world.provider.checkouts.filter(({ orderId }) => due.some(({ id }) => id === orderId));
    return checkouts.map((checkout) => (ledger) => lost(checkout, "payment", ledger));
  },
  /** A whole day's comparison, however few pages a run reads. */
  async compareAll(world, ctx) {
    world.clock.at += DAY;
    const started = world.clock.at;
    await insist(() => world.ctx.db.$client.execute("DELETE FROM reconciliation"));
    let stage: unknown;
    do stage = (await comparePayments(ctx)).stage;
    while (stage !== null);
    const paid = world.provider.checkouts.filter(({ paidAt }) => (paidAt ?? 0) >= started - 7 * DAY);
    return paid.map((checkout) => (ledger) => lost(checkout, "reversals", ledger));
  },
  grant(world, ctx, pick) {
    const credit = creditOf(ctx, "g", pick);
    const source = `operator:${credit.id}`;
    return adjust(world, ctx, { source, micros: credit.micros, work: (on) => grantCredit(on, credit) });
  },
  async takeBack(world, ctx, pick) {
    const credit = creditOf(ctx, "t", pick);
    const source = `operator:${credit.id}`;
    const done = world.ledger.transfers.some((transfer) => transfer.source === source);
    const tooMuch = !done && world.ledger.balance < credit.micros;
    const taking = { source, micros: -credit.micros, work: (on: Context) => takeBackCredit(on, credit) };
    const promised = adjust(world, ctx, taking).catch((error: unknown) => {
      if (!tooMuch || !isCode(error, "insufficient_balance")) throw error;
      return [];
    });
    return tooMuch && (await promised).length > 0 ? [() => [`${source} took more than there is`]] : promised;
  },
  spend(world, ctx, pick) {
    const source = `request:${ctx.account.id}:${pick}`;
    const micros = 3_000_001 * (pick + 1);
    const timestamp = world.requests.get(source) ?? world.clock.at - (chosen(AGES, pick) ?? 0);
    world.requests.set(source, timestamp);
    const work = ({ db, clock }: Context) =>
      spend(db, ctx.account.id, micros, { requestId: source, timestamp, at: clock.now() });
    return adjust(world, ctx, { source, micros: -micros, work });
  },
  async book(_world, ctx) {
    await bookDays(ctx, 2);
    return [];
  },
  async revokeKey(world) {
    await revokePlanKey(world);
    world.ledger = { ...world.ledger, planKeys: [] };
    return [];
  },
  revokeBetween,
  async wait(world, _ctx, pick) {
    world.clock.at += chosen(WAITS, pick) ?? 0;
    return [];
  },
};
