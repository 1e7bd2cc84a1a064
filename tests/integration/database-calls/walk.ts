import { EXAMPLE_PRICES } from "#scripts/local/example-prices.ts";
import { publishExamplePrices } from "#tests/support/prices.ts";
import type { Person } from "./counted-service.ts";
import { OPERATOR } from "./walk-operator.ts";
import type { Step, World } from "./world.ts";

const nothing: Step = () => ({});
const sending =
  (body: object): Step =>
  () => ({ body });
const ofKey =
  (query: string): Step =>
  ({ owned }) => ({ query: `${query}key_id=${owned.keyId}` });

const BUDGETS = { budgets: [{ period: "day", amount: 5 }] };
/** The clock of the walk stands still. */
const LONG_AGO_MS = 1;
const LONG_AGO = "range=custom&from=2024-01-01T00:00:00Z&to=2024-02-01T00:00:00Z&";
const TOP_UP = { enabled: true, threshold: 20, amount: 50, monthly_limit: 150, charge_now: true };

/** The customer with a second factor, which their next request shows. */
const guarded = ({ customer }: World): Person => ({ ...customer, secondFactor: true });

async function newCodes(world: World): Promise<string> {
  const by = guarded(world);
  const { codes } = await world.ask("POST /api/account/recovery-codes", { by });
  return Array.isArray(codes) ? String(codes[0]) : "";
}

/** A charge that the owner can confirm. */
async function unconfirmed({ db, owned: { chargeId } }: World): Promise<void> {
  await db.$client.batch(
    [
      { sql: "UPDATE checkout_orders SET status = 'pending' WHERE id = ?", args: [chargeId] },
      {
        sql: "UPDATE auto_top_up_charges SET confirm_by = ?, decline_code = NULL WHERE order_id = ?",
        args: [Date.now() + 3_600_000, chargeId],
      },
    ],
    "write",
  );
}

const openCheckout = async ({ ask }: World) =>
  String(
    (await ask("POST /api/payment/create-payment-link", { body: { amount: 25, product: "balance" } }))
      .session_id,
  );

/** A call of every route that changes or reads what its response needs, by the route and, in brackets, what is special. */
export const WALK: Readonly<Record<string, Step>> = {
  "GET /api/health": nothing,
  "GET /api/health (for the operator)": () => ({ query: "verbose", by: "operator" }),
  "GET /api/openapi.json": nothing,
  "GET /api/prices": nothing,
  "GET /api/metrics": () => ({ by: "operator" }),
  "POST /api/stripe/webhook": async (world) => {
    const about = await openCheckout(world);
    return { body: { id: `evt_${about}`, about } };
  },

  "GET /api/keys": nothing,
  "POST /api/keys": sending({ name: "Production", ...BUDGETS }),
  "PATCH /api/keys/:id": sending({ name: "Website", allowed_origins: ["https://shop.example"] }),
  "PUT /api/keys/:id/budgets": sending(BUDGETS),
  "POST /api/keys/:id/budgets/trial": sending(BUDGETS),
  "POST /api/keys/:id/restrictions/trial": sending({ requests_per_minute: 20 }),
  "POST /api/keys/:id/reveal": nothing,
  "POST /api/keys/:id/rotate": sending({ overlap_hours: 24 }),
  "POST /api/keys/:id/revoke": nothing,

  "GET /api/tokens": nothing,
  "POST /api/tokens": sending({ name: "Report", scopes: ["usage:read"], expires_in_days: 90 }),
  "POST /api/tokens/:id/revoke": nothing,
  "POST /api/tokens/revoke-all": nothing,

  "GET /api/figures": ofKey("range=24h&"),
  "GET /api/figures (whose rows are gone)": ofKey(LONG_AGO),
  "GET /api/figures/breakdown": ofKey(LONG_AGO),
  "GET /api/figures/stacked": ofKey(`${LONG_AGO}by=model&`),
  "GET /api/analytics": ofKey("range=30d&tz=Asia/Kolkata&"),
  "GET /api/analytics/breakdown": ofKey("range=7d&"),
  "GET /api/analytics/stacked": ofKey("range=7d&by=key&"),
  "GET /api/usage": nothing,
  "GET /api/usage (filtered)": ofKey("endpoint=/v1/chat/completions&status=200&"),
  "GET /api/usage.csv": () => ({ query: "range=24h" }),
  "GET /api/usage.csv (filtered)": ofKey("range=24h&endpoint=/v1/chat/completions&"),
  "GET /api/usage/:id": nothing,
  "GET /api/usage/find": () => ({ query: "id=01968c" }),
  "GET /api/usage/refusals": ofKey("range=24h&"),
  "GET /api/usage/refusals/current": ofKey(""),

  "POST /api/playground/grant": nothing,
  "POST /api/playground/grant (again)": async ({ ask }) => {
    await ask("POST /api/playground/grant");
    return {};
  },
  "POST /api/playground/estimate": async ({ db }) => {
    await publishExamplePrices(db, EXAMPLE_PRICES, LONG_AGO_MS);
    const body = { model: "demo-small", messages: [{ role: "user", content: "Hello" }] };
    return { body: { endpoint: "/v1/chat/completions", body } };
  },

  "GET /api/account/balance": nothing,
  "PATCH /api/account/balance": sending({ low_balance_threshold: 10 }),
  "GET /api/account/budgets": nothing,
  "PUT /api/account/budgets": sending({ budgets: [{ period: "month", amount: 100 }] }),
  "GET /api/account/spend-alerts": nothing,
  "PUT /api/account/spend-alerts": sending({ amounts: [50, 100] }),
  "GET /api/account/runway": nothing,
  "GET /api/account/subscription": nothing,
  "PATCH /api/account/subscription": sending({ draws_on_balance: true }),
  "POST /api/account/payment-link-completion": async (world) => ({
    body: { session_id: await openCheckout(world) },
  }),
  "GET /api/ledger": nothing,
  "GET /api/ledger.csv": nothing,
  "GET /api/ledger/days": nothing,
  "GET /api/statement": nothing,
  "GET /api/statement/months": nothing,
  "GET /api/receipts": ({ owned }) => ({ query: `cursor=${owned.orderId}` }),
  "GET /api/receipts/:id": nothing,
  "GET /api/receipts/:id/invoice": nothing,
  "POST /api/payment/create-payment-link": sending({ amount: 25, product: "balance", save_card: true }),
  "POST /api/payment/create-payment-link (for a plan)": sending({ amount: 100 }),

  "GET /api/auto-top-up": nothing,
  "PUT /api/auto-top-up": sending(TOP_UP),
  "PUT /api/auto-top-up (off)": sending({ ...TOP_UP, enabled: false }),
  "GET /api/auto-top-up/charges": ({ owned }) => ({ query: `cursor=${owned.chargeId}` }),
  "GET /api/auto-top-up/charges/:id": nothing,
  "POST /api/auto-top-up/charges/:id/confirmation": async (world) => {
    await world.ask("PUT /api/auto-top-up", { body: TOP_UP });
    await unconfirmed(world);
    return {};
  },
  "POST /api/payment-method": nothing,
  "POST /api/payment-method/completion": ({ owned }) => ({
    body: { session_id: `cs_test_of_cus_${owned.tag}` },
  }),
  "DELETE /api/payment-method": nothing,

  "DELETE /api/account": ({ customer }) => ({ body: { email: customer.email } }),
  "GET /api/account/export": nothing,
  "GET /api/account/stop": nothing,
  "POST /api/account/stop": nothing,
  "DELETE /api/account/stop": async ({ ask }) => {
    await ask("POST /api/account/stop");
    return {};
  },
  "POST /api/account/invitations": sending({ email: "guest@example.com" }),
  "GET /api/account/recovery-codes": nothing,
  "POST /api/account/recovery-codes": async (world) => {
    await newCodes(world);
    return { by: guarded(world) };
  },
  "POST /api/account/recovery-codes/use": async (world) => ({
    body: { code: await newCodes(world), password: "a passphrase of their own" },
    by: guarded(world),
  }),
  "GET /api/account/address": nothing,
  "GET /api/account/sessions": nothing,
  "DELETE /api/account/sessions": nothing,
  "DELETE /api/account/sessions/:id": () => ({ ids: { id: crypto.randomUUID() } }),

  "GET /api/audit": nothing,
  "GET /api/notifications": nothing,
  "POST /api/notifications/read": ({ owned }) => ({ body: { up_to: owned.notificationId } }),
  "POST /api/notifications/:id/read": nothing,
  "GET /api/notifications/settings": nothing,
  "PATCH /api/notifications/settings": sending({ kind: "low_balance", in_app: false }),

  ...OPERATOR,
};
