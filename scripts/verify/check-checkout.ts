import type Stripe from "stripe";
import { PLAN_PRICE_RUPEES } from "#core/domain/plans.ts";
import {
  CURRENCY_OF,
  minorUnits,
  PRODUCTS,
  type Product,
  TOP_UP_AMOUNTS_DOLLARS,
} from "#core/domain/products.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import { type Finding, findingOf } from "#scripts/deploy/findings.ts";
import { openStripe } from "#worker/adapters/stripe-payments.ts";
import { type Check, notChecked } from "./target.ts";

const LIVE = /^(sk|rk)_live_/;
const SMALLEST: Record<Product, number> = {
  balance: Math.min(...TOP_UP_AMOUNTS_DOLLARS),
  api_key: PLAN_PRICE_RUPEES,
};
const NEW_KEY =
  "Copy the secret key from Stripe (Developers, API keys) to STRIPE_SECRET_KEY in the file of secrets, and deploy";

const checkout = findingOf("Stripe checkout");

/** In test mode, a session of each currency, which expires at once. In live mode, only whether Stripe accepts the key. */
export const checkCheckout: Check = {
  name: "Stripe checkout",
  async run({ origin, settings: { STRIPE_SECRET_KEY, STRIPE_API_URL } }) {
    if (!STRIPE_SECRET_KEY) return [notChecked("Stripe checkout", "STRIPE_SECRET_KEY", NEW_KEY)];
    const stripe = openStripe({ secretKey: STRIPE_SECRET_KEY, apiUrl: STRIPE_API_URL || undefined });
    try {
      return [LIVE.test(STRIPE_SECRET_KEY) ? await tryLiveKey(stripe) : await tryCheckouts(stripe, origin)];
    } catch (error) {
      return [refusal(error)];
    }
  },
};

async function tryLiveKey(stripe: Stripe): Promise<Finding> {
  await stripe.checkout.sessions.list({ limit: 1 });
  return checkout(
    "ok",
    "Stripe accepts the key. It is a live key, so no checkout session was made: buy the smallest amount once, and refund it.",
  );
}

async function tryCheckouts(stripe: Stripe, origin: string): Promise<Finding> {
  for (const product of PRODUCTS) {
    const { id } = await stripe.checkout.sessions.create(sessionOf(product, origin));
    await stripe.checkout.sessions.expire(id);
  }
  const currencies = PRODUCTS.map((product) => CURRENCY_OF[product].toUpperCase()).join(" and ");
  return checkout("ok", `Stripe's test mode created and expired checkout sessions in ${currencies}.`);
}

/** Without an order, so that the service takes its events for those of another application in the same account. */
const sessionOf = (product: Product, origin: string): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: CURRENCY_OF[product],
        unit_amount: minorUnits(SMALLEST[product]),
        product_data: { name: "npm run verify" },
      },
    },
  ],
  success_url: origin,
  cancel_url: origin,
  // In case it can't be expired.
  expires_at: Math.floor((Date.now() + HOUR_MS) / 1000),
});

/** Stripe's own message may show a part of the key. */
function refusal(error: unknown): Finding {
  const { statusCode, code, param }: { statusCode?: unknown; code?: unknown; param?: unknown } =
    Object(error);
  if (statusCode === 401)
    return checkout("failed", "Stripe refuses STRIPE_SECRET_KEY (401): no customer can pay.", NEW_KEY);
  if (statusCode === 403)
    return checkout(
      "failed",
      "STRIPE_SECRET_KEY is a restricted key that may not create checkout sessions (403).",
      "Give the key Checkout Sessions: write (Stripe, Developers, API keys)",
    );
  if (typeof statusCode !== "number")
    return checkout(
      "failed",
      "Stripe did not respond.",
      "Check STRIPE_API_URL, which is empty for Stripe itself, and status.stripe.com",
    );
  const about = [code, param].filter((part) => typeof part === "string").join(", ");
  return checkout(
    "failed",
    `Stripe refused the checkout session (${statusCode}${about && `: ${about}`}).`,
    "Check that your Stripe account is activated and can charge USD and INR",
  );
}
