import { Hono } from "hono";
import {
  creditRequest,
  noticeRequest,
  operatorAccountsQuery,
  operatorAuditQuery,
  planRequest,
  reasonRequest,
} from "#core/contract/operator.ts";
import { resendRequest } from "#core/contract/operator-emails.ts";
import { overviewQuery } from "#core/contract/operator-overview.ts";
import { pageQuery } from "#core/contract/page.ts";
import { DomainError } from "#core/domain/errors.ts";
import { dollarsFromMicros, isWholeCents, microsFromDollars } from "#core/domain/money.ts";
import { lastInstantOf } from "#core/domain/time.ts";
import { accountOf } from "#core/services/accounts/ensure-account.ts";
import { exportLedger, listLedger } from "#core/services/ledger/statement.ts";
import { listAccountEmails, resendEmail } from "#core/services/operator/account-emails.ts";
import { grantCredit, takeBackCredit } from "#core/services/operator/adjust-credit.ts";
import { getAccountPage } from "#core/services/operator/get-account.ts";
import { getOperator } from "#core/services/operator/get-operator.ts";
import { getOverview } from "#core/services/operator/get-overview.ts";
import { exportAccounts, listAccounts } from "#core/services/operator/list-accounts.ts";
import { exportOperatorLog, listOperatorLog } from "#core/services/operator/list-operator-log.ts";
import { findAccount } from "#core/services/operator/look-up-account.ts";
import { revokeAllKeys, revokeOneKey } from "#core/services/operator/revoke-keys.ts";
import { setPlan } from "#core/services/operator/set-plan.ts";
import { resumeAccount, suspendAccount } from "#core/services/operator/suspend-account.ts";
import type { OperatorEnv } from "../api-env.ts";
import { jsonBody, queryString } from "../validation.ts";
import { wholeNumber } from "../whole-number.ts";
import { operatorAlertRoutes } from "./operator-alerts.ts";
import { operatorPaymentRoutes } from "./operator-payments.ts";
import { operatorPriceRoutes } from "./operator-prices.ts";

const csvFile = (name: string) => ({
  "content-type": "text/csv; charset=utf-8; header=present",
  "content-disposition": `attachment; filename="latchkey-${name}.csv"`,
});

/** @throws DomainError `invalid_request` naming the field. */
function wholeCents(dollars: number, field: string): number {
  if (isWholeCents(dollars)) return microsFromDollars(dollars);
  throw new DomainError("invalid_request", `The ${field} must be in whole cents.`, { field });
}

/**
 * The operator's desk. `:id` is an account's number, user id or email. Not described in the API's document: to everyone
 * but operators these paths don't exist.
 */
export const operatorRoutes = new Hono<OperatorEnv>()
  .get("/", async (c) => c.json(await getOperator(c.var.ctx, c.var.email)))
  .get("/overview", queryString(overviewQuery), async (c) =>
    c.json(await getOverview(c.var.ctx, c.req.valid("query").range)),
  )
  .get("/accounts", queryString(operatorAccountsQuery), async (c) =>
    c.json(await listAccounts(c.var.ctx, c.req.valid("query"))),
  )
  .get("/accounts.csv", queryString(operatorAccountsQuery), async (c) =>
    c.body(await exportAccounts(c.var.ctx, c.req.valid("query")), 200, csvFile("accounts")),
  )
  .get("/accounts/:id", async (c) => c.json(await getAccountPage(c.var.ctx, c.req.param("id"))))
  .get("/accounts/:id/ledger", queryString(pageQuery), async (c) => {
    const { ctx } = c.var;
    const account = accountOf(await findAccount(ctx, c.req.param("id")));
    return c.json(await listLedger({ ...ctx, account }, c.req.valid("query")));
  })
  .get("/accounts/:id/ledger.csv", async (c) => {
    const { ctx } = c.var;
    const account = accountOf(await findAccount(ctx, c.req.param("id")));
    return c.body(await exportLedger({ ...ctx, account }), 200, csvFile(`statement-${account.id}`));
  })
  .post("/accounts/:id/credit", jsonBody(creditRequest), async (c) => {
    const { direction, amount, ...rest } = c.req.valid("json");
    const input = { ...rest, account: c.req.param("id"), micros: wholeCents(amount, "amount") };
    const adjust = direction === "grant" ? grantCredit : takeBackCredit;
    const { balanceMicros, repeated } = await adjust(c.var.ctx, input);
    return c.json({ balance: dollarsFromMicros(balanceMicros), repeated });
  })
  .put("/accounts/:id/plan", jsonBody(planRequest), async (c) => {
    const { plan, reason, valid_until, requests_per_month, value_per_month } = c.req.valid("json");
    await setPlan(c.var.ctx, {
      account: c.req.param("id"),
      plan,
      reason,
      requestsPerMonth: requests_per_month,
      validUntil: valid_until === null ? null : lastInstantOf(valid_until),
      microsPerMonth: value_per_month === null ? null : wholeCents(value_per_month, "value_per_month"),
    });
    return c.json({ plan });
  })
  .put("/accounts/:id/suspension", jsonBody(noticeRequest), async (c) =>
    c.json(await suspendAccount(c.var.ctx, { ...c.req.valid("json"), account: c.req.param("id") })),
  )
  .delete("/accounts/:id/suspension", jsonBody(noticeRequest), async (c) =>
    c.json(await resumeAccount(c.var.ctx, { ...c.req.valid("json"), account: c.req.param("id") })),
  )
  .post("/accounts/:id/revoke-keys", jsonBody(noticeRequest), async (c) =>
    c.json(await revokeAllKeys(c.var.ctx, { ...c.req.valid("json"), account: c.req.param("id") })),
  )
  .post("/accounts/:id/keys/:key/revoke", jsonBody(reasonRequest), async (c) => {
    const { id: account, key } = c.req.param();
    return c.json(await revokeOneKey(c.var.ctx, { ...c.req.valid("json"), account, key }));
  })
  .get("/accounts/:id/emails", queryString(pageQuery), async (c) =>
    c.json(await listAccountEmails(c.var.ctx, c.req.param("id"), c.req.valid("query"))),
  )
  .post("/accounts/:id/emails/:email/resend", jsonBody(resendRequest), async (c) => {
    const { id: account, email } = c.req.param();
    return c.json(
      await resendEmail(c.var.ctx, { ...c.req.valid("json"), account, email: wholeNumber(email, "Email") }),
    );
  })
  .get("/audit", queryString(operatorAuditQuery), async (c) =>
    c.json(await listOperatorLog(c.var.ctx, c.req.valid("query"))),
  )
  .get("/audit.csv", queryString(operatorAuditQuery), async (c) =>
    c.body(await exportOperatorLog(c.var.ctx, c.req.valid("query")), 200, csvFile("operator-log")),
  )
  .route("/payments", operatorPaymentRoutes)
  .route("/prices", operatorPriceRoutes)
  .route("/alerts", operatorAlertRoutes);
