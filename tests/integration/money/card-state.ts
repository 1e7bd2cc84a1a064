import { z } from "zod";
import type { Database } from "#core/storage/database.ts";
import type { PaymentIntent } from "#scripts/local/stripe/objects.ts";
import type { CardWorld } from "./card-world.ts";

const STATE = `SELECT json_object(
  'settings', (SELECT json_object('enabled', enabled, 'threshold', threshold_micros, 'amount', amount_minor,
    'limit', limit_minor, 'stoppedBy', stopped_by, 'dueAt', due_at) FROM auto_top_ups WHERE account_id = ?1),
  'card', (SELECT payment_method FROM saved_cards WHERE account_id = ?1),
  'balance', coalesce((SELECT micros FROM balances WHERE account = 'account:' || ?1), 0),
  'orders', (SELECT json_group_array(json_object('id', o.id, 'status', o.status, 'amount', o.amount_minor,
      'createdAt', o.created_at, 'card', t.payment_method, 'sessionId', o.session_id))
    FROM checkout_orders AS o JOIN auto_top_up_charges AS t ON t.order_id = o.id WHERE o.account_id = ?1),
  'credits', (SELECT json_group_array(json_object('orderId', order_id, 'micros', micros)) FROM ledger_transfers
    WHERE kind = 'top_up' AND credit = 'account:' || ?1)) AS state`;

const state = z.object({
  settings: z
    .object({
      enabled: z.number(),
      threshold: z.number(),
      amount: z.number(),
      limit: z.number(),
      stoppedBy: z.string().nullable(),
      dueAt: z.number().nullable(),
    })
    .nullable(),
  card: z.string().nullable(),
  balance: z.number(),
  orders: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      amount: z.number(),
      createdAt: z.number(),
      card: z.string(),
      sessionId: z.string().nullable(),
    }),
  ),
  credits: z.array(z.object({ orderId: z.string(), micros: z.number() })),
});
export type CardState = z.infer<typeof state>;
type ChargeOrder = CardState["orders"][number];

export async function readCardState(db: Database, accountId: number): Promise<CardState> {
  const { rows } = await db.$client.execute({ sql: STATE, args: [String(accountId)] });
  return state.parse(JSON.parse(String(rows[0]?.state)));
}

const HOUR = 3_600_000;
const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);
const intentsOf = ({ stripe }: CardWorld) => Object.values(stripe.paymentIntents);
const orderIdOf = ({ metadata }: PaymentIntent) => metadata.order_id ?? "";
const isUnfinished = ({ status }: ChargeOrder) => status === "open" || status === "pending";

/** Sentences about what one step did that it must not do. @param known payments at Stripe before the step. */
export function brokenRules(
  world: CardWorld,
  { before, after, known }: { before: CardState; after: CardState; known: ReadonlySet<string> },
): string[] {
  const placed = after.orders.filter(({ id }) => !before.orders.some((order) => order.id === id));
  const made = intentsOf(world).filter(({ id }) => !known.has(id));
  return [
    ...placed.flatMap((order) => brokenPlacement(order, { before, after })),
    ...made.flatMap((intent) => brokenCharge(intent, { before, after })),
    ...brokenCredits(world, after),
    ...duplicates(intentsOf(world).map(orderIdOf)).map((id) => `${id} was charged twice`),
    ...(after.orders.filter(isUnfinished).length > 1 ? ["two charges are in progress"] : []),
  ];
}

function brokenPlacement(
  order: ChargeOrder,
  { before, after }: { before: CardState; after: CardState },
): string[] {
  const { settings } = before;
  if (settings === null) return [`${order.id} was placed without settings`];
  const others = after.orders.filter(({ id }) => id !== order.id);
  const since = (age: number) => others.filter(({ createdAt }) => createdAt > order.createdAt - age).length;
  const inMonth = after.orders.filter(({ createdAt }) => monthOf(createdAt) >= monthOf(order.createdAt));
  const counted = inMonth.filter(
    ({ status }) => status === "paid" || status === "open" || status === "pending",
  );
  const total = counted.reduce((sum, { amount }) => sum + amount, 0);
  return [
    settings.enabled !== 1 && "it was off",
    settings.stoppedBy !== null && "it was stopped",
    before.card !== order.card && "the card was another one",
    before.balance >= settings.threshold && "the balance was high enough",
    before.orders.some(isUnfinished) && "another charge was in progress",
    since(HOUR) > 0 && "the last charge was less than an hour ago",
    since(24 * HOUR) > 2 && "there were three charges in 24 hours",
    total > settings.limit && `${total} is above the monthly limit of ${settings.limit}`,
  ].flatMap((reason) => (reason ? [`${order.id} was placed, though ${reason}`] : []));
}

function brokenCharge(
  intent: PaymentIntent,
  { before, after }: { before: CardState; after: CardState },
): string[] {
  const order = after.orders.find(({ id }) => id === orderIdOf(intent));
  if (order === undefined) return [`${intent.id} has no order`];
  const wanted =
    before.settings?.enabled === 1 && before.settings.stoppedBy === null && before.card === order.card;
  return [
    ...(wanted ? [] : [`${intent.id} was made after a stop`]),
    ...(order.amount === intent.amount ? [] : [`${intent.id} has another amount than its order`]),
  ];
}

/** A credit always has its charge; the reverse holds once everything was delivered, see `lostCharges`. */
function brokenCredits(world: CardWorld, { credits }: CardState): string[] {
  const paid = intentsOf(world).filter(({ status }) => status === "succeeded");
  const unpaid = credits.filter(
    ({ orderId, micros }) =>
      !paid.some((intent) => orderIdOf(intent) === orderId && intent.amount * 10_000 === micros),
  );
  return [
    ...unpaid.map(({ orderId }) => `${orderId} was credited without a charge`),
    ...duplicates(credits.map(({ orderId }) => orderId)).map((id) => `${id} was credited twice`),
  ];
}

/** What is still wrong once every event was delivered and every interrupted charge resumed. */
export function lostCharges(world: CardWorld, { credits, orders, settings, card }: CardState): string[] {
  const paid = intentsOf(world).filter(({ status }) => status === "succeeded");
  const lost = paid.filter((intent) => !credits.some(({ orderId }) => orderId === orderIdOf(intent)));
  const declined = orders.filter((order) => order.status === "failed" && order.card === card);
  const goesOn = declined.length > 0 && settings?.enabled === 1 && settings.stoppedBy === null;
  return [
    ...lost.map(({ id }) => `${id} was charged without a credit`),
    ...orders.filter(isUnfinished).map(({ id, status }) => `${id} is still ${status}`),
    ...(goesOn ? ["it goes on with a declined card"] : []),
  ];
}

const duplicates = (ids: string[]) => ids.filter((id, index) => id !== "" && ids.indexOf(id) < index);
