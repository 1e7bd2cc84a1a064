import { Hono } from "hono";
import {
  balanceResponse,
  changeSubscriptionRequest,
  runwayResponse,
  subscriptionResponse,
} from "#core/contract/account.ts";
import {
  accountDeletion,
  accountDeletionRequest,
  accountSessions,
  endedSession,
  endedSessions,
  invitationRequest,
  invitationResponse,
  newRecoveryCodes,
  recoveryCodeRequest,
  recoveryCodes,
  requestAddress,
  usedRecoveryCode,
} from "#core/contract/identity.ts";
import { completionRequest, completionResponse } from "#core/contract/payments.ts";
import { networkOfClient } from "#core/domain/gateway/restrictions/networks.ts";
import { closeAccount } from "#core/services/accounts/close-account.ts";
import { getBalance, getRunway } from "#core/services/balance/get-balance.ts";
import { inviteUser } from "#core/services/invitations/invite-user.ts";
import { completePayment } from "#core/services/payments/complete-payment.ts";
import { applyRecoveryCode, getRecoveryCodes, replaceCodes } from "#core/services/recovery/recovery-codes.ts";
import { endAllSessions, endSession, listSessions } from "#core/services/sessions/sessions.ts";
import { changeSubscription } from "#core/services/subscription/change-subscription.ts";
import { getSubscription } from "#core/services/subscription/get-subscription.ts";
import { clientAddress } from "#worker/client-address.ts";
import type { SignedInEnv } from "../api-env.ts";
import { withSession } from "../middleware/access-token.ts";
import { describe } from "../openapi/describe.ts";
import { AT, CHECKOUT_ID, KEY_ID } from "../openapi/examples.ts";
import { jsonBody } from "../validation.ts";
import { exportRoutes } from "./export.ts";
import { BALANCE, spendingControlRoutes } from "./spending-controls.ts";

const SESSION_ID = "6e0c2f4d-95a1-4b3e-8d77-2c1f0a9b8e64";

const RECOVERY_CODE = "4KQ7-M2XD";

const SUBSCRIPTION = {
  subscription_type: "Premium",
  usage_percentage: 42.1,
  valid_until: "2027-10-02T16:20:00.000Z",
  last_payment: 25,
  last_payment_currency: "USD",
  last_payment_at: AT,
  requests_used: 4210,
  requests_limit: 10000,
  value_per_month: 20,
  value_used: 6.42,
  draws_on_balance: false,
  resets_at: "2026-12-02T16:20:00.000Z",
};

export const accountRoutes = new Hono<SignedInEnv>()
  .delete(
    "/",
    describe({
      id: "closeAccount",
      group: "Account",
      summary: "Delete the account",
      description:
        "Permanently deletes the account. All its keys are revoked immediately, and the remaining balance is lost.",
      body: { example: { email: "you@example.com" } },
      response: { schema: accountDeletion, example: { status: "deleted" } },
    }),
    jsonBody(accountDeletionRequest),
    async (c) => c.json(await closeAccount(c.var.ctx, c.req.valid("json"))),
  )
  .route("/", spendingControlRoutes)
  .route("/export", exportRoutes)
  .post(
    "/payment-link-completion",
    describe({
      id: "completePayment",
      group: "Balance and payments",
      summary: "Verify a payment",
      description:
        "Checks whether a payment has been made, and credits it. You can repeat it: a payment is credited only once.",
      body: { example: { session_id: CHECKOUT_ID } },
      response: {
        schema: completionResponse,
        example: { success: true, pending: false, product: "balance", amount: 25, currency: "USD" },
      },
      errors: {
        not_found: "Your account has no such payment",
        order_mismatch: "The payment doesn't match its order",
        payment_provider_error: "The payment provider didn't respond as expected",
      },
    }),
    jsonBody(completionRequest),
    async (c) => c.json(await completePayment(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/balance",
    describe({
      id: "getBalance",
      group: "Balance and payments",
      summary: "Get the balance",
      description: "The prepaid balance, and the amount reserved for requests in progress.",
      response: { schema: balanceResponse, example: BALANCE },
    }),
    async (c) => c.json(await getBalance(c.var.ctx)),
  )
  .get(
    "/runway",
    describe({
      id: "getRunway",
      group: "Balance and payments",
      summary: "Estimate how long the balance will last",
      description: "An estimate based on the spending of the last seven days.",
      response: {
        schema: runwayResponse,
        example: {
          status: "estimated",
          as_of: AT,
          balance: 23.58,
          daily_cost: 1.42,
          days_left: 16.6,
          lasts_until: "2026-12-07T00:05:00.000Z",
          keys: [{ key_id: KEY_ID, name: "Production", cost: 9.94, share: 100 }],
        },
      },
    }),
    async (c) => c.json(await getRunway(c.var.ctx)),
  )
  .get(
    "/subscription",
    describe({
      id: "getSubscription",
      group: "Balance and payments",
      summary: "Get the plan",
      description: "The account's plan, how much of it is used, and the last payment.",
      response: {
        schema: subscriptionResponse,
        example: SUBSCRIPTION,
      },
    }),
    async (c) => c.json(await getSubscription(c.var.ctx)),
  )
  .patch(
    "/subscription",
    describe({
      id: "changeSubscription",
      group: "Balance and payments",
      summary: "Change the plan's settings",
      description:
        "Sets whether the balance pays once the plan is used up. The change applies to later requests.",
      body: { example: { draws_on_balance: true } },
      response: { schema: subscriptionResponse, example: { ...SUBSCRIPTION, draws_on_balance: true } },
      errors: { not_found: "Your account has no plan, or it has ended" },
    }),
    jsonBody(changeSubscriptionRequest),
    async (c) => c.json(await changeSubscription(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/invitations",
    describe({
      id: "inviteUser",
      group: "Account",
      summary: "Invite someone",
      description:
        "Emails an invitation. The response is the same whether or not the address has an account.",
      body: { example: { email: "colleague@example.com" } },
      response: { status: 202, schema: invitationResponse, example: { status: "accepted" } },
      errors: { rate_limited: "The account already sent 10 invitations in 24 hours" },
    }),
    jsonBody(invitationRequest),
    async (c) => c.json(await inviteUser(withSession(c.var.ctx), c.req.valid("json")), 202),
  )
  .get(
    "/recovery-codes",
    describe({
      id: "getRecoveryCodes",
      group: "Account",
      summary: "Count recovery codes",
      description:
        "How many of the account's recovery codes can still be used. The codes themselves aren't stored.",
      response: { schema: recoveryCodes, example: { left: 10, created_at: AT } },
    }),
    async (c) => c.json(await getRecoveryCodes(c.var.ctx)),
  )
  .post(
    "/recovery-codes",
    describe({
      id: "replaceRecoveryCodes",
      group: "Account",
      summary: "Create recovery codes",
      description: "Creates ten recovery codes for two-factor authentication. Earlier ones stop working.",
      response: { status: 201, schema: newRecoveryCodes, example: { codes: [RECOVERY_CODE] } },
      errors: { not_found: "The account doesn't use two-factor authentication" },
    }),
    async (c) => c.json(await replaceCodes(c.var.ctx), 201),
  )
  .post(
    "/recovery-codes/use",
    describe({
      id: "useRecoveryCode",
      group: "Account",
      summary: "Use a recovery code",
      description:
        "Turns two-factor authentication off with a recovery code, for a session that isn't confirmed with the authenticator app, and sets a new password. Before that, every session of the user ends, this one included, and all access tokens are revoked. The account's owner is notified. Sign in with the new password afterwards.",
      body: { example: { code: RECOVERY_CODE, password: "a passphrase of your own" } },
      response: { schema: usedRecoveryCode, example: { status: "second_factor_removed" } },
      errors: { rate_limited: "The account already tried five recovery codes in an hour" },
    }),
    jsonBody(recoveryCodeRequest),
    async (c) => c.json(await applyRecoveryCode(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/address",
    describe({
      id: "getAddress",
      group: "Account",
      summary: "Get your IP address",
      description:
        "Returns the IP address that this request came from, by which the allowed networks of an API key would judge it.",
      response: { schema: requestAddress, example: { address: "203.0.113.7" } },
    }),
    (c) => c.json({ address: networkOfClient(clientAddress(c.req.raw.headers)) }),
  )
  .get(
    "/sessions",
    describe({
      id: "listSessions",
      group: "Account",
      summary: "List sessions",
      description:
        "The sessions that are signed in to the account: the current one first, then the most recently active ones.",
      response: {
        schema: accountSessions,
        example: {
          items: [
            {
              id: SESSION_ID,
              device: "Chrome on macOS",
              ip: "203.0.113.7",
              created_at: "2026-11-18T08:02:00.000Z",
              last_active_at: AT,
              current: true,
            },
          ],
          next_cursor: null,
        },
      },
    }),
    async (c) => c.json(await listSessions(withSession(c.var.ctx))),
  )
  .delete(
    "/sessions",
    describe({
      id: "endAllSessions",
      group: "Account",
      summary: "End all sessions",
      description:
        "Signs out every session of the account, including this one, and ends all grants for the Playground. API keys and access tokens keep working.",
      response: { schema: endedSessions, example: { status: "ended" } },
    }),
    async (c) => c.json(await endAllSessions(withSession(c.var.ctx))),
  )
  .delete(
    "/sessions/:id",
    describe({
      id: "endSession",
      group: "Account",
      summary: "End a session",
      description: "Signs out one session. A session can always end itself. You can safely repeat it.",
      parameters: { id: { description: "The session's `id`", example: SESSION_ID } },
      response: { schema: endedSession, example: { id: SESSION_ID, status: "ended" } },
      errors: { not_found: "Your account has no such session" },
    }),
    async (c) => c.json(await endSession(withSession(c.var.ctx), { id: c.req.param("id") })),
  );
