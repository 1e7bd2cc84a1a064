import { createEmulator, defineEmulator } from "emulate";
import Stripe from "stripe";
import type { AccountContext, FulfilmentContext, PaymentsContext } from "#core/services/context.ts";
import type { Database } from "#core/storage/database.ts";
import { accounts } from "#core/storage/schema/accounts.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import type { App } from "#scripts/local/stripe/api/define-api.ts";
import { mountStripe } from "#scripts/local/stripe/index.ts";
import { emptyState, type StripeState } from "#scripts/local/stripe/state.ts";
import { contextNow } from "#tests/support/account.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";

export type CardContext = AccountContext & FulfilmentContext & PaymentsContext;

/** A customer, a Stripe that only this customer uses, in this process, and a clock that only the story moves. */
export interface CardWorld {
  ctx: CardContext;
  stripe: StripeState;
  emulation: ReturnType<typeof mountStripe>["emulation"];
  clock: { at: number };
  usage: number;
}

const START = Date.UTC(2027, 10, 28, 20, 0);
const SECRET = new Uint8Array(32).fill(7);
const SECRET_KEY = "sk_test_story";
const WEBHOOK_SECRET = "whsec_story";
const URL_OF_STRIPE = "http://127.0.0.1:1";

/** One Stripe for all stories of a test; only its router is used, its port is not. */
export async function openStripe() {
  const [port = 0] = await freePorts(1);
  const mounted: { emulation: CardWorld["emulation"]; app: App; state: StripeState }[] = [];
  const server = await createEmulator({
    service: defineEmulator({
      name: "stripe",
      state: emptyState,
      cors: false,
      setup({ app, state, signal }) {
        const webhook = { url: URL_OF_STRIPE, secret: WEBHOOK_SECRET };
        const save = async () => {};
        const options = { app, state, baseUrl: URL_OF_STRIPE, signal, webhook, secretKey: SECRET_KEY, save };
        mounted.push({ emulation: mountStripe(options).emulation, app, state });
      },
    }),
    port,
    baseUrl: URL_OF_STRIPE,
  });
  const [stripe] = mounted;
  if (!stripe) throw new Error("Stripe did not start.");
  return { ...stripe, stop: () => server.close() };
}
export type StoryStripe = Awaited<ReturnType<typeof openStripe>>;

/** In place: the routes hold on to the tables. */
function clear(state: StripeState): void {
  state.events.length = 0;
  // The story delivers events itself.
  state.deliveries.mode = "drop";
  const tables: Record<string, unknown>[] = [
    state.sessions,
    state.customers,
    state.paymentMethods,
    state.cards,
    state.setupIntents,
    state.paymentIntents,
    state.charges,
    state.savedReplies,
  ];
  for (const table of tables) for (const id of Object.keys(table)) delete table[id];
}

export async function newCardWorld(
  db: Database,
  { app, state, emulation }: StoryStripe,
  setClock: (at: number) => void,
): Promise<CardWorld> {
  const userId = crypto.randomUUID();
  const row = { userId, email: `${userId}@example.com`, createdAt: START };
  const [account] = await db.insert(accounts).values(row).returning();
  if (!account) throw new Error("no account");
  const clock = { at: START };
  setClock(START);
  clear(state);
  const payments = createStripePayments({
    secretKey: SECRET_KEY,
    apiUrl: URL_OF_STRIPE,
    webhookSecrets: [WEBHOOK_SECRET],
    timeouts: { callMs: PATIENCE_MS, attemptMs: PATIENCE_MS, expiryMs: PATIENCE_MS },
    fetch: (input, init) => app.fetch(new Request(input, init)),
  });
  const ctx = await contextNow({
    db,
    account,
    payments,
    metering: noMetering,
    requestId: "test",
    appOrigin: "http://app.test",
    clock: { now: () => clock.at },
    keySecrets: { pepper: SECRET, sealing: SECRET },
  });
  return { ctx, stripe: state, emulation, clock, usage: 0 };
}

const signer = new Stripe(SECRET_KEY);

/** An event as Stripe sends it to the webhook. */
export async function signedEvent(event: object): Promise<{ rawBody: string; signature: string }> {
  const rawBody = JSON.stringify(event);
  const options = { payload: rawBody, secret: WEBHOOK_SECRET };
  return { rawBody, signature: await signer.webhooks.generateTestHeaderStringAsync(options) };
}
