import { handlePaymentEvent } from "#core/services/payments/handle-payment-event.ts";
import type { Database } from "#core/storage/database.ts";
import { OUTSIDE, PRODUCT, type Promised } from "./acts.ts";
import { cutOff } from "./faults.ts";
import { type LedgerState, readLedger } from "./ledger-state.ts";
import { brokenPromises, lost } from "./model.ts";
import { insist, isUnavailable } from "./outage.ts";
import { expectStatement } from "./statement.ts";
import type { OutsideAct, Step, Story } from "./story.ts";
import { isCode, newWorld, type World } from "./world.ts";

const isOutside = (act: Step["act"]): act is OutsideAct => act in OUTSIDE;

/**
 * Plays a story for its own customer and compares the ledger with the model after each step. When the
 * database is unavailable, the step has promised nothing, and the story waits until the ledger can be read.
 */
export async function play(db: Database, { opened, steps }: Story): Promise<void> {
  const world = await insist(() => newWorld(db));
  for (const { product, paid } of opened) {
    await act(world, { act: "open", pick: product === "balance" ? 1 : 0, fault: null });
    const checkout = world.provider.checkouts.at(-1);
    if (paid && checkout) world.provider.pay(checkout);
  }
  for (const step of steps) {
    const promised = await act(world, step);
    if (!isOutside(step.act)) await compare(world, promised, JSON.stringify(step));
  }
  await finish(world);
}

/** Delivers and retries everything that is left, and expects the ledger to be complete. */
export async function finish(world: World): Promise<void> {
  await tellTheRest(world);
  const promised = world.provider.checkouts.map(
    (checkout): Promised =>
      (ledger) =>
        lost(checkout, "reversals", ledger),
  );
  await compare(world, [...promised, (ledger) => unsettled(world, ledger)], "at the end");
  await insist(() => expectStatement(world.ctx, world.ledger));
  await insist(() => close(world));
}

async function act(world: World, { act: name, pick, fault }: Step): Promise<Promised[]> {
  const { provider, ctx } = world;
  if (isOutside(name)) {
    const first = pick % provider.checkouts.length;
    const fromFirst = [...provider.checkouts.slice(first), ...provider.checkouts.slice(0, first)];
    fromFirst.find((checkout) => OUTSIDE[name](provider, checkout, pick));
    return [];
  }
  const { ctx: on, state } = fault ? cutOff(ctx, fault) : { ctx, state: { tripped: false } };
  try {
    return await PRODUCT[name](world, on, pick);
  } catch (error) {
    if (state.tripped || isUnavailable(error)) return [];
    throw error;
  }
}

async function compare(world: World, promised: Promised[], moment: string): Promise<void> {
  const { ctx, provider, adjustments, ledger: before } = world;
  const after = await insist(() => readLedger(ctx.db, ctx.account.id));
  world.ledger = after;
  const broken = brokenPromises(provider.checkouts, adjustments, { before, after });
  for (const missing of promised) broken.push(...missing(after));
  if (broken.length > 0) throw new Error(`${moment}: ${broken.join("; ")}`);
}

/**
 * Nothing stays open at the provider, each event is delivered again, latest first, and every interrupted act
 * is repeated.
 */
async function tellTheRest({ ctx, provider, retries }: World): Promise<void> {
  for (const [index, checkout] of provider.checkouts.entries()) {
    provider.expire(checkout);
    provider.settle(checkout, index % 2 === 0);
    if (checkout.paymentStatus === "paid") provider.remind(checkout);
  }
  for (const { id } of provider.events.toReversed())
    await insist(() => handlePaymentEvent(ctx, { rawBody: id, signature: "" }));
  for (const retry of retries.values()) {
    await insist(retry).catch((error: unknown) => {
      if (!isCode(error, "insufficient_balance")) throw error;
    });
  }
}

/** Everything still wrong after all events were delivered and all actions retried. */
function unsettled({ provider, adjustments }: World, ledger: LedgerState): string[] {
  const unpaid = provider.checkouts.filter(({ orderId, paymentStatus }) => {
    const status = ledger.orders.find(({ id }) => id === orderId)?.status;
    return (status === "paid") !== (paymentStatus === "paid");
  });
  const stored = new Set([...ledger.transfers, ...ledger.usage].map(({ source }) => source));
  const forgotten = [...adjustments.keys()].filter((source) => !stored.has(source) && !/-t\d$/.test(source));
  return [...unpaid.map(({ orderId }) => `${orderId} has the wrong status`), ...forgotten];
}

/** So that the next story's reconciliation finds no orders of other customers. */
const close = ({ ctx: { db, account } }: World) =>
  db.$client.batch(
    [
      "UPDATE checkout_orders SET status = 'expired' WHERE account_id = ? AND status IN ('open', 'pending')",
      "UPDATE checkout_orders SET compared_at = 9e15 WHERE account_id = ? AND status = 'paid'",
    ].map((sql) => ({ sql, args: [account.id] })),
    "write",
  );
