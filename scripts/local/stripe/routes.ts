import type { Api } from "./api/define-api.ts";
import { type Form, reader } from "./api/form.ts";
import { listPage } from "./api/lists.ts";
import { missing } from "./api/stripe-error.ts";
import type { Emulation } from "./emulation.ts";
import { cancelIntent, confirmIntent, createIntent } from "./money/intents.ts";
import { createRefund } from "./money/refunds.ts";
import { createCustomer, deleteCustomer, detach } from "./money/saved-cards.ts";
import { createSession, currentSession, expireSession } from "./money/sessions.ts";
import { findRow, type StripeState, type Table } from "./state.ts";

const SESSIONS = "/v1/checkout/sessions";

export function defineRoutes(api: Api, emulation: Emulation): void {
  const { state } = emulation;
  api.post(SESSIONS, ({ body }) => createSession(emulation, body));
  api.get(SESSIONS, ({ query }) => listPage(sessions(state, query), query, SESSIONS));
  api.get(`${SESSIONS}/:id`, async ({ id }) => (await currentSession(emulation, id)).session);
  api.get(`${SESSIONS}/:id/line_items`, async ({ id, query }) => {
    const { lineItems } = await currentSession(emulation, id);
    return listPage(lineItems, query, `${SESSIONS}/${id}/line_items`);
  });
  api.post(`${SESSIONS}/:id/expire`, ({ id }) => expireSession(emulation, id));
  api.post("/v1/customers", ({ body }) => createCustomer(emulation, body));
  api.delete("/v1/customers/:id", ({ id }) => deleteCustomer(emulation, id));
  api.post("/v1/payment_intents", ({ body }) => createIntent(emulation, body));
  api.post("/v1/payment_intents/:id/confirm", ({ id, body }) => confirmIntent(emulation, id, body));
  api.post("/v1/payment_intents/:id/cancel", ({ id, body }) => cancelIntent(emulation, id, body));
  api.post("/v1/payment_methods/:id/detach", ({ id }) => detach(emulation, id));
  api.post("/v1/refunds", ({ body }) => createRefund(emulation, body));

  defineReads(api, "customer", state.customers, ["email"]);
  defineReads(api, "payment_intent", state.paymentIntents, ["customer"]);
  defineReads(api, "payment_method", state.paymentMethods, ["customer"]);
  defineReads(api, "setup_intent", state.setupIntents, ["customer", "payment_method"]);
  defineReads(api, "charge", state.charges, ["payment_intent"]);
  defineReads(api, "invoice", state.invoices, ["customer"]);
  defineReads(api, "refund", state.refunds, ["payment_intent", "charge"]);
  defineReads(api, "dispute", state.disputes, ["payment_intent", "charge"]);

  api.get("/v1/events", ({ query }) => {
    const newestFirst = state.events.toReversed();
    return listPage(newestFirst.filter(matching(query, ["type"])), query, "/v1/events");
  });
  api.get("/v1/events/:id", ({ id }) => {
    const event = state.events.find((candidate) => candidate.id === id);
    if (!event) throw missing("event", id);
    return event;
  });
}

const sessions = (state: StripeState, query: Form) =>
  Object.values(state.sessions)
    .map(({ session }) => session)
    .reverse()
    .filter(matching(query, ["customer", "payment_intent", "status"]));

function defineReads<Row extends { id: string; created: number }>(
  api: Api,
  kind: string,
  table: Table<Row>,
  filters: (keyof Row & string)[],
): void {
  const url = `/v1/${kind}s`;
  api.get(url, ({ query }) =>
    listPage(Object.values(table).reverse().filter(matching(query, filters)), query, url),
  );
  api.get(`${url}/:id`, ({ id }) => {
    const row = findRow(table, id);
    if (!row) throw missing(kind, id);
    return row;
  });
}

function matching<Row>(query: Form, fields: (keyof Row & string)[]): (row: Row) => boolean {
  const read = reader(query);
  return (row) => fields.every((field) => read.text(field) === null || read.text(field) === row[field]);
}
