import { Hono } from "hono";
import { accountStop, balanceResponse } from "#core/contract/account.ts";
import { settingsRequest } from "#core/contract/account-settings.ts";
import { accountBudgetsRequest, accountBudgetsResponse } from "#core/contract/budgets.ts";
import { spendAlertsRequest, spendAlertsResponse } from "#core/contract/spend-alerts.ts";
import { INITIAL_SETTINGS } from "#core/domain/account-settings.ts";
import { getAccountBudgets, setAccountBudgets } from "#core/services/accounts/account-budgets.ts";
import { getSpendAlerts, setSpendAlerts } from "#core/services/accounts/spend-alerts.ts";
import { getStop, startKeys, stopKeys } from "#core/services/accounts/stop-keys.ts";
import { changeSettings } from "#core/services/balance/get-balance.ts";
import type { SignedInEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { AT, ORDER_ID } from "../openapi/examples.ts";
import { jsonBody } from "../validation.ts";

const group = "Balance and payments";

export const BALANCE = {
  balance: 23.58,
  held: 0.02,
  currency: "USD",
  ever_funded: true,
  ...INITIAL_SETTINGS,
  pending: [
    {
      id: ORDER_ID,
      amount: 50,
      sent_at: AT,
      arrives_by: "2026-11-25T12:00:00.000Z",
      payment_method: { type: "us_bank_account", brand: null, last4: "6789" },
    },
  ],
};

const SPENDING = {
  day: { spent: 1.42, resets_at: "2026-11-21T00:00:00.000Z" },
  month: { spent: 61.84, resets_at: "2026-12-01T00:00:00.000Z" },
};
const ACCOUNT_BUDGETS = {
  budgets: [{ period: "month", amount: 100, ...SPENDING.month }],
  spending: SPENDING,
};

const SPEND_ALERTS = {
  alerts: [
    { amount: 50, reached_on: "2026-11-16" },
    { amount: 100, reached_on: null },
  ],
  spent: 61.84,
  resets_at: "2026-12-01T00:00:00.000Z",
};

/** How an account limits what its keys spend. The parent checks who is signed in. */
export const spendingControlRoutes = new Hono<SignedInEnv>()
  .patch(
    "/balance",
    describe({
      id: "changeBalance",
      group,
      summary: "Change the balance's settings",
      description:
        "Sets the threshold below which the balance is low. You are notified the next time the balance falls below it.",
      body: { example: { low_balance_threshold: 10 } },
      response: { schema: balanceResponse, example: { ...BALANCE, low_balance_threshold: 10 } },
    }),
    jsonBody(settingsRequest),
    async (c) => c.json(await changeSettings(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/budgets",
    describe({
      id: "getAccountBudgets",
      group,
      summary: "Get the account's spending limits",
      description: "The most that all keys of the account together may spend, and what they have spent.",
      response: { schema: accountBudgetsResponse, example: ACCOUNT_BUDGETS },
    }),
    async (c) => c.json(await getAccountBudgets(c.var.ctx)),
  )
  .put(
    "/budgets",
    describe({
      id: "setAccountBudgets",
      group,
      summary: "Set the account's spending limits",
      description:
        "Replaces all spending limits of the account from the next request on; an empty list removes them. Days and months are in UTC. A request that could exceed one is refused with 402 `spending_limit_exceeded`, and not charged, whichever key it uses. Budgets of a single key apply as well.",
      body: { example: { budgets: [{ period: "month", amount: 100 }] } },
      response: { schema: accountBudgetsResponse, example: ACCOUNT_BUDGETS },
    }),
    jsonBody(accountBudgetsRequest),
    async (c) => c.json(await setAccountBudgets(c.var.ctx, c.req.valid("json").budgets)),
  )
  .get(
    "/spend-alerts",
    describe({
      id: "getSpendAlerts",
      group,
      summary: "Get the account's spend alerts",
      description:
        "The amounts of a month's spend at which you are notified, and which of them this month has reached.",
      response: { schema: spendAlertsResponse, example: SPEND_ALERTS },
    }),
    async (c) => c.json(await getSpendAlerts(c.var.ctx)),
  )
  .put(
    "/spend-alerts",
    describe({
      id: "setSpendAlerts",
      group,
      summary: "Set the account's spend alerts",
      description:
        "Replaces the amounts, up to five. You are notified once per amount and month when the spend of all keys reaches it; of several at once, the highest is named. Alerts never stop requests. Months are in UTC. An amount that this month has already reached notifies from next month on.",
      body: { example: { amounts: [50, 100] } },
      response: { schema: spendAlertsResponse, example: SPEND_ALERTS },
    }),
    jsonBody(spendAlertsRequest),
    async (c) => c.json(await setSpendAlerts(c.var.ctx, c.req.valid("json").amounts)),
  )
  .get(
    "/stop",
    describe({
      id: "getStop",
      group: "API keys",
      summary: "Check whether all keys are stopped",
      description: "When you stopped all keys of the account, or null while they work.",
      response: { schema: accountStop, example: { stopped_at: null } },
    }),
    (c) => c.json(getStop(c.var.ctx)),
  )
  .post(
    "/stop",
    describe({
      id: "stopKeys",
      group: "API keys",
      summary: "Stop all keys",
      description:
        "Once the request returns, every request of the account is refused with 403 `account_stopped`, whichever key it uses, test keys included. Requests in progress finish and are charged. Keys, balance and limits stay as they are. You can safely repeat it.",
      response: { schema: accountStop, example: { stopped_at: AT } },
    }),
    async (c) => c.json(await stopKeys(c.var.ctx)),
  )
  .delete(
    "/stop",
    describe({
      id: "startKeys",
      group: "API keys",
      summary: "Start all keys again",
      description: "Ends the stop: requests are accepted again as before. You can safely repeat it.",
      response: { schema: accountStop, example: { stopped_at: null } },
    }),
    async (c) => c.json(await startKeys(c.var.ctx)),
  );
