import { notePaymentEvent } from "#core/storage/payment-events.ts";
import { storeReconciliation } from "#core/storage/reconciliation.ts";
import { EXAMPLE_PRICES } from "#scripts/local/example-prices.ts";
import type { Step, World } from "./world.ts";

const REASON = { reason: "Ticket 2401" };
const nothing: Step = () => ({});
const saying =
  (body: object = {}): Step =>
  () => ({ body: { ...REASON, ...body } });

async function failingEvent({ db, owned }: World): Promise<string> {
  const event = { id: `evt_${owned.sessionId}`, type: "checkout.session.completed", createdAt: 0 };
  const about = { objectId: owned.sessionId, paymentIntentId: null, isCardSetup: false, isForeign: false };
  await notePaymentEvent(db, { ...event, ...about }, { at: Date.now(), error: "order_unknown" });
  return event.id;
}

async function foundDifference({ db, owned }: World) {
  const problem = { subject: owned.orderId, code: "payment_unknown" };
  const found = { compared: 1, repaired: [], repairs: 0, problems: [problem], problem_count: 1, closed: 0 };
  const times = { started_at: "2026-11-20T09:00:00.000Z", finished_at: "2026-11-20T09:01:00.000Z" };
  const last = JSON.stringify({ ...found, ...times });
  await storeReconciliation(db, { startedAt: 0, stage: null, after: null, found: "{}", last });
  return problem;
}

async function newAlert({ db }: World): Promise<{ alert: string }> {
  const { lastInsertRowid } = await db.$client.execute({
    sql: "INSERT INTO alerts (name, subject, summary, started_at, seen_at) VALUES ('usage_behind', ?, 'x', 1, 1)",
    args: [crypto.randomUUID()],
  });
  return { alert: String(lastInsertRowid) };
}

async function sentEmail({ db, owned }: World): Promise<{ email: string }> {
  const id = owned.notificationId.replace("ntf_", "");
  await db.$client.execute({
    sql: "UPDATE notification_deliveries SET mail_attempts = 1, mail_at = NULL, mailed_at = 1 WHERE id = ?",
    args: [id],
  });
  return { email: id };
}

const RULE = { rule: "refunds_overdue" };
const LATER = { models: EXAMPLE_PRICES, effective_from: "2040-01-01T00:00:00Z", ...REASON };

/** The same for an operator's routes. */
export const OPERATOR: Readonly<Record<string, Step>> = {
  "GET /api/operator": nothing,
  "GET /api/operator/overview": () => ({ query: "range=7d" }),
  "GET /api/operator/accounts": () => ({ query: "sort=spend" }),
  "GET /api/operator/accounts.csv": nothing,
  "GET /api/operator/accounts/:id": nothing,
  "GET /api/operator/accounts/:id/ledger": nothing,
  "GET /api/operator/accounts/:id/ledger.csv": nothing,
  "POST /api/operator/accounts/:id/credit": saying({ direction: "grant", amount: 5, id: "once" }),
  "PUT /api/operator/accounts/:id/plan": saying({
    plan: "Business",
    valid_until: null,
    requests_per_month: null,
    value_per_month: null,
  }),
  "PUT /api/operator/accounts/:id/suspension": saying({ notify: true }),
  "DELETE /api/operator/accounts/:id/suspension": saying({ notify: true }),
  "POST /api/operator/accounts/:id/revoke-keys": saying({ notify: true }),
  "POST /api/operator/accounts/:id/keys/:key/revoke": saying(),
  "GET /api/operator/accounts/:id/emails": nothing,
  "POST /api/operator/accounts/:id/emails/:email/resend": async (world) => ({
    ids: await sentEmail(world),
    body: { ...REASON, id: "once" },
  }),
  "GET /api/operator/audit": nothing,
  "GET /api/operator/audit.csv": nothing,
  "GET /api/operator/payments": nothing,
  "GET /api/operator/payments/payments.csv": nothing,
  "GET /api/operator/payments/summary": () => ({ query: "range=7d" }),
  "GET /api/operator/payments/events": nothing,
  "POST /api/operator/payments/events/:event/retry": async (world) => ({
    ids: { event: await failingEvent(world) },
    body: REASON,
  }),
  "POST /api/operator/payments/events/:event/close": async (world) => ({
    ids: { event: await failingEvent(world) },
    body: { note: "Known" },
  }),
  "GET /api/operator/payments/comparison": async (world) => {
    await foundDifference(world);
    return {};
  },
  "POST /api/operator/payments/comparison": async (world) => {
    await foundDifference(world);
    return { body: REASON };
  },
  "POST /api/operator/payments/comparison/close": async (world) => ({
    body: { ...(await foundDifference(world)), note: "Known" },
  }),
  "GET /api/operator/payments/:payment": nothing,
  "POST /api/operator/payments/:payment/refund": saying({ amount: null, id: "once" }),
  "GET /api/operator/prices": nothing,
  "POST /api/operator/prices/preview": () => ({ body: { models: EXAMPLE_PRICES } }),
  "POST /api/operator/prices": () => ({ body: LATER }),
  "POST /api/operator/prices/:id/roll-back": () => ({ ids: { id: "1" }, body: REASON }),
  "POST /api/operator/prices/:id/cancel": async ({ ask }) => {
    const models = EXAMPLE_PRICES.slice(1);
    const { id } = await ask("POST /api/operator/prices", { body: { ...LATER, models } });
    return { ids: { id: String(id) }, body: REASON };
  },
  "GET /api/operator/alerts": nothing,
  "GET /api/operator/alerts/history": nothing,
  "GET /api/operator/alerts/history.csv": nothing,
  "POST /api/operator/alerts/test": saying(),
  "POST /api/operator/alerts/:alert/acknowledge": async (world) => ({
    ids: await newAlert(world),
    body: { note: "Known" },
  }),
  "POST /api/operator/alerts/:alert/close": async (world) => ({
    ids: await newAlert(world),
    body: { note: "Known" },
  }),
  "PUT /api/operator/alerts/rules/:rule/mute": () => ({ ids: RULE, body: { ...REASON, hours: 4 } }),
  "DELETE /api/operator/alerts/rules/:rule/mute": () => ({ ids: RULE, body: REASON }),
};
