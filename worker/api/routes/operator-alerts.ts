import { Hono } from "hono";
import { noteRequest, reasonRequest } from "#core/contract/operator.ts";
import { acknowledgeRequest, muteRequest } from "#core/contract/operator-alerts.ts";
import { pageQuery } from "#core/contract/page.ts";
import { exportAlertHistory, listAlertHistory } from "#core/services/alerts/alert-history.ts";
import { getAlertsPage } from "#core/services/alerts/alerts-page.ts";
import { acknowledgeAlert, closeAlert } from "#core/services/alerts/handle-alert.ts";
import { muteRule, unmuteRule } from "#core/services/alerts/mute-rule.ts";
import { sendTestAlert } from "#core/services/alerts/send-test-alert.ts";
import type { OperatorEnv } from "../api-env.ts";
import { jsonBody, queryString } from "../validation.ts";
import { wholeNumber } from "../whole-number.ts";

const FILE = {
  "content-type": "text/csv; charset=utf-8; header=present",
  "content-disposition": 'attachment; filename="latchkey-alerts.csv"',
};

/** At the desk. */
export const operatorAlertRoutes = new Hono<OperatorEnv>()
  .get("/", async (c) => c.json(await getAlertsPage(c.var.ctx)))
  .get("/history", queryString(pageQuery), async (c) =>
    c.json(await listAlertHistory(c.var.ctx, c.req.valid("query"))),
  )
  .get("/history.csv", async (c) => c.body(await exportAlertHistory(c.var.ctx), 200, FILE))
  .post("/test", jsonBody(reasonRequest), async (c) =>
    c.json(await sendTestAlert(c.var.ctx, c.req.valid("json"))),
  )
  .post("/:alert/acknowledge", jsonBody(acknowledgeRequest), async (c) => {
    const alert = wholeNumber(c.req.param("alert"), "Alert");
    return c.json(await acknowledgeAlert(c.var.ctx, { ...c.req.valid("json"), alert }));
  })
  .post("/:alert/close", jsonBody(noteRequest), async (c) => {
    const alert = wholeNumber(c.req.param("alert"), "Alert");
    return c.json(await closeAlert(c.var.ctx, { ...c.req.valid("json"), alert }));
  })
  .put("/rules/:rule/mute", jsonBody(muteRequest), async (c) =>
    c.json(await muteRule(c.var.ctx, { ...c.req.valid("json"), rule: c.req.param("rule") })),
  )
  .delete("/rules/:rule/mute", jsonBody(reasonRequest), async (c) =>
    c.json(await unmuteRule(c.var.ctx, { ...c.req.valid("json"), rule: c.req.param("rule") })),
  );
