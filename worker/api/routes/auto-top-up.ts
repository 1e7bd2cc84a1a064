import { Hono } from "hono";
import {
  autoTopUpCharge,
  autoTopUpChargesResponse,
  autoTopUpRequest,
  autoTopUpResponse,
  cardSetupCompletion,
  cardSetupResponse,
  chargeConfirmation,
} from "#core/contract/auto-top-up.ts";
import { pageQuery } from "#core/contract/page.ts";
import { confirmCharge } from "#core/services/auto-top-up/confirm-charge.ts";
import { getAutoTopUp } from "#core/services/auto-top-up/get-auto-top-up.ts";
import { getCharge, listCharges } from "#core/services/auto-top-up/list-charges.ts";
import { setAutoTopUp } from "#core/services/auto-top-up/set-auto-top-up.ts";
import { removeSavedCard } from "#core/services/cards/remove-card.ts";
import { completeCardSetup, startCardSetup } from "#core/services/cards/set-up-card.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { AT, CHECKOUT_ID, ORDER_ID } from "../openapi/examples.ts";
import { jsonBody, queryString } from "../validation.ts";

const group = "Balance and payments";
const SETTINGS = { enabled: true, threshold: 20, amount: 50, monthly_limit: 150 };
const CHARGE = {
  id: ORDER_ID,
  created_at: AT,
  amount: 50,
  status: "paid",
  detail: null,
  confirmed: false,
  confirm_by: null,
  receipt_id: ORDER_ID,
};
const STATE = {
  ...SETTINGS,
  state: "on",
  added_this_month: 50,
  limit_used: 50,
  resets_at: "2026-12-01T00:00:00.000Z",
  chargeable: true,
  charging: false,
  next_charge_at: null,
  stopped: null,
  confirmation: null,
  payment_method: {
    brand: "visa",
    last4: "4242",
    exp_month: 8,
    exp_year: 2028,
    declined: false,
    supports_auto_top_up: true,
  },
};
const PROVIDER_FAILED = "The payment provider didn't respond as expected";
const id = { id: { description: "The charge's `id`", example: ORDER_ID } };

export const autoTopUpRoutes = new Hono<SignedInEnv>()
  .get(
    "/",
    describe({
      id: "getAutoTopUp",
      group,
      summary: "Get auto top-up",
      description: "The settings of auto top-up, the saved card, and what was charged this month.",
      response: { schema: autoTopUpResponse, example: STATE },
    }),
    async (c) => c.json(await getAutoTopUp(c.var.ctx)),
  )
  .put(
    "/",
    describe({
      id: "setAutoTopUp",
      group,
      summary: "Set auto top-up",
      description:
        "Charges the saved card once the balance falls below `threshold`: at most one charge an hour and three in 24 hours, and never above `monthly_limit`. After a declined charge, it stops until the card is replaced. Turning it off also cancels a charge that waits for your confirmation. Settings with which a charge is due at once, because the balance is below their `threshold`, need `charge_now`; repeating the stored ones doesn’t.",
      body: { example: SETTINGS },
      response: { schema: autoTopUpResponse, example: STATE },
      errors: {
        payment_method_required: "There is no saved card",
        payment_method_not_supported:
          "The card is from a country where each automatic charge needs a mandate",
        charge_confirmation_required: "A charge would be due at once, and `charge_now` isn’t true",
      },
    }),
    jsonBody(autoTopUpRequest),
    async (c) => c.json(await setAutoTopUp(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/charges",
    describe({
      id: "listAutoTopUpCharges",
      group,
      summary: "List automatic charges",
      description: "Charges by auto top-up, newest first, with their outcome.",
      response: { schema: autoTopUpChargesResponse, example: { items: [CHARGE], next_cursor: null } },
    }),
    queryString(pageQuery),
    async (c) => c.json(await listCharges(c.var.ctx, c.req.valid("query"))),
  )
  .get(
    "/charges/:id",
    describe({
      id: "getAutoTopUpCharge",
      group,
      summary: "Get an automatic charge",
      description: "One charge by auto top-up.",
      parameters: id,
      response: { schema: autoTopUpCharge, example: CHARGE },
      errors: { not_found: "Your account has no such charge" },
    }),
    async (c) => c.json(await getCharge(c.var.ctx, { id: c.req.param("id") })),
  )
  .post(
    "/charges/:id/confirmation",
    describe({
      id: "confirmAutoTopUpCharge",
      group,
      summary: "Confirm an automatic charge",
      description:
        "The bank's page for a charge with the status `confirmation_needed`. Afterwards, the bank leads back to the charge's page in the dashboard.",
      parameters: id,
      response: {
        schema: chargeConfirmation,
        example: { url: "https://hooks.stripe.com/redirect/authenticate/src_1QxYz" },
      },
      errors: { not_found: "Your account has no such charge", payment_provider_error: PROVIDER_FAILED },
    }),
    async (c) => c.json(await confirmCharge(c.var.ctx, { id: c.req.param("id") })),
  );

export const paymentMethodRoutes = new Hono<SignedInEnv>()
  .post(
    "/",
    describe({
      id: "createCardSetup",
      group,
      summary: "Save a card",
      description:
        "Creates a hosted page on which you enter a card for auto top-up. Once it is complete, the card replaces the saved one, if any.",
      response: {
        schema: cardSetupResponse,
        example: { url: `https://checkout.stripe.com/c/pay/${CHECKOUT_ID}`, session_id: CHECKOUT_ID },
      },
      errors: {
        rate_limited: "There were 20 attempts in the last ten minutes",
        payment_provider_error: PROVIDER_FAILED,
      },
    }),
    async (c) => c.json(await startCardSetup(c.var.ctx)),
  )
  .post(
    "/completion",
    describe({
      id: "completeCardSetup",
      group,
      summary: "Verify a saved card",
      description:
        "Checks whether the page for a card is complete, and saves the card. You can repeat it. The response is that of `GET /api/auto-top-up`.",
      body: { example: { session_id: CHECKOUT_ID } },
      response: { schema: autoTopUpResponse, example: STATE },
      errors: { not_found: "Your account has no such page", payment_provider_error: PROVIDER_FAILED },
    }),
    jsonBody(cardSetupCompletion),
    async (c) => c.json(await completeCardSetup(c.var.ctx, c.req.valid("json"))),
  )
  .delete(
    "/",
    describe({
      id: "removeCard",
      group,
      summary: "Remove the saved card",
      description:
        "Removes the card and turns auto top-up off. The response is that of `GET /api/auto-top-up`.",
      response: {
        schema: autoTopUpResponse,
        example: { ...STATE, enabled: false, state: "off", payment_method: null },
      },
    }),
    async (c) => c.json(await removeSavedCard(c.var.ctx)),
  );
