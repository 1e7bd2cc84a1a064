import fc from "fast-check";
import type { AutoTopUpSettings } from "#core/contract/auto-top-up.ts";
import { confirmCharge } from "#core/services/auto-top-up/confirm-charge.ts";
import { setAutoTopUp } from "#core/services/auto-top-up/set-auto-top-up.ts";
import { topUpAccounts } from "#core/services/auto-top-up/top-up-accounts.ts";
import { removeSavedCard, syncCards } from "#core/services/cards/remove-card.ts";
import { completeCardSetup, startCardSetup } from "#core/services/cards/set-up-card.ts";
import { handlePaymentEvent } from "#core/services/payments/handle-payment-event.ts";
import { reconcilePayments } from "#core/services/payments/reconcile-payments.ts";
import { findUnfinishedCharge } from "#core/storage/orders.ts";
import { authenticate } from "#scripts/local/stripe/money/intents.ts";
import { attemptPayment, confirmPayment } from "#scripts/local/stripe/money/payments.ts";
import { detach } from "#scripts/local/stripe/money/saved-cards.ts";
import { spend, transferMoney } from "#tests/support/money.ts";
import { type CardState, readCardState } from "./card-state.ts";
import { type CardContext, type CardWorld, signedEvent } from "./card-world.ts";
import type { Fault } from "./faults.ts";
import { isCode, together } from "./world.ts";

type Act = (world: CardWorld, ctx: CardContext, pick: number) => Promise<unknown>;

const chosen = <Item>(items: readonly [Item, ...Item[]], pick: number): Item =>
  items[pick % items.length] ?? items[0];

const MINUTE = 60_000;
/** Backwards too: clocks are set. */
const WAITS = [2, 11, 31, 61, 61, 300, 1_441, 4_400, 45_000, -30, -90] as const;
const SPENT_DOLLARS = [3, 8, 17, 40, 90] as const;
const CARDS = [
  "4242424242424242",
  "4242424242424242",
  "4000000000000341",
  "4000002760003184",
  "4000008260003178",
  "4000003560000008",
] as const;
const SETTINGS: readonly [AutoTopUpSettings, ...AutoTopUpSettings[]] = [
  { enabled: true, threshold: 20, amount: 25, monthly_limit: 60 },
  { enabled: true, threshold: 10, amount: 50, monthly_limit: 150 },
  { enabled: true, threshold: 60, amount: 25, monthly_limit: 40 },
  { enabled: true, threshold: 5, amount: 199, monthly_limit: 200 },
  { enabled: false, threshold: 20, amount: 25, monthly_limit: 60 },
];

async function transfer({ ctx, clock, usage }: CardWorld, dollars: number): Promise<void> {
  const micros = Math.abs(dollars) * 1_000_000;
  const source = `story:${ctx.account.id}:${usage}`;
  const moment = { at: clock.at };
  if (dollars > 0) return spend(ctx.db, ctx.account.id, micros, { ...moment, requestId: source });
  const sides = { debit: "operator:credit", credit: `account:${ctx.account.id}` };
  await transferMoney(ctx.db, { ...sides, kind: "grant", micros, source, ...moment });
}

/** Acts of the outside world, which nothing interrupts. */
export const OUTSIDE = {
  async spend(world, _ctx, pick) {
    world.usage += 1;
    await transfer(world, chosen(SPENT_DOLLARS, pick));
  },
  async grant(world) {
    world.usage += 1;
    await transfer(world, -30);
  },
  async wait({ clock }, _ctx, pick) {
    clock.at += chosen(WAITS, pick) * MINUTE;
  },
  /** The owner decides on the bank's page. */
  async atBank({ emulation, stripe }, _ctx, pick) {
    const waiting = Object.values(stripe.paymentIntents).find(({ status }) => status === "requires_action");
    if (waiting) await authenticate(emulation, waiting, pick % 3 > 0);
  },
  async operatorDetaches({ emulation, stripe }) {
    const attached = Object.values(stripe.paymentMethods).find(({ customer }) => customer !== null);
    if (attached) await detach(emulation, attached.id);
  },
} satisfies Record<string, Act>;

const REFUSALS = [
  "payment_method_required",
  "payment_method_not_supported",
  "charge_confirmation_required",
] as const;

const unlessRefused = <Result>(act: Promise<Result>): Promise<Result | null> =>
  act.catch((error: unknown) => {
    if (REFUSALS.some((code) => isCode(error, code))) return null;
    throw error;
  });

const isSame = (
  { settings: stored }: CardState,
  { enabled, threshold, amount, monthly_limit }: AutoTopUpSettings,
) =>
  stored !== null &&
  stored.enabled === Number(enabled) &&
  stored.threshold === threshold * 1_000_000 &&
  stored.amount === amount * 100 &&
  stored.limit === monthly_limit * 100;

const deliver = async ({ stripe }: CardWorld, ctx: CardContext, index: number) => {
  const event = stripe.events.at(index);
  if (event) await handlePaymentEvent(ctx, await signedEvent(event));
};

/** Acts of the product, each of which may be interrupted at any of its calls. */
export const PRODUCT = {
  cron: (_world, ctx) => topUpAccounts(ctx),
  async twoCrons(_world, ctx) {
    await together([topUpAccounts(ctx), topUpAccounts(ctx)]);
  },
  async reconcile(world, ctx) {
    world.clock.at += 11 * MINUTE;
    await reconcilePayments(ctx);
    await syncCards(ctx);
  },
  deliver: (world, ctx, pick) => deliver(world, ctx, pick % Math.max(1, world.stripe.events.length)),
  async deliverLast(world, ctx, pick) {
    await deliver(world, ctx, -1 - (pick % 3));
    await deliver(world, ctx, -1 - (pick % 3));
  },
  async set(_world, ctx, pick) {
    await unlessRefused(setAutoTopUp(ctx, { ...chosen(SETTINGS, pick), charge_now: true }));
  },
  /** Without the owner's agreement, other settings are followed by no charge at once, nor by one when a stop ends. */
  async setQuietly(world, ctx, pick) {
    const settings = chosen(SETTINGS, pick);
    const before = await readCardState(world.ctx.db, world.ctx.account.id);
    const stored = await unlessRefused(setAutoTopUp(ctx, settings));
    if (!stored || isSame(before, settings)) return;
    const held = before.settings !== null && before.settings.stoppedBy !== null;
    if (held && settings.enabled && before.balance < settings.threshold * 1_000_000)
      throw new Error("a charge follows when the stop ends, though nobody had agreed");
    await topUpAccounts(ctx);
    const { orders } = await readCardState(world.ctx.db, world.ctx.account.id);
    const placed = orders.find(({ id }) => !before.orders.some((order) => order.id === id));
    if (placed) throw new Error(`${placed.id} was charged at once, though nobody had agreed`);
  },
  async saveCard(world, ctx, pick) {
    const { session_id } = await startCardSetup(ctx);
    const stored = world.stripe.sessions[session_id];
    if (!stored) throw new Error("no session");
    await attemptPayment(world.emulation, stored, {
      number: chosen(CARDS, pick),
      email: "payer@example.com",
    });
    await confirmPayment(world.emulation, stored, true);
    if (pick % 5 < 4) await completeCardSetup(ctx, { session_id });
  },
  removeCard: (_world, ctx) => removeSavedCard(ctx),
  async confirm(_world, ctx) {
    const order = await findUnfinishedCharge(ctx.db, ctx.account.id);
    if (order) await confirmCharge(ctx, { id: order.id });
  },
} satisfies Record<string, Act>;

export interface CardStep {
  act: keyof typeof OUTSIDE | keyof typeof PRODUCT;
  pick: number;
  /** Only a product's act can be interrupted. */
  fault: Fault | null;
}

const fault = fc.record<Fault>({
  of: fc.constantFrom("database", "provider"),
  call: fc.nat({ max: 7 }),
  at: fc.constantFrom("before", "after", "inside"),
});

const of = <Name extends CardStep["act"]>(weight: number, ...acts: Name[]) => ({
  weight,
  arbitrary: fc.constantFrom<CardStep["act"][]>(...acts),
});

const act = fc.oneof(
  of(6, "cron"),
  of(6, "spend", "wait"),
  of(3, "deliver", "deliverLast", "reconcile", "saveCard", "confirm", "atBank", "set", "setQuietly"),
  of(2, "twoCrons", "removeCard", "grant", "operatorDetaches", "wait"),
);

/** Starts with a card and auto top-up, so that stories get far. */
export const cardStory = fc.record({
  card: fc.constantFrom(0, 0, 0, 1, 2, 3),
  settings: fc.nat({ max: 3 }),
  steps: fc.array(
    fc.record<CardStep>({ act, pick: fc.nat({ max: 21 }), fault: fc.option(fault, { freq: 3 }) }),
    { minLength: 4, maxLength: 18, size: "max" },
  ),
  /** Afterwards, no webhook arrives, and the cron runs again only days later. */
  outage: fc.boolean(),
});
export type CardStory = typeof cardStory extends fc.Arbitrary<infer Story> ? Story : never;
