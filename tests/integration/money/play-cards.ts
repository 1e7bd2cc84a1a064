import { topUpAccounts } from "#core/services/auto-top-up/top-up-accounts.ts";
import { handlePaymentEvent } from "#core/services/payments/handle-payment-event.ts";
import { reconcilePayments } from "#core/services/payments/reconcile-payments.ts";
import type { Database } from "#core/storage/database.ts";
import { brokenRules, type CardState, lostCharges, readCardState } from "./card-state.ts";
import { type CardStep, type CardStory, OUTSIDE, PRODUCT } from "./card-story.ts";
import {
  type CardContext,
  type CardWorld,
  newCardWorld,
  type StoryStripe,
  signedEvent,
} from "./card-world.ts";
import { cutOff } from "./faults.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

interface Stage {
  stripe: StoryStripe;
  setClock: (at: number) => void;
  /** Orders by their final status. */
  seen: Map<string, number>;
}

/** Plays a story for its own customer, compares the database with Stripe after each step, and counts outcomes. */
export async function playCards(
  db: Database,
  { card, settings, steps, outage }: CardStory,
  { stripe, setClock, seen }: Stage,
): Promise<void> {
  const world = await newCardWorld(db, stripe, setClock);
  const play = async (step: CardStep) => {
    const before = await readCardState(db, world.ctx.account.id);
    const known = new Set(Object.keys(world.stripe.paymentIntents));
    await perform(world, step);
    setClock(world.clock.at);
    await check(world, { before, known }, JSON.stringify(step));
  };
  await play({ act: "grant", pick: 0, fault: null });
  await play({ act: "saveCard", pick: card, fault: null });
  await play({ act: "set", pick: settings, fault: null });
  for (const step of steps) await play(step);
  const end = await finish(world, { setClock, outage });
  for (const { status } of end.orders) seen.set(status, (seen.get(status) ?? 0) + 1);
  await close(db, world.ctx.account.id);
}

const isOutside = (act: CardStep["act"]): act is keyof typeof OUTSIDE => act in OUTSIDE;

async function perform(world: CardWorld, { act, pick, fault }: CardStep): Promise<void> {
  if (isOutside(act)) {
    await OUTSIDE[act](world, world.ctx, pick);
    return;
  }
  const { ctx, state } = fault ? cutOff(world.ctx, fault) : { ctx: world.ctx, state: { tripped: false } };
  try {
    await PRODUCT[act](world, ctx, pick);
  } catch (error) {
    if (!state.tripped) throw error;
  }
}

async function check(
  world: CardWorld,
  { before, known }: { before: CardState; known: ReadonlySet<string> },
  moment: string,
): Promise<void> {
  const after = await readCardState(world.ctx.db, world.ctx.account.id);
  const broken = brokenRules(world, { before, after, known });
  if (broken.length > 0) throw new Error(`${moment}: ${broken.join("; ")}`);
}

/** The second is for charges that are found only then, and whose confirmation is due three days later. */
const LATE_CRONS = { usual: [11 * MINUTE, 4 * DAY, 11 * MINUTE], afterOutage: [4 * DAY, 4 * DAY] };

/**
 * Every event is delivered, latest first, or, after an outage, none; the cron runs until nothing is left to do.
 */
async function finish(
  world: CardWorld,
  { setClock, outage }: { setClock: (at: number) => void; outage: boolean },
): Promise<CardState> {
  const { ctx, stripe, clock } = world;
  const observe = async (moment: string, act: (on: CardContext) => Promise<unknown>) => {
    const before = await readCardState(ctx.db, ctx.account.id);
    const known = new Set(Object.keys(stripe.paymentIntents));
    await act(ctx);
    await check(world, { before, known }, moment);
  };
  for (const event of outage ? [] : stripe.events.toReversed())
    await observe("at the end", async () => handlePaymentEvent(ctx, await signedEvent(event)));
  for (const pause of outage ? LATE_CRONS.afterOutage : LATE_CRONS.usual) {
    // Stories may have set the clock back behind their orders.
    clock.at =
      Math.max(
        clock.at,
        ...(await readCardState(ctx.db, ctx.account.id)).orders.map(({ createdAt }) => createdAt),
      ) + pause;
    setClock(clock.at);
    await observe("a late cron", (on) => reconcilePayments(on));
  }
  const end = await readCardState(ctx.db, ctx.account.id);
  const lost = lostCharges(world, end);
  if (lost.length > 0) throw new Error(`at the end: ${lost.join("; ")}`);
  await observe("a last cron", (on) => topUpAccounts(on));
  return end;
}

/** So that the next story's cron finds no accounts of other customers. */
async function close(db: Database, accountId: number): Promise<void> {
  const args = [accountId];
  await db.$client.batch(
    [
      { sql: "DELETE FROM auto_top_ups WHERE account_id = ?", args },
      {
        sql: "UPDATE checkout_orders SET status = 'expired' WHERE account_id = ? AND status IN ('open', 'pending')",
        args,
      },
      "UPDATE detached_cards SET confirmed_at = 1 WHERE confirmed_at IS NULL",
    ],
    "write",
  );
}
